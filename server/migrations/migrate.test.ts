import pg from "pg";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { freshDatabase } from "../../tests/support/database.ts";
import { until } from "../../tests/support/until.ts";
import { checksumOf, type Migration } from "./files.ts";
import { migrate } from "./migrate.ts";

/** Of the advisory lock that Prisma's own command takes. */
const PRISMA_LOCK = 72707369;

const FIRST: Migration = {
  name: "000_first",
  sql: `CREATE TABLE "Thing" ("id" int PRIMARY KEY); INSERT INTO "Thing" VALUES (1)`,
};
const SECOND: Migration = { name: "001_second", sql: `INSERT INTO "Thing" VALUES (2)` };
const FAILING: Migration = {
  name: "001_second",
  sql: `INSERT INTO "Thing" VALUES (2);\nINSERT INTO "Thing" VALUES (1)`,
};
const BY_STATEMENT: Migration = {
  name: "001_second",
  sql: `-- Statement by statement: an index is built beside the writers.
    INSERT INTO "Thing" VALUES (2);
    CREATE INDEX CONCURRENTLY "Thing_id" ON "Thing" ("id");
    INSERT INTO "Thing" VALUES (3)`,
};

let url: string;
let client: pg.Client;
beforeEach(async () => {
  const database = await freshDatabase({ migrated: false });
  onTestFinished(database.drop);
  ({ url } = database);
  client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
});

async function things(): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(`SELECT "id" FROM "Thing" ORDER BY "id"`);
  return rows.map(({ id }) => id);
}

async function records() {
  const { rows } = await client.query<Record<string, unknown>>(
    `SELECT "migration_name" AS "name", "finished_at" IS NOT NULL AS "isFinished", "rolled_back_at" IS NOT NULL AS "isRolledBack",
       "logs", "applied_steps_count" AS "steps" FROM "_prisma_migrations" ORDER BY "started_at"`,
  );
  return rows;
}

/** As Prisma's own command leaves a migration of which a statement failed. */
const recordUnfinished = (migration: Migration) =>
  client.query(
    `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "logs", "started_at") VALUES ('1', $1, $2, $3, $4)`,
    [checksumOf(migration), migration.name, "deadlock detected", "2026-11-29T08:00:00Z"],
  );

it("of two processes at once one applies what is missing, and the other waits and finds it done", async () => {
  const migrations = [FIRST, BY_STATEMENT];
  const waits: string[] = [];
  const say = (line: string) => line.startsWith("Applying") || waits.push(line);
  await client.query(`SELECT pg_advisory_lock(${PRISMA_LOCK})`);
  const applied = Promise.all([migrate(url, { migrations, say }), migrate(url, { migrations, say })]);
  await until("both wait", () => waits.length === 2);
  expect(waits[0]).toBe("Another process is migrating this database: waiting for its end");
  await client.query(`SELECT pg_advisory_unlock(${PRISMA_LOCK})`);
  expect((await applied).toSorted((one, other) => one.length - other.length)).toEqual([
    [],
    ["000_first", "001_second"],
  ]);
  expect(await things()).toEqual([1, 2, 3]);
});

it("a migration that fails is rolled back as a whole, its record says why, and the mended one is applied", async () => {
  const failing = migrate(url, { migrations: [FIRST, FAILING] });
  const why = 'duplicate key value violates unique constraint "Thing_pkey" (23505)';
  await expect(failing).rejects.toThrow(`001_second failed and was rolled back: ${why}`);
  expect(await things()).toEqual([1]);
  expect(await records()).toEqual([
    { name: "000_first", isFinished: true, isRolledBack: false, logs: null, steps: 1 },
    { name: "001_second", isFinished: false, isRolledBack: true, logs: why, steps: 0 },
  ]);
  expect(await migrate(url, { migrations: [FIRST, SECOND] })).toEqual(["001_second"]);
  expect(await things()).toEqual([1, 2]);
});

it("a migration by statements that fails counts those that took effect, and goes on where the operator says", async () => {
  const migrations = [FIRST, BY_STATEMENT];
  await migrate(url, { migrations: [FIRST] });
  await client.query(`INSERT INTO "Thing" VALUES (3)`);
  await expect(migrate(url, { migrations })).rejects.toThrow(
    /statement 3 of 3: duplicate key .* \(23505\)\. .*--continue-from 3 /,
  );
  await client.query(`DELETE FROM "Thing" WHERE "id" = 3`);
  await expect(migrate(url, { migrations })).rejects.toThrow(/2 of its 3 statements are recorded as done/);
  expect(await things()).toEqual([1, 2]);
  expect(await migrate(url, { migrations, continueFrom: 3 })).toEqual(["001_second"]);
  expect(await things()).toEqual([1, 2, 3]);
  expect((await records()).at(-1)).toMatchObject({ isFinished: true, logs: null, steps: 3 });
});

it("nothing is applied where a migration was changed after the database had run it", async () => {
  await migrate(url, { migrations: [FIRST] });
  const changed = { ...FIRST, sql: `${FIRST.sql};` };
  await expect(migrate(url, { migrations: [changed, SECOND] })).rejects.toThrow(
    /000_first\/migration\.sql was changed after the database had run it/,
  );
  expect(await things()).toEqual([1]);
});

it("nothing is applied where a migration did not end, and the message says which, since when, why and what to do", async () => {
  await migrate(url, { migrations: [FIRST] });
  await recordUnfinished(SECOND);
  const migrations = [FIRST, SECOND, { name: "002_third", sql: `INSERT INTO "Thing" VALUES (9)` }];
  await expect(migrate(url, { migrations })).rejects.toThrow(
    /^001_second, begun 2026-11-29 08:00 UTC, did not end \(deadlock detected\)\. .*--continue-from 1 /,
  );
  await expect(migrate(url, { migrations: [FIRST], continueFrom: 1 })).rejects.toThrow(/It belongs to another release/);
  expect(await things()).toEqual([1]);
  expect(await migrate(url, { migrations, continueFrom: 1 })).toEqual(["001_second", "002_third"]);
});

it("an older release leaves what a newer one applied", async () => {
  await migrate(url, { migrations: [FIRST, SECOND] });
  expect(await migrate(url, { migrations: [FIRST] })).toEqual([]);
  expect(await things()).toEqual([1, 2]);
});

it("a database with the tables of something else stays as it is", async () => {
  await client.query(`CREATE TABLE "Foreign" ("id" int)`);
  await expect(migrate(url, { migrations: [FIRST] })).rejects.toThrow(/tables that no migration made, such as Foreign/);
  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  expect(rows).toEqual([{ tablename: "Foreign" }]);
});
