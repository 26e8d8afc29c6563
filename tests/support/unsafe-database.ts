/** The PostgreSQL of the tests writes nothing to disk in time: settings of the app that allow it. */
export const UNSAFE_DATABASE = { DATABASE_ALLOW_UNSAFE: "fsync,full_page_writes" };
