import { afterAll, expect, test } from "vitest";
import { openFreshDatabase } from "../tests/support/database.ts";

const CONNECTIONS = 2;
const { db, drop } = await openFreshDatabase({ connections: CONNECTIONS });
afterAll(() => drop());

test("a connection that breaks within a transaction is replaced, as often as it happens", async () => {
  for (let n = 0; n < CONNECTIONS * 2; n += 1) {
    const broken = db.$transaction((tx) => tx.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`);
    await expect(broken).rejects.toThrow();
  }
  expect(await db.shop.count()).toBe(0);
});

test("a commit that is refused costs no connection, as often as it happens", async () => {
  await db.$executeRaw`CREATE TABLE "Late" ("n" int UNIQUE DEFERRABLE INITIALLY DEFERRED)`;
  for (let n = 0; n < CONNECTIONS * 2; n += 1) {
    const refused = db.$transaction((tx) => tx.$executeRaw`INSERT INTO "Late" VALUES (1), (1)`);
    await expect(refused).rejects.toThrow();
  }
  expect(await db.$queryRaw`SELECT count(*)::int AS "count" FROM "Late"`).toEqual([{ count: 0 }]);
});
