import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/ids.ts";

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
  const domains = (await db.shop.findMany()).map(({ domain }) => domain);
  const hashes = (await db.tombstone.findMany()).map(({ hash }) => hash);
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
