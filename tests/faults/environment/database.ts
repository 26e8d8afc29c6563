import pg from "pg";
import { startPrivatePostgres, type PrivatePostgres } from "../../../scripts/launcher/private-postgres.ts";
import { migrate } from "../../../server/migrations/migrate.ts";
import type { ControlledDatabase } from "./environment.ts";
import { WAIT_LIMIT_MS } from "../within.ts";

const RUNNER = "the runner";

/** Keeps each artwork that a mapping got, as the app keeps the newest only. One that is saved again as it is changes nothing. */
const RECORD_MAPPINGS = `
  CREATE TABLE "SavedMapping" ("variantGid" text NOT NULL, "artworkFront" text NOT NULL);
  CREATE FUNCTION record_mapping() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' OR NEW."artworkFront" <> OLD."artworkFront" THEN
        INSERT INTO "SavedMapping" VALUES (NEW."variantGid", NEW."artworkFront");
      END IF;
      RETURN NULL;
    END $$;
  CREATE TRIGGER record_mapping AFTER INSERT OR UPDATE OF "artworkFront" ON "Mapping"
    FOR EACH ROW EXECUTE FUNCTION record_mapping()`;

/** A PostgreSQL of the environment's own, migrated, and what can be done to it. Committed rows outlive its crash. */
export async function openDatabase(
  recordEvent: (what: string) => void,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ database: ControlledDatabase; part: PrivatePostgres }> {
  const part = await startPrivatePostgres({ durability: "process_crash", settings });
  const url = new URL(part.url);
  url.pathname = "/faults";
  await run(part.url, "CREATE DATABASE faults");
  await migrate(url.href);
  await run(url.href, RECORD_MAPPINGS);
  const pool = new pg.Pool({
    connectionString: url.href,
    max: 4,
    application_name: RUNNER,
    connectionTimeoutMillis: WAIT_LIMIT_MS,
    query_timeout: WAIT_LIMIT_MS,
  });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const database: ControlledDatabase = {
    url: url.href,
    pool,
    async cutConnections() {
      const { rowCount } = await pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = 'faults' AND pid <> pg_backend_pid() AND application_name <> $1`,
        [RUNNER],
      );
      recordEvent(`${rowCount} connections cut`);
      return rowCount ?? 0;
    },
    async restart() {
      await database.stop();
      await database.start();
    },
    async stop() {
      recordEvent("crashed");
      await part.halt();
    },
    async start() {
      await part.resume();
      recordEvent("started");
    },
  };
  return { database, part };
}

async function run(url: string, script: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(script);
  } finally {
    await client.end();
  }
}
