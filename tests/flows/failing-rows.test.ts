import { afterEach, expect, it } from "vitest";
import { takeBackFailed } from "../../app/orders/core/failed-work.ts";
import { until } from "../support/until.ts";
import { order, stock } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";

const MINUTE = 60_000;
const SECOND = 1000;
let world: World;
afterEach(() => world.close());

const lines = () =>
  world.logged.filter((one) => one.message === "work on a row failed" && one.fields["work"] === "submission");

it("an order whose content cannot be opened is tried ever more rarely, is told, and goes on once it can", async () => {
  world = await openWorld({
    settings: { editWindowMinutes: 5 },
    policy: { retryFirstMs: 2 * SECOND, retryMostMs: 10 * MINUTE },
  });
  const { shirt } = await stock(world);
  const { id } = world.shopify.placeOrder(world.shop, order([{ variantId: shirt }]));
  await world.seen(id, "held by the window", (view) => view.submissions[0]?.state === "waiting");
  const { ctx } = world.services.core;
  const row = () => ctx.db.submission.findFirstOrThrow();
  const { payloadSealed } = await row();
  await ctx.db.submission.updateMany({ data: { payloadSealed: Buffer.from("not sealed by us") } });

  // Each try is followed by a longer wait; the clock is moved to the end of each.
  world.clock.pass(6 * MINUTE);
  const waits: number[] = [];
  for (let n = 1; n <= 10; n += 1) {
    await until(`failure ${n}`, async () => (await row()).failures === n);
    waits.push(((await row()).dueAt?.getTime() ?? 0) - world.clock.now().getTime());
    world.clock.pass((waits.at(-1) ?? 0) + 100);
  }
  expect(waits[0]).toBeLessThan(3 * SECOND);
  expect(waits[4]).toBeGreaterThan(20 * SECOND);
  expect(waits[9]).toBeGreaterThan(7 * MINUTE);
  expect(lines().map((one) => one.fields["failures"])).toEqual([1, 2, 4, 8]);

  const codes = async () => (await world.view(id))?.submissions[0]?.attention.map(({ code }) => code);
  await until("its reason", async () => (await codes())?.includes("processing_failed"));

  await until("it rests", async () => ((await row()).dueAt?.getTime() ?? 0) > world.clock.now().getTime());
  await ctx.db.submission.updateMany({ data: { payloadSealed } });
  world.clock.pass(11 * MINUTE);
  await world.seen(id, "sent", (view) => view.submissions[0]?.state === "submitted");
  await until("it counts anew", async () => (await row()).failures === 0);
  await takeBackFailed(ctx);
  expect(await codes()).toEqual([]);
  expect(world.press.state().orders).toHaveLength(1);
}, 60_000);
