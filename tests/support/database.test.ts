import { afterAll, expect, test } from "vitest";
import { freshDatabase, openFreshDatabase } from "./database.ts";

const mine = await openFreshDatabase();
afterAll(() => mine.drop());

test("a fresh database is migrated and nobody else's", async () => {
  const other = await openFreshDatabase();
  await other.db.tombstone.create({ data: { hash: "a", createdAt: new Date(0) } });
  expect(await mine.db.tombstone.count()).toBe(0);
  expect(await other.db.tombstone.count()).toBe(1);
  await other.drop();
});

test("many can be made at once", async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => freshDatabase()));
  expect(new Set(made.map((one) => one.url)).size).toBe(4);
  await Promise.all(made.map((one) => one.drop()));
});
