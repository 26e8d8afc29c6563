import { afterAll, beforeAll, expect, it } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { whileLockHeld } from "../../tests/support/held-lock.ts";
import { newId } from "../../tests/support/ids.ts";
import { createRateCounts, readRateFigures } from "./rate-counts.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

it("what is being written is written, too, before a process ends", async () => {
  const { db, pool } = database;
  const now = new Date("2026-11-25T12:30:00Z");
  const ctx = { db, clock: { now: () => now }, log: console };
  const shopId = newId();
  const row = { id: shopId, domain: `${shopId}.myshopify.com`, installedAt: now, goLiveAt: now, settings: {} };
  await db.shop.create({ data: row });
  const counts = createRateCounts(ctx);
  counts.add(shopId, "kept", 40);
  const figures = await whileLockHeld(
    pool,
    (holder) => holder.query(`LOCK TABLE "CheckoutRateCount" IN EXCLUSIVE MODE`),
    async () => {
      void counts.flush();
      await counts.flush();
      return readRateFigures(ctx, shopId);
    },
  );
  expect(figures.counts.kept).toBe(1);
});
