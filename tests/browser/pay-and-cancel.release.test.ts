import type pg from "pg";
import { expect } from "vitest";
import { vitalsOf } from "../../bench/web-vitals.ts";
import type { PlacedOrder } from "../../sandbox/demo/demo.ts";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { expectAccessible } from "./axe.testing.ts";
import { until } from "../support/until.ts";
import { isIn, sentOrder } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

const test = browserTest({ interfaces: ["v3"] });

/** Nothing at the print service is under way any more. */
const untilSettled = (database: pg.Pool) =>
  until("payments and cancellations are settled", async () => {
    const { rows } = await database.query<{ open: number }>(
      `SELECT count(*)::int AS "open" FROM "ProviderWrite" WHERE "settledAt" IS NULL`,
    );
    return rows[0]?.open === 0;
  });

/** The order's page, read again at both ends, says that it is unpaid. */
async function openUnpaid({ app, visit }: Visitor, { id }: PlacedOrder): Promise<void> {
  await visit(`/app/orders/${id}`);
  await app.getByRole("button", { name: "Refresh" }).first().click();
  await app.getByText("prints nothing of this order until it's paid there").first().waitFor();
}

test("a merchant pays for a day's unpaid orders, one alone and the others at once, after the balance was too low", async ({
  demo,
  desktop,
  phone,
  database,
}) => {
  const { app, page } = desktop;
  const dialog = app.getByRole("dialog");
  const [one, two, three] = [await sentOrder(demo), await sentOrder(demo), await sentOrder(demo)];
  for (const order of [three, two, one]) await openUnpaid(desktop, order);
  await expectAccessible(desktop);

  // One alone, by keyboard: the dialog says what it costs, as far as that is known.
  await app.getByRole("button", { name: "Pay…" }).press("Enter");
  await dialog.getByText(/^(Amount: |The print service doesn't say)/).waitFor();
  await expectAccessible(desktop);
  await dialog.getByRole("button", { name: "Pay" }).click();
  await page.getByText("Paying for the order").waitFor();
  await untilSettled(database);
  await demo.production(one.reference, "produce");
  await demo.waitForApp(one, "is in production", isIn("in_production"));

  // The others at once, without money: one problem, whatever their number.
  await demo.printService.post("version-3", { wallet: "0.00" });
  await desktop.visit("/app/inbox");
  for (const { name } of [two, three]) await app.getByRole("checkbox", { name: `Select order ${name}` }).check();
  await app.getByRole("button", { name: "Pay at print service" }).click();
  await dialog.getByText("The orders cost:").waitFor();
  await expectAccessible(desktop);
  await dialog.getByRole("button", { name: "Pay for 2 orders" }).click();
  await page.getByText("2 orders being paid at the print service").waitFor();
  await until("the balance is told", async () => {
    await desktop.visit("/app/orders");
    await desktop.visit("/app");
    return (await app.getByText("Your balance at the print service is too low").count()) === 1;
  });
  await app.getByText("2 orders wait to be paid for.").waitFor();
  await expectAccessible(desktop);
  await phone.visit("/app/inbox");
  await phone.app.getByText("Your balance at the print service is too low").waitFor();
  await expectAccessible(phone);
  const frame = (await phone.appFrame()) ?? expect.fail("no frame of the app");
  expect((await vitalsOf(frame)).cls).toBeLessThanOrEqual(0.05);

  await demo.printService.post("version-3", { wallet: null });
  await app.getByRole("button", { name: "Try again now" }).click();
  await page.getByText("Trying to pay again").waitFor();
  await untilSettled(database);
  expect((await demo.printServiceState()).transactions.filter(({ kind }) => kind === "payment")).toHaveLength(3);
});

test("a merchant cancels an order at the print service in time, and hears of another that it is too late", async ({
  demo,
  desktop,
  harness,
  database,
}) => {
  const { app, page } = desktop;
  const dialog = app.getByRole("dialog");
  const cancelInShopify = async (order: PlacedOrder) => {
    await harness.sandbox.shopify.post("cancel", { shop: DEV_SHOP, order: order.name });
    await demo.waitForApp(order, "is canceled in Shopify", ({ reasons }) =>
      reasons.some(({ code }) => code === "cancelled_after_sent"),
    );
    await desktop.visit(`/app/orders/${order.id}`);
  };
  const inTime = await sentOrder(demo);
  await cancelInShopify(inTime);
  await app.getByText("Cancel the order at the print service before it's printed.").waitFor();
  await app.getByRole("button", { name: "Cancel at print service…" }).click();
  await expectAccessible(desktop);
  await dialog.getByRole("button", { name: "Cancel at print service" }).click();
  await page.getByText("Canceling at the print service").waitFor();
  await demo.waitForApp(inTime, "is canceled there", isIn("cancelled"));
  await desktop.visit("/app/orders");
  await desktop.visit(`/app/orders/${inTime.id}`);
  // As the status, and in the history.
  await app.getByText("Canceled at the print service.").nth(1).waitFor();

  const late = await sentOrder(demo);
  await openUnpaid(desktop, late);
  await demo.printService.post("event-faults", { effect: "drop", times: 20 });
  await demo.production(late.reference, "pay");
  await demo.production(late.reference, "produce");
  await cancelInShopify(late);
  await app.getByRole("button", { name: "Cancel at print service…" }).click();
  await dialog.getByRole("button", { name: "Cancel at print service" }).click();
  await untilSettled(database);
  await desktop.visit("/app/orders");
  await desktop.visit(`/app/orders/${late.id}`);
  await app.getByText("It can't be canceled anymore").first().waitFor();
  await app.getByText("was already printing the order when Inkbridge asked").waitFor();
  expect(await app.getByRole("button", { name: "Cancel at print service…" }).count()).toBe(0);
  await expectAccessible(desktop);
});
