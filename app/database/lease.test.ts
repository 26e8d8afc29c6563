import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { createSingleFlight, withLease } from "./lease.ts";
import { createShopsContext } from "../../tests/support/shops-context.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

test("one holder at a time; a holder that is gone loses it in the end", async () => {
  const ctx = createShopsContext(database);
  const gone = withLease(ctx, "a", 1000, async () => {
    expect(await withLease(ctx, "a", 1000, async () => "second")).toEqual({ held: false });
    expect(await withLease(ctx, "b", 1000, async () => "other")).toEqual({ held: true, value: "other" });
    ctx.clock.advance(1001);
    expect(await withLease(ctx, "a", 1000, async () => "third")).toEqual({ held: true, value: "third" });
    return "first";
  });
  expect(await gone).toEqual({ held: true, value: "first" });
});

test("a failure gives the lease back", async () => {
  const ctx = createShopsContext(database);
  await expect(withLease(ctx, "f", 60_000, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await withLease(ctx, "f", 60_000, async () => 1)).toEqual({ held: true, value: 1 });
});

test("of twenty at once one renews, all get its result", async () => {
  const ctx = createShopsContext(database);
  const singleFlight = createSingleFlight(ctx, 30_000);
  let value: string | null = null;
  let renewals = 0;
  const one = () =>
    singleFlight("many", {
      existing: async () => value,
      async renew() {
        renewals += 1;
        await database.pool.query("SELECT pg_sleep(0.1)");
        return (value = "renewed");
      },
    });
  const results = await Promise.all(Array.from({ length: 20 }, one));
  expect(new Set(results)).toEqual(new Set(["renewed"]));
  expect(renewals).toBe(1);
});
