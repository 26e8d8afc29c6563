import { describe, expect, test } from "vitest";
import type { Point } from "../environment/environment.ts";
import { allTheWay, buy, NOTHING_AMISS, plantForFile, reckonUp, strikeFirst, whilePeopleBuy } from "./scenario.testing.ts";

const openStage = plantForFile();

/** Past the queue's lock (2 s) and past the claims (2.5 s). */
const LONG_MS = 4_000;
/** Until another worker has lost the claim for it, looked up twice that the order is not there, and sent it itself. */
const UNTIL_SENT_BY_ANOTHER_MS = 12_000;

const POINTS: Point[] = [
  "claim committed",
  "create sent",
  "create answered",
  "write claimed",
  "fulfillment sent",
  "fulfillment answered",
];

describe("a worker is frozen past its lock and its claim, and goes on", () => {
  test.each(POINTS)("at the point: %s", async (point) => {
    const stage = await openStage();
    const freezeMs = point === "claim committed" ? UNTIL_SENT_BY_ANOTHER_MS : LONG_MS;
    const struck = strikeFirst(stage.plant.workers, point, { freezeMs });
    await whilePeopleBuy(stage, allTheWay(stage, buy(stage, 2)));
    expect(await struck).toBe("one struck");
    expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
  });
});

test("the event loops of all workers are blocked past the lock", async () => {
  const stage = await openStage();
  const orders = buy(stage, 6);
  await Promise.all(stage.plant.workers.map((one) => one.block(LONG_MS)));
  await allTheWay(stage, orders);
  expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
});

test("the web process is frozen while deliveries come: Shopify comes again", async () => {
  const stage = await openStage();
  const frozen = stage.plant.web.freeze(LONG_MS);
  const orders = buy(stage, 5);
  await frozen;
  await allTheWay(stage, orders);
  expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
});
