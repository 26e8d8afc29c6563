import { afterAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/ids.ts";
import { inRepeatableRead } from "./db.server.ts";

const CONNECTIONS = 2;
const { db, sql, drop } = await openFreshDatabase({ connections: CONNECTIONS });
afterAll(() => drop());

test("a connection that breaks within a transaction is replaced, as often as it happens", async () => {
  for (let n = 0; n < CONNECTIONS * 2; n += 1) {
    const broken = sql.transaction((tx) => tx.query`SELECT pg_terminate_backend(pg_backend_pid())`);
    await expect(broken).rejects.toThrow();
    const brokenByPrisma = db.$transaction((tx) => tx.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`);
    await expect(brokenByPrisma).rejects.toThrow();
  }
  expect(await db.shop.count()).toBe(0);
});

test("statements of one transaction are sent one by one, also where Prisma reads relations side by side", async () => {
  const warnings: string[] = [];
  const listen = (warning: Error) => void warnings.push(warning.message);
  process.on("warning", listen);
  const at = new Date("2026-03-01T12:00:00Z");
  const shop = { id: newId(), domain: "one.myshopify.com", installedAt: at, goLiveAt: at, settings: {} };
  await db.shop.create({ data: shop });
  const include = { orders: true, submissions: true, mappings: true, savedViews: true };
  const read = await db.$transaction((tx) => tx.shop.findMany({ include }));
  expect(read).toMatchObject([{ orders: [], submissions: [], mappings: [], savedViews: [] }]);
  // One that is refused keeps nobody from an answer.
  const refused = db.$transaction((tx) => Promise.all([tx.$queryRaw`SELECT 1 / 0`, tx.shop.findMany({ include })]));
  await expect(refused).rejects.toThrow();
  await db.shop.deleteMany();
  // Warnings come a moment later.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", listen);
  expect(warnings).toEqual([]);
});

test("a commit that is refused costs no connection, as often as it happens", async () => {
  await db.$executeRaw`CREATE TABLE "Late" ("n" int UNIQUE DEFERRABLE INITIALLY DEFERRED)`;
  for (let n = 0; n < CONNECTIONS * 2; n += 1) {
    const refused = sql.transaction((tx) => tx.execute`INSERT INTO "Late" VALUES (1), (1)`);
    await expect(refused).rejects.toThrow();
    const refusedByPrisma = db.$transaction((tx) => tx.$executeRaw`INSERT INTO "Late" VALUES (1), (1)`);
    await expect(refusedByPrisma).rejects.toThrow();
  }
  expect(await db.$queryRaw`SELECT count(*)::int AS "count" FROM "Late"`).toEqual([{ count: 0 }]);
});

test("what is committed between two reads is seen by neither", async () => {
  const tombstones = await inRepeatableRead(db, async (tx) => {
    const before = await tx.tombstone.count();
    await db.tombstone.create({ data: { hash: "h", createdAt: new Date() } });
    return [before, await tx.tombstone.count()];
  });
  expect(tombstones).toEqual([0, 0]);
  expect(await db.tombstone.count()).toBe(1);
});
