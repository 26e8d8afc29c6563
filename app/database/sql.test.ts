import { Prisma } from "../../prisma/client/client.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { createStatementNames, type Tx } from "./sql.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase({ connections: 2 })));
afterAll(() => database.drop());

const AT = new Date("2026-03-01T12:00:00.123Z");
const insert = (tx: Tx, hash: string) =>
  tx.execute`INSERT INTO "Tombstone" ("hash", "createdAt") VALUES (${hash}, ${AT})`;
const count = (hash: string) => database.db.tombstone.count({ where: { hash } });

test("values and rows are those that Prisma sends and returns", async () => {
  const given = {
    at: AT,
    decimal: new Prisma.Decimal("12.50"),
    bytes: new Uint8Array([0, 255]),
    list: ["a", 'b"\\', null],
  };
  const query = Prisma.sql`
    SELECT ${given.at}::timestamptz AS "at", ${given.decimal}::numeric AS "decimal", ${given.bytes}::bytea AS "bytes",
      ${given.list}::text[] AS "list", ${[given.at.toISOString()]}::timestamptz[] AS "instants", ${2}::bigint AS "big", ${true}::boolean AS "yes",
      ${null}::text AS "nothing", ${1.5}::float8 AS "number", json_build_object('at', 1) AS "json",
      'waiting'::"SubmissionState" AS "state"`;
  const byPrisma = await database.db.$queryRaw(query);
  expect(await database.sql.query(query)).toEqual(byPrisma);
  expect(await database.sql.transaction((tx) => tx.query(query))).toEqual(byPrisma);
});

test("a transaction is committed or rolled back as a whole, and seen by nobody before", async () => {
  const { sql } = database;
  const write = (hash: string, then: () => void) =>
    sql.transaction(async (tx) => {
      expect(await insert(tx, hash)).toBe(1);
      expect(await count(hash)).toBe(0);
      expect(await tx.query`SELECT "hash" FROM "Tombstone" WHERE "hash" = ${hash}`).toEqual([{ hash }]);
      then();
      return hash;
    });
  expect(await write("kept", () => undefined)).toBe("kept");
  const changedMind = () => {
    throw new Error("changed my mind");
  };
  await expect(write("lost", changedMind)).rejects.toThrow("changed my mind");
  expect([await count("kept"), await count("lost")]).toEqual([1, 0]);
});

test("transactions side by side keep to their own connections", async () => {
  const pidOf = ([row]: { pid: number }[]) => row?.pid;
  const pids = await Promise.all(
    Array.from({ length: 8 }, () =>
      database.sql.transaction(async (tx) => {
        const first = pidOf(await tx.query`SELECT pg_backend_pid() AS "pid"`);
        return first !== undefined && first === pidOf(await tx.query`SELECT pg_backend_pid() AS "pid"`);
      }),
    ),
  );
  expect(pids).toEqual(Array.from({ length: 8 }, () => true));
});

test("statements that are given together run in their order", async () => {
  const seen = await database.sql.transaction((tx) =>
    Promise.all([
      insert(tx, "order"),
      tx.query`SELECT 1 FROM "Tombstone" WHERE "hash" = 'order'`,
      tx.execute`DELETE FROM "Tombstone" WHERE "hash" = 'order'`,
      tx.query`SELECT 1 FROM "Tombstone" WHERE "hash" = 'order'`,
    ]),
  );
  expect([seen[1].length, seen[3].length]).toEqual([1, 0]);
});

test("of statements that are given together, the first that fails is the error of the transaction", async () => {
  const failing = database.sql.transaction(async (tx) => {
    await Promise.all([insert(tx, "undone"), tx.query`SELECT 1 / 0`.catch(() => undefined), tx.query`SELECT 1`]);
  });
  await expect(failing).rejects.toMatchObject({ code: "22012" });
  expect(await count("undone")).toBe(0);
});

test.each([
  ["work that goes on", (tx: Tx) => tx.query`SELECT 1 / 0`.catch(() => undefined)],
  ["work that has forgotten it", async (tx: Tx) => void tx.query`SELECT 1 / 0`],
])("%s after a statement has failed is not taken for committed", async (_what, failing) => {
  const goesOn = database.sql.transaction(async (tx) => {
    await insert(tx, "gone");
    await failing(tx);
  });
  await expect(goesOn).rejects.toMatchObject({ cause: { code: "22012" } });
  expect(await count("gone")).toBe(0);
});

test("nothing is sent in a transaction that has ended", async () => {
  let ended: Tx | undefined;
  await database.sql.transaction(async (tx) => void (ended = tx));
  await expect(insert(ended ?? expect.unreachable(), "late")).rejects.toThrow("the transaction has ended");
  expect(await count("late")).toBe(0);
});

test("one text has one name, and another text another", () => {
  const nameOf = createStatementNames();
  const name = nameOf("SELECT 1 WHERE $1", 1);
  expect(name).toBeDefined();
  expect(nameOf("SELECT 1 WHERE $1", 1)).toBe(name);
  expect(nameOf("SELECT 2 WHERE $1", 1)).not.toBe(name);
});

test("a statement without parameters has none, nor one that a new column would break", () => {
  const nameOf = createStatementNames();
  expect(nameOf("COMMIT", 0)).toBeUndefined();
  expect(nameOf(`SELECT * FROM "Order" WHERE "id" = $1`, 1)).toBeUndefined();
});

test("texts beyond the limit have none, and those before keep theirs", () => {
  const nameOf = createStatementNames(1);
  const first = nameOf("SELECT $1", 1);
  expect(nameOf("SELECT $1, $2", 2)).toBeUndefined();
  expect(nameOf("SELECT $1", 1)).toBe(first);
});
