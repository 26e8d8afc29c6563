import { describe, expect, test } from "vitest";
import { until } from "../../support/until.ts";
import {
  allTheWay,
  buy,
  fulfilled,
  NOTHING_AMISS,
  plantForFile,
  printed,
  reckonUp,
  ship,
  somePrinted,
  waiting,
  type Stage,
} from "./scenario.testing.ts";

const openStage = plantForFile();

/** Every webhook of the shop has been answered with 200. */
const acknowledged = ({ plant, shop }: Stage) =>
  plant.shopify.webhooks.deliveries.every((one) => one.shop !== shop.domain || one.state === "delivered");

describe("FLUSHALL", () => {
  test("while nothing is to be done", async () => {
    const stage = await openStage();
    await stage.plant.redis.flush();
    await allTheWay(stage, buy(stage, 2));
    expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
  });

  test("in the middle of a burst", async () => {
    const stage = await openStage();
    const orders = buy(stage, 12);
    await somePrinted(stage, orders);
    await stage.plant.redis.flush();
    await printed(stage, orders);
    ship(stage, orders);
    await stage.plant.redis.flush();
    await fulfilled(stage, orders);
    expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
  });

  test("while an order is being sent", async () => {
    const stage = await openStage();
    const { press, redis } = stage.plant;
    press.addFault({ endpoint: "create", effect: "slow", ms: 600 });
    const before = press.state().calls["create"] ?? 0;
    const orders = buy(stage);
    await until("the call", () => (press.state().calls["create"] ?? 0) > before, 60_000);
    await redis.flush();
    await allTheWay(stage, orders);
    expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
  });
});

test("Redis is away while deliveries come: they are acknowledged, and served afterwards", async () => {
  const stage = await openStage();
  await stage.plant.redis.stop();
  const orders = buy(stage, 5);
  await waiting(stage, "acknowledged without Redis", () => acknowledged(stage));
  const firstTries = stage.plant.shopify.webhooks.deliveries.filter((one) => one.shop === stage.shop.domain);
  expect(firstTries.map((one) => one.attempts.length)).toEqual(firstTries.map(() => 1));
  await stage.plant.redis.start();
  await allTheWay(stage, orders);
  expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
});

test("Redis refuses writes for a while: deliveries are acknowledged, and served afterwards", async () => {
  const stage = await openStage();
  await stage.plant.redis.readOnly(true);
  const orders = buy(stage, 5);
  await waiting(stage, "acknowledged with a Redis that only reads", () => acknowledged(stage));
  await stage.plant.redis.readOnly(false);
  await allTheWay(stage, orders);
  expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
});
