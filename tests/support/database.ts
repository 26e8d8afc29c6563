import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { createDatabase, type Database } from "../../app/database/db.server.ts";
import { CONNECT_TIMEOUT_MS } from "../../app/database/pool.ts";
import { slowness } from "./slowness.ts";

export interface FreshDatabase {
  url: string;
  /** The database as the app opens it. Its connections stay open for the next test that gets this database: not to be closed. */
  open(connections: number): Database;
  /** Ends the connections of `open`, for a test that needs nobody to be connected. */
  disconnect(): Promise<void>;
  /** Copies the database; `restore` puts the copy in its place. Nobody may be connected at either time. */
  backUp(): Promise<{ restore(): Promise<void> }>;
  /** The test needs the database no longer. */
  drop(): Promise<void>;
}

/** A migrated database of this worker. A new connection costs more than most tests: it plans each statement for the first time. */
interface KeptDatabase {
  name: string;
  opened: Map<number, Database>;
}

/** Longer than the app waits: on a busy machine many connections are opened at once. */
const connectTimeoutMs = CONNECT_TIMEOUT_MS * slowness;

/** Without rows, and used by no test. */
const kept: KeptDatabase[] = [];

/** A database that no other test uses: migrated and without rows, or without tables. */
export async function freshDatabase({ migrated } = { migrated: true }): Promise<FreshDatabase> {
  const database = (migrated ? kept.pop() : undefined) ?? { name: newName(), opened: new Map<number, Database>() };
  const { name, opened } = database;
  if (opened.size === 0) await copy(migrated ? inject("templateDatabase") : "template1", name);
  const copies: string[] = [];
  const fresh: FreshDatabase = {
    url: urlOf(name),
    open(connections) {
      const one = opened.get(connections) ?? createDatabase(urlOf(name), { connections, connectTimeoutMs });
      opened.set(connections, one);
      return { ...one, close: () => Promise.resolve() };
    },
    async disconnect() {
      await Promise.all([...opened.values()].map((one) => one.close()));
      opened.clear();
    },
    async backUp() {
      const backup = `${name}_${copies.length}`;
      await copy(name, backup);
      copies.push(backup);
      return {
        async restore() {
          await destroy(name);
          await copy(backup, name);
        },
      };
    },
    async drop() {
      for (const one of copies) await destroy(one);
      const [used] = opened.values();
      if (used && (await empty(used.pool))) kept.push(database);
      else {
        await fresh.disconnect();
        await destroy(name);
      }
    },
  };
  return fresh;
}

/** A fresh database, opened as the app opens it. */
export async function openFreshDatabase(options = { connections: 10 }): Promise<FreshDatabase & Database> {
  const fresh = await freshDatabase();
  const { db, sql, pool } = fresh.open(options.connections);
  return { ...fresh, db, sql, pool, close: fresh.disconnect };
}

/** Deletes the rows of the tables that have any. A trigger or a foreign key has no say in that. */
const DELETE_ROWS = `
  DO $$ DECLARE one regclass; BEGIN
    SET LOCAL session_replication_role = replica;
    SET LOCAL lock_timeout = '2s';
    FOR one IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND relname <> '_prisma_migrations' LOOP
      IF pg_relation_size(one) > 0 THEN EXECUTE format('DELETE FROM %s', one); END IF;
    END LOOP;
  END $$`;

/** Tables that keep more than a few pages of deleted rows: a later test would read through all of them. */
const LARGE = `
  SELECT oid::regclass::text AS "table" FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 65536`;

/** What the tables, indexes, columns and triggers are: a test that has changed them keeps its database to itself. */
const SHAPE = `
  SELECT (SELECT count(*) || ':' || max(oid::int8) || ':' || sum(relnatts) || ':' || sum(hashtext(relname::text)) FROM pg_class
          WHERE relnamespace = 'public'::regnamespace) || '/' ||
         (SELECT count(*) || ':' || coalesce(max(oid::int8), 0) FROM pg_trigger) || '/' ||
         (SELECT count(*) || ':' || coalesce(max(oid::int8), 0) FROM pg_constraint) AS "shape"`;

let templateShape: Promise<string> | undefined;

/** Makes a used database fresh again. Returns whether that was possible. */
async function empty(pool: pg.Pool): Promise<boolean> {
  try {
    templateShape ??= withClient(urlOf(inject("templateDatabase")), readShape);
    if ((await readShape(pool)) !== (await templateShape)) return false;
    await pool.query(DELETE_ROWS);
    const { rows } = await pool.query<{ table: string }>(LARGE);
    for (const { table } of rows) await pool.query(`VACUUM ${table}`);
    return true;
  } catch {
    // A transaction of the test still holds a lock.
    return false;
  }
}

const readShape = async (at: pg.Pool | pg.Client): Promise<string> =>
  (await at.query<{ shape: string }>(SHAPE)).rows[0]?.shape ?? "";

const newName = (): string => `t_${randomUUID().replaceAll("-", "")}`;

function urlOf(name: string): string {
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return url.href;
}

/** File by file, which takes half the CPU time of a copy by way of the log. */
const copy = (from: string, to: string) => maintain(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY FILE_COPY`);

const destroy = (name: string) => maintain(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

const maintain = (sql: string) => withClient(inject("postgresUrl"), (client) => client.query(sql));

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
