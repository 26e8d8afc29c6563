import { Prisma } from "../../prisma/client/client.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPrivatePgBouncer } from "../../scripts/launcher/private-pgbouncer.ts";
import { freshDatabase, type FreshDatabase } from "../../tests/support/database.ts";
import { describePooler } from "../../tests/support/pooler.ts";
import { createDatabase, type Database } from "./db.server.ts";
import { createPool } from "./pool.ts";

const SETTINGS = `SELECT current_setting('synchronous_commit') AS "commit", current_setting('statement_timeout') AS "statement",
  current_setting('idle_in_transaction_session_timeout') AS "idle"`;
const EXPECTED = { commit: "on", statement: "20s", idle: "20s" };

/** A database whose own defaults want something else. */
async function lazyDatabase(): Promise<FreshDatabase> {
  const fresh = await freshDatabase();
  const maintenance = createPool(fresh.url, { connections: 1 });
  const name = new URL(fresh.url).pathname.slice(1);
  await maintenance.query(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  await maintenance.query(`ALTER DATABASE ${name} SET statement_timeout = 0`);
  await maintenance.query(`CREATE TABLE "Seen" ("commit" text, "statement" text, "idle" text)`);
  await maintenance.end();
  return fresh;
}

/** Whatever way a statement takes, it is committed in time and ends automatically. */
function appliesSettingsEverywhere(open: () => Database): void {
  it("plain SQL", async () => {
    const { pool } = open();
    expect((await pool.query(SETTINGS)).rows).toEqual([EXPECTED]);
    const client = await pool.connect();
    await client.query("BEGIN");
    expect((await client.query(SETTINGS)).rows).toEqual([EXPECTED]);
    await client.query("COMMIT");
    client.release();
  });

  it("the client of plain SQL, within a transaction and without one", async () => {
    const { sql } = open();
    expect(await sql.query(Prisma.raw(SETTINGS))).toEqual([EXPECTED]);
    expect(await sql.transaction((tx) => tx.query(Prisma.raw(SETTINGS)))).toEqual([EXPECTED]);
    await sql.transaction((tx) => tx.execute(Prisma.raw(`INSERT INTO "Seen" ${SETTINGS}`)));
    expect(await sql.query`DELETE FROM "Seen" RETURNING "commit", "statement", "idle"`).toEqual([EXPECTED]);
  });

  it("Prisma, within a transaction and without one", async () => {
    const { db } = open();
    expect(await db.$queryRawUnsafe(SETTINGS)).toEqual([EXPECTED]);
    expect(await db.$transaction((tx) => tx.$queryRaw(Prisma.raw(SETTINGS)))).toEqual([EXPECTED]);
    expect(await db.$transaction((tx) => tx.$queryRawUnsafe(SETTINGS), { timeout: 60_000 })).toEqual([EXPECTED]);
    await db.$transaction([db.$executeRawUnsafe(`INSERT INTO "Seen" ${SETTINGS}`)]);
    expect(await db.$queryRaw`DELETE FROM "Seen" RETURNING *`).toEqual([EXPECTED]);
  });

  it("many at once, over all connections", async () => {
    const { db, sql, pool } = open();
    const ways = [
      async () => (await pool.query(SETTINGS)).rows,
      () => db.$transaction((tx) => tx.$queryRaw(Prisma.raw(SETTINGS))),
      () => sql.transaction((tx) => tx.query(Prisma.raw(SETTINGS))),
    ];
    const results = await Promise.all(Array.from({ length: 20 }, () => ways.map((ask) => ask())).flat());
    expect(results).toEqual(Array.from({ length: 60 }, () => [EXPECTED]));
  });

  it("after a statement that was refused, the connection is as good as before", async () => {
    const { db, sql, pool } = open();
    await expect(pool.query("SELECT 1 / 0")).rejects.toThrow("division by zero");
    await expect(sql.query`SELECT 1 / 0`).rejects.toThrow("division by zero");
    await expect(sql.transaction((tx) => tx.query`SELECT 1 / 0`)).rejects.toThrow("division by zero");
    await expect(db.$transaction((tx) => tx.$queryRaw`SELECT 1 / 0`)).rejects.toThrow();
    const client = await pool.connect();
    await expect(client.query("SELECT $1::int / 0", [1])).rejects.toThrow("division by zero");
    expect((await client.query(SETTINGS)).rows).toEqual([EXPECTED]);
    client.release();
  });
}

describe("a connection of our own", () => {
  let fresh: FreshDatabase;
  let database: Database;
  beforeAll(async () => {
    fresh = await lazyDatabase();
    database = createDatabase(fresh.url, { connections: 4 });
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });
  appliesSettingsEverywhere(() => database);
});

it("a connection to a server that takes no writes, such as a standby after a failover, is not kept", async () => {
  const fresh = await freshDatabase();
  const maintenance = createPool(fresh.url, { connections: 1 });
  const writesAllowed = async (how: string) =>
    maintenance.query(`ALTER DATABASE ${new URL(fresh.url).pathname.slice(1)} ${how}`);
  await writesAllowed("SET default_transaction_read_only = on");
  const messages: string[] = [];
  const record = (_fields: unknown, message: string) => void messages.push(message);
  const log = { debug: record, info: record, warn: record, error: record };
  const database = createDatabase(fresh.url, { connections: 2, log });
  const write = () => database.db.$executeRaw`INSERT INTO "Tombstone" ("hash", "createdAt") VALUES ('one', now())`;
  await expect(write()).rejects.toMatchObject({ code: "25006" });
  expect(messages).toContain("the database takes no writes: the connection is closed");
  await writesAllowed("RESET default_transaction_read_only");
  expect(await write()).toBe(1);
  await Promise.all([database.close(), maintenance.end()]);
  await fresh.drop();
});

describePooler("a pooler", () => {
  let fresh: FreshDatabase;
  let pgBouncer: Awaited<ReturnType<typeof startPrivatePgBouncer>>;
  let database: Database;
  const messages: string[] = [];
  const record = (_fields: unknown, message: string) => void messages.push(message);
  beforeAll(async () => {
    fresh = await lazyDatabase();
    pgBouncer = await startPrivatePgBouncer({ databaseUrl: fresh.url, serverConnections: 3 });
    const log = { debug: record, info: record, warn: record, error: record };
    database = createDatabase(pgBouncer.url, { connections: 10, log });
  });
  afterAll(async () => {
    await database.close();
    await pgBouncer.stop();
    await fresh.drop();
  });
  appliesSettingsEverywhere(() => database);

  it("passes nothing on to others that use it, and is reported once", async () => {
    await Promise.all(Array.from({ length: 10 }, () => database.pool.query(SETTINGS)));
    const other = new pg.Client({ connectionString: pgBouncer.url });
    await other.connect();
    const seen = await inSequence(20, async () => (await other.query(SETTINGS)).rows[0] as { commit: string });
    await other.end();
    expect(new Set(seen.map((row) => row.commit))).toEqual(new Set(["off"]));
    expect(messages.filter((line) => line.startsWith("a pooler is in front"))).toHaveLength(1);
  });

  it("a transaction that is rolled back leaves nothing", async () => {
    const failed = database.sql.transaction(async (tx) => {
      await tx.execute`INSERT INTO "Seen" ("commit") VALUES ('kept')`;
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    expect((await database.pool.query(`SELECT * FROM "Seen"`)).rows).toEqual([]);
  });

  it("a statement that waits for one that fails is not sent after the transaction", async () => {
    const warnings: string[] = [];
    const listen = (warning: Error) => void warnings.push(warning.message);
    process.on("warning", listen);
    const failed = database.sql.transaction((tx) =>
      Promise.all([
        tx.query`SELECT 1 / 0`,
        tx.query`SELECT 1`,
        tx.execute`INSERT INTO "Seen" ("commit") VALUES ('late')`,
      ]),
    );
    await expect(failed).rejects.toThrow("division by zero");
    await inSequence(20, () => database.pool.query(SETTINGS));
    process.off("warning", listen);
    // pg warns of statements that are queued.
    expect(warnings).toEqual([]);
    expect((await database.pool.query(`SELECT * FROM "Seen"`)).rows).toEqual([]);
  });
});

async function inSequence<T>(times: number, ask: () => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let n = 0; n < times; n += 1) answers.push(await ask());
  return answers;
}
