import { Prisma } from "../../prisma/client/client.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/ids.ts";
import { sendUnread, type Tx } from "./transaction.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase({ connections: 2 })));
afterAll(() => database.drop());

const AT = new Date("2026-03-01T12:00:00.123Z");
const shop = (domain: string) => ({ id: newId(), domain, installedAt: AT, goLiveAt: AT, settings: {} });

test("raw SQL takes and returns what it does in a transaction of Prisma", async () => {
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
  const read = { $queryRaw: (tx: Prisma.TransactionClient) => tx.$queryRaw(query) };
  const byPrisma = await database.db.$transaction(read.$queryRaw, { timeout: 5_000 });
  expect(await database.db.$queryRaw(query)).toEqual(byPrisma);
  expect(await database.db.$transaction(read.$queryRaw)).toEqual(byPrisma);
});

test("raw SQL and models of one transaction are committed or rolled back together", async () => {
  const { db } = database;
  const [kept, lost] = [shop("kept.myshopify.com"), shop("lost.myshopify.com")];
  const write = (one: typeof kept, then: () => void) =>
    db.$transaction(async (tx) => {
      await tx.$executeRaw`INSERT INTO "Tombstone" ("hash", "createdAt") VALUES (${one.domain}, ${AT})`;
      await tx.shop.create({ data: one });
      expect(await db.shop.count({ where: { id: one.id } })).toBe(0);
      expect(await tx.$queryRaw`SELECT "domain" FROM "Shop" WHERE "id" = ${one.id}::uuid`).toEqual([
        { domain: one.domain },
      ]);
      then();
    });
  await write(kept, () => undefined);
  const changedMind = () => {
    throw new Error("changed my mind");
  };
  await expect(write(lost, changedMind)).rejects.toThrow("changed my mind");
  const both = [kept.domain, lost.domain];
  const domains = (await db.shop.findMany({ where: { domain: { in: both } } })).map(({ domain }) => domain);
  const hashes = (await db.tombstone.findMany({ where: { hash: { in: both } } })).map(({ hash }) => hash);
  expect([domains, hashes]).toEqual([[kept.domain], [kept.domain]]);
});

test("a transaction in which a statement failed is not taken for committed", async () => {
  const goOn = database.db.$transaction(async (tx) => {
    await tx.$executeRaw`INSERT INTO "Tombstone" ("hash", "createdAt") VALUES ('gone', ${AT})`;
    await tx.$queryRaw`SELECT 1 / 0`.catch(() => undefined);
  });
  await expect(goOn).rejects.toThrow("a statement had failed");
  expect(await database.db.tombstone.count({ where: { hash: "gone" } })).toBe(0);
});

test("transactions side by side keep to their own connections", async () => {
  const { db } = database;
  const pidOf = (rows: unknown) => (rows as [{ pid: number }])[0].pid;
  const pids = await Promise.all(
    Array.from({ length: 8 }, () =>
      db.$transaction(async (tx) => {
        const first = pidOf(await tx.$queryRaw`SELECT pg_backend_pid() AS "pid"`);
        await tx.shop.count();
        const second = pidOf(await tx.$queryRaw`SELECT pg_backend_pid() AS "pid"`);
        return first === second;
      }),
    ),
  );
  expect(pids).toEqual(Array.from({ length: 8 }, () => true));
});

test("the end of a transaction waits for a statement that nobody reads, and commits it", async () => {
  const { db } = database;
  await db.$transaction(async (tx) => {
    await sendUnread(
      tx,
      () => tx.$executeRaw`INSERT INTO "Tombstone" ("hash", "createdAt") SELECT 'unread', ${AT} FROM pg_sleep(0.05)`,
    );
  });
  expect(await db.tombstone.count({ where: { hash: "unread" } })).toBe(1);
});

test.each([
  ["nothing", () => Promise.resolve()],
  ["a statement", (tx: Tx) => tx.$queryRaw`SELECT 1`],
  ["a model", (tx: Tx) => tx.shop.count()],
])("a statement that nobody reads fails its transaction with its own error; after it comes %s", async (_, next) => {
  const { db } = database;
  const failing = db.$transaction(async (tx) => {
    await tx.$executeRaw`INSERT INTO "Tombstone" ("hash", "createdAt") VALUES ('undone', ${AT})`;
    await sendUnread(tx, () => tx.$queryRaw`SELECT 1 / 0`);
    await next(tx);
  });
  await expect(failing).rejects.toMatchObject({ code: "22012" });
  expect(await db.tombstone.count({ where: { hash: "undone" } })).toBe(0);
});

test("nothing is committed where a statement could not be sent", async () => {
  const { db } = database;
  const failing = db.$transaction(async (tx) => {
    await tx.$executeRaw`INSERT INTO "Tombstone" ("hash", "createdAt") VALUES ('undone', ${AT})`;
    await sendUnread(tx, () => Promise.reject(new Error("not sent")));
  });
  await expect(failing).rejects.toThrow("not sent");
  expect(await db.tombstone.count({ where: { hash: "undone" } })).toBe(0);
});

test("statements that are given at once run in their order, one transaction's in one packet", async () => {
  const { db } = database;
  const seen = await db.$transaction((tx) =>
    Promise.all([
      tx.$executeRaw`INSERT INTO "Tombstone" ("hash", "createdAt") VALUES ('order', ${AT})`,
      tx.$queryRaw<unknown[]>`SELECT 1 FROM "Tombstone" WHERE "hash" = 'order'`,
      tx.$executeRaw`DELETE FROM "Tombstone" WHERE "hash" = 'order'`,
      tx.$queryRaw<unknown[]>`SELECT 1 FROM "Tombstone" WHERE "hash" = 'order'`,
    ]),
  );
  expect([seen[1].length, seen[3].length]).toEqual([1, 0]);
});
