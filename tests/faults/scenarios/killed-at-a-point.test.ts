import { describe, expect, test } from "vitest";
import { DOOR_POINTS, POINTS } from "../plant/plant.ts";
import { allTheWay, buy, NOTHING_AMISS, plantForFile, reckonUp, strikeFirst, whilePeopleBuy } from "./stage.ts";

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
