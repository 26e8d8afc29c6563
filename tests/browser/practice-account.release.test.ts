import { expect } from "vitest";
import { readyMade } from "../../sandbox/shopify/buyers.ts";
import { onlyForRelease } from "../support/release.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

const test = browserTest();

/** Where the first of these begins and ends from left to right, in pixels. */
const edgesOf = (app: Visitor["app"], selector: string) =>
  app
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return [left, right].map(Math.round);
    });

test("a merchant changes to a practice account, and every page says that nothing is printed", async ({
  harness: { sandbox },
  demo,
  desktop,
  phone,
}) => {
  const { app } = desktop;
  await desktop.visit("/app/settings/account");
  await app.getByRole("button", { name: "Change login" }).click();
  await app.getByRole("button", { name: "Use a practice account" }).click();
  const dialog = app.getByRole("dialog");
  await dialog.getByText("Your print service is disconnected.").waitFor();
  await dialog.getByRole("button", { name: "Use a practice account" }).click();
  await app.getByText("Practice account: nothing is printed").waitFor();
  await app.getByText("Any print SKU works.").waitFor();

  const placed = await demo.buy(readyMade(sandbox.goods)["plain"] ?? { lines: [] });
  await demo.waitForApp(placed, "is sent", ({ submissions }) => submissions.at(-1)?.state === "submitted");
  await desktop.visit("/app/orders");
  await app.getByRole("row").filter({ hasText: placed.name }).getByText("Practice", { exact: true }).waitFor();
  await desktop.visit(`/app/orders/${placed.id}`);
  await app.getByText("Practice order: nothing is printed").waitFor();
  await app.getByText("Practice price: made up, and nothing is charged.").waitFor();
  const pages = ["/app", `/app/orders/${placed.id}`, "/app/settings", "/app/settings/account"];
  for (const visitor of [desktop, ...onlyForRelease([phone])]) expect(await findFaults(visitor, pages)).toEqual([]);

  for (const visitor of [desktop, phone])
    for (const path of ["/app", "/app/orders", "/app/products/variants"]) {
      await visitor.visit(path);
      expect([path, await edgesOf(visitor.app, ".Inkbridge-AbovePage .Polaris-Banner")]).toEqual([
        path,
        await edgesOf(visitor.app, ".Polaris-Page .Polaris-ShadowBevel"),
      ]);
    }

  await desktop.visit("/app/settings/account");
  await app.getByRole("button", { name: "Disconnect" }).click();
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await desktop.page.getByText("Print service disconnected").waitFor();

  const tracking = await fetch(`${sandbox.url}/practice-tracking`);
  expect(await tracking.text()).toContain("Nothing was printed or shipped.");
});
