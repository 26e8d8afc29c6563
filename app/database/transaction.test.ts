import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { inRepeatableRead } from "./transaction.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

test("what is committed between two reads is seen by neither", async () => {
  const { db } = database;
  const tombstones = await inRepeatableRead(db, async (tx) => {
    const before = await tx.tombstone.count();
    await db.tombstone.create({ data: { hash: "h", createdAt: new Date() } });
    return [before, await tx.tombstone.count()];
  });
  expect(tombstones).toEqual([0, 0]);
  expect(await db.tombstone.count()).toBe(1);
});
