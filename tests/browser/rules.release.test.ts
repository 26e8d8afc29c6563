import { expect } from "vitest";
import { readyMade } from "../../sandbox/shopify/buyers.ts";
import type { ShownOrder } from "../../sandbox/show-order.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";

const test = browserTest();

const PAGE = "/app/settings/rules";
const isSubmitted = ({ submissions }: ShownOrder) => submissions[0]?.state === "submitted";

test("stored rules that can't be read are left for later, or replaced by none", async ({ database, desktop }) => {
  const { app, page, visit } = desktop;
  const bar = page.locator("#save-bar");
  const banner = app.getByText("Your saved rules can't be read");
  await database.query(`UPDATE "Shop" SET "settings" = "settings" || '{"rules": [{"id": 1}]}'`);
  await visit(PAGE);
  await banner.waitFor();
  await bar.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await bar.waitFor({ state: "hidden" });
  await visit("/app/settings");
  await app.getByRole("link", { name: /^Rules.*Save again/ }).click();
  await banner.waitFor();
  await bar.getByRole("button", { name: "Save" }).click();
  await banner.waitFor({ state: "hidden" });
  await bar.waitFor({ state: "hidden" });
});

test("a merchant tries a rule on past orders, saves it, and sees on an order that the rule decided", async ({
  harness: { sandbox },
  demo,
  desktop,
  phone,
}) => {
  const { app, page, visit } = desktop;
  const bar = page.locator("#save-bar");
  const goods = readyMade(sandbox.goods)["plain"] ?? { lines: [] };
  await demo.buy({ ...goods, tags: ["wholesale"] });
  const past = await demo.buy(goods);
  await demo.waitForApp(past, "is submitted", isSubmitted);

  await visit("/app/settings");
  await app.getByRole("link", { name: /^Rules/ }).click();
  await app.getByRole("button", { name: "Add “Hold large orders”" }).click();
  await app.getByLabel("Amount").fill("lots");
  await bar.getByRole("button", { name: "Save" }).click();
  await app.getByText("Enter an amount, such as 200 or 49.90.").waitFor();
  desktop.browserErrors.splice(0, Infinity);
  await app.getByLabel("Amount").fill("1");
  await app.getByRole("button", { name: "Try on the last 30 days" }).click();
  await app.getByText("2 of 2 orders of the last 30 days would have been held.").waitFor();

  // A rule above it covers the same orders, and is moved below by the keyboard.
  await app.getByRole("button", { name: "Add rule" }).click();
  await app.getByLabel("Name").last().fill("Wholesale right away");
  await app.getByRole("textbox", { name: "Tags" }).fill("wholesale");
  await app.getByLabel("Action").last().selectOption({ label: "Send right away" });
  await app.getByRole("button", { name: "Move Wholesale right away up" }).press("Enter");
  await app.getByText("1. Wholesale right away").waitFor();
  await app.getByText("Order tag is wholesale").waitFor();
  await bar.getByRole("button", { name: "Save" }).click();
  await page.getByText("Rules saved").waitFor();
  await bar.waitFor({ state: "hidden" });

  const wholesale = await demo.buy({ ...goods, tags: ["wholesale"] });
  await demo.waitForApp(wholesale, "is submitted", isSubmitted);
  const held = await demo.buy(goods);
  await visit(`/app/orders/${held.id}`);
  await app.getByText("Rule: “Hold large orders”.").waitFor();
  await app.getByText("Rule: “Hold large orders” (hold for approval).").waitFor();

  await visit(PAGE);
  await app.getByRole("button", { name: "Edit Hold large orders" }).click();
  await app.getByLabel("Condition 1").selectOption({ label: "Customer's first order" });
  await app.getByText("Rules about customers need access").waitFor();
  for (const visitor of [desktop, phone]) {
    await visitor.visit("/app");
    await visitor.visit(PAGE);
    await visitor.app.getByRole("button", { name: "Edit Hold large orders" }).click();
    await visitor.app.getByLabel("Action").waitFor();
    expect(await findFaults(visitor, [PAGE])).toEqual([]);
  }

  await visit("/app/orders");
  await app.getByRole("button", { name: /search and filter/i }).click();
  await app.getByRole("button", { name: "Add filter" }).click();
  await app
    .getByRole("menuitem", { name: "Tag" })
    .or(app.getByRole("button", { name: "Tag", exact: true }))
    .first()
    .click();
  await app.getByText("wholesale (2)").click();
  await app.getByText("Tag: wholesale").waitFor();
  await app.getByRole("link", { name: held.name }).waitFor({ state: "hidden" });
  await app.getByRole("link", { name: wholesale.name }).waitFor();
});
