import { expect, test } from "vitest";
import { until } from "../../support/until.ts";
import {
  allTheWay,
  buy,
  NOTHING_AMISS,
  plantForFile,
  printed,
  reckonUp,
  ship,
  somePrinted,
  whilePeopleBuy,
} from "./scenario.testing.ts";

const openStage = plantForFile();

test("the database crashes and comes back in the middle of a burst", async () => {
  const stage = await openStage();
  const orders = buy(stage, 10);
  await somePrinted(stage, orders);
  await stage.plant.database.restart();
  await whilePeopleBuy(stage, allTheWay(stage, orders));
  expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
});

test("the database is away while deliveries come: none is acknowledged, all come again", async () => {
  const stage = await openStage();
  await stage.plant.database.stop();
  const orders = buy(stage, 4);
  const webhooks = () =>
    stage.plant.shopify.webhooks.deliveries.filter((one) => one.shop === stage.shop.domain && one.attempts.length > 0);
  await until("the first tries", () => webhooks().length >= orders.length, 60_000);
  expect(webhooks().filter((one) => one.state === "delivered")).toEqual([]);
  await stage.plant.database.start();
  await allTheWay(stage, orders);
  expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
});

test("all connections are cut, again and again, while orders are sent and fulfilled", async () => {
  const stage = await openStage();
  const { database } = stage.plant;
  const orders = buy(stage, 8);
  const cutting = setInterval(() => void database.cutConnections().catch(() => 0), 700);
  try {
    await whilePeopleBuy(stage, printed(stage, orders));
    ship(stage, orders);
    await until("some fulfilled", () => orders.filter((one) => one.fulfillments.length > 0).length >= 4, 60_000);
  } finally {
    clearInterval(cutting);
  }
  expect(await whilePeopleBuy(stage, allTheWay(stage, orders)).then(() => reckonUp(stage))).toEqual(NOTHING_AMISS);
});
