import { afterEach, expect, it } from "vitest";
import { createServices, type Services } from "../../app/services.server.ts";
import { freshDatabase, type FreshDatabase } from "../support/database.ts";
import { until } from "../support/until.ts";
import { order, stock } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";

let world: World;
let other: Services;
let fresh: FreshDatabase;
afterEach(async () => {
  await world.close();
  await other.close();
  await fresh.drop();
});

it("two installations on one Redis, under one prefix, work beside each other", async () => {
  world = await openWorld({ workers: false });
  fresh = await freshDatabase();
  const { env, queues } = world.services.core;
  const warned: Record<string, unknown>[] = [];
  const nothing = () => undefined;
  other = createServices(
    { ...env, databaseUrl: fresh.url },
    { debug: nothing, info: nothing, warn: (fields) => void warned.push(fields), error: nothing },
    { queues: { prefix: queues.prefix }, rhythm: { heartbeatEveryMs: 50, dueEveryMs: 40 } },
  );
  await world.startWorkers();
  const workers = await other.startWorkers();
  const beats = async () => (await other.core.ctx.db.heartbeat.findUniqueOrThrow({ where: { id: 1 } })).at.getTime();
  const began = await beats();
  await until("many beats of both", async () => (await beats()) > began + 1_500);

  const { shirt } = await stock(world);
  for (let n = 0; n < 4; n += 1) {
    const { id } = world.shopify.placeOrder(world.shop, order([{ variantId: shirt }]));
    await world.seen(id, "sent", (view) => view.submissions[0]?.state === "submitted");
  }
  expect(world.press.state().orders).toHaveLength(4);
  expect(await world.services.core.ctx.db.printAccount.count({ where: { gapFrom: { not: null } } })).toBe(0);
  const setBack = (fields: Record<string, unknown>) => fields["reason"] === "set_back";
  expect(world.logged.filter((one) => setBack(one.fields))).toEqual([]);
  // The younger one cannot know that it does not stand for the elder: it says so once, at its first beat.
  expect(warned.filter(setBack).length).toBeLessThan(2);
  expect(world.logged.filter((one) => one.message.includes("REDIS_PREFIX"))).toHaveLength(1);
  await workers.stop();
}, 60_000);
