import { expect } from "vitest";
import { findBarriers } from "./axe.ts";
import { makeLively, type LivelyShop } from "./lively-shop.ts";
import { appPages, orderPages, sandboxPages } from "./pages.ts";
import { testOnStage } from "./test.ts";
import type { Visitor } from "./visitor.ts";

const test = testOnStage().extend("shop", { scope: "file" }, ({ stage }): Promise<LivelyShop> =>
  makeLively(stage.sandbox),
);

/** What is in the way on these pages: barriers that axe knows of, in the app or around it, and what stands out at the side. */
async function findFaults(visitor: Visitor, pages: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const path of pages) {
    await visitor.visit(path);
    for (const frame of visitor.page.frames()) {
      const found = await findBarriers(frame);
      const [wide = 0, window = 0] = await frame.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      if (wide > window) found.push(`is ${wide} px wide in a window of ${window} px`);
      faults.push(...found.map((fault) => `${path} ${frame.parentFrame() ? "(app)" : ""}: ${fault}`));
    }
  }
  return faults;
}

test("the app can be used by everybody at a desk", async ({ stage, shop, desktop }) => {
  expect(await findFaults(desktop, [...appPages(stage.sandbox), ...orderPages(shop)])).toEqual([]);
});

test("the app can be used by everybody on a phone", async ({ stage, shop, phone }) => {
  expect(await findFaults(phone, [...appPages(stage.sandbox), ...orderPages(shop)])).toEqual([]);
});

test("the sandbox can be used by everybody at a desk", async ({ stage, shop, desktop }) => {
  expect(await findFaults(desktop, sandboxPages(stage.sandbox, shop))).toEqual([]);
});

test("the sandbox can be used by everybody on a phone", async ({ stage, shop, phone }) => {
  expect(await findFaults(phone, sandboxPages(stage.sandbox, shop))).toEqual([]);
});
