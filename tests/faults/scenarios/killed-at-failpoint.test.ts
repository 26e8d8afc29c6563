import { describe, expect, test } from "vitest";
import { DOOR_POINTS, POINTS } from "../environment/environment.ts";
import {
  allTheWay,
  buy,
  NOTHING_AMISS,
  plantForFile,
  printed,
  reckonUp,
  strikeFirst,
  waiting,
  whilePeopleBuy,
  type Stage,
} from "./scenario.testing.ts";

const openStage = plantForFile();

describe("SIGKILL", () => {
  test.each(POINTS)("at the point: %s", async (point) => {
    const stage = await openStage();
    const { web, workers } = stage.plant;
    const struck = strikeFirst(DOOR_POINTS.includes(point) ? [web] : workers, point, "kill");
    await whilePeopleBuy(stage, allTheWay(stage, buy(stage, 2)));
    expect(await struck).toBe("one struck");
    expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
  });
});

/** States of what a shop has had sent. */
async function states({ plant, shop }: Stage): Promise<string[]> {
  const { rows } = await plant.database.pool.query<{ state: string }>(
    `SELECT s."state" FROM "Submission" s JOIN "Shop" ON "Shop"."id" = s."shopId" WHERE "Shop"."domain" = $1`,
    [shop.domain],
  );
  return rows.map((row) => row.state);
}

test("killed when the print service has the order, which tells nothing of it: it is looked for, and not sent again", async () => {
  const stage = await openStage();
  const struck = strikeFirst(stage.plant.workers, "create answered", "kill");
  const orders = buy(stage);
  await printed(stage, orders);
  expect(await struck).toBe("one struck");
  await waiting(stage, "the order is found", async () => (await states(stage)).join() === "submitted");
  expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
});
