import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { apply, HOW_TO_GO_ON, MigrationError, runStatements } from "./apply.ts";
import { checksumOf, readMigrations, statementsOf, type Migration } from "./files.ts";
import { CREATE_TABLE, readRecords, type MigrationRecord } from "./records.ts";

/** Prisma's number: its own command waits for this one, too. */
const LOCK = 72707369;
const LOCK_RETRY_MS = 500;

interface MigrateOptions {
  migrations?: readonly Migration[];
  /** The statement, from 1 on, with which an unfinished migration is continued. */
  continueFrom?: number;
  /** Gets a line for each step. */
  say?: (line: string) => void;
}

/**
 * Brings a database to the newest schema. Each migration is one transaction with its record; one that says "Statement by
 * statement" is not, and its record counts the statements. What a newer release applied is left alone. One process at a time
 * works, others wait. Returns the names of the migrations that were applied.
 * @throws MigrationError when a migration fails, or the database is not as the migrations of this build left it.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { continueFrom, say = () => undefined } = options;
  const migrations = options.migrations ?? (await readMigrations());
  const client = new pg.Client({ connectionString: url });
  // The query that is under way fails, too.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await lock(client, say);
    await ensureTable(client);
    const records = await readRecords(client);
    refuseChanged(records, migrations);
    const applied: string[] = [];
    const unfinished = records.find(({ isFinished }) => !isFinished);
    if (unfinished) {
      await resume(client, unfinished, migrations, continueFrom);
      applied.push(unfinished.name);
    }
    for (const migration of migrations) {
      if (records.some(({ name }) => name === migration.name)) continue;
      say(`Applying ${migration.name}`);
      await apply(client, migration);
      applied.push(migration.name);
    }
    return applied;
  } finally {
    // The lock ends with the session.
    await client.end();
  }
}

/** Asks now and then: a statement that waited would keep a snapshot, for which CREATE INDEX CONCURRENTLY would wait in turn. */
async function lock(client: pg.Client, say: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  if (rows[0]?.pid !== (client as unknown as { processID: number | null }).processID)
    throw new MigrationError(
      "DATABASE_URL leads to a pooler, behind which no lock holds. Migrate with the address of PostgreSQL itself.",
    );
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ isOurs: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS "isOurs"`);
    if (rows[0]?.isOurs) return;
    if (tries === 0) say("Another process is migrating this database: waiting for its end");
    await setTimeout(LOCK_RETRY_MS);
  }
}

async function ensureTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()",
  );
  if (rows.some(({ name }) => name === "_prisma_migrations")) return;
  if (rows[0])
    throw new MigrationError(
      `The database has tables that no migration made, such as ${rows[0].name}. Inkbridge needs a database of its own: ` +
        "let DATABASE_URL name an empty one.",
    );
  await client.query(CREATE_TABLE);
}

function refuseChanged(records: readonly MigrationRecord[], migrations: readonly Migration[]): void {
  for (const migration of migrations) {
    const record = records.find(({ name }) => name === migration.name);
    if (record && record.checksum !== checksumOf(migration))
      throw new MigrationError(
        `prisma/migrations/${migration.name}/migration.sql was changed after the database had run it (${record.started}). ` +
          "Nothing was applied. Run a release as it was published; a database that was migrated between two releases has to be " +
          "made anew.",
      );
  }
}

/** Continues a migration that did not end, once the operator has said from where on. */
async function resume(
  client: pg.Client,
  { id, name, started, logs, steps }: MigrationRecord,
  migrations: readonly Migration[],
  continueFrom: number | undefined,
): Promise<void> {
  const migration = migrations.find((one) => one.name === name);
  const count = migration && statementsOf(migration.sql).length;
  if (migration && count && continueFrom && continueFrom <= count + 1)
    return runStatements(client, migration, id, continueFrom);
  const what = `${name}, begun ${started}, did not end (${logs ?? "its process was stopped"}). Nothing was applied now. `;
  throw new MigrationError(
    count
      ? `${what}${steps} of its ${count} statements are recorded as done. Remove the cause, then run ` +
          `npm run db:deploy -- --continue-from ${steps + 1} (${HOW_TO_GO_ON}).`
      : `${what}It belongs to another release: migrate with that one.`,
  );
}
