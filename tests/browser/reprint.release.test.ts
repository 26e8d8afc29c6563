import { expect } from "vitest";
import { expectAccessible } from "./axe.testing.ts";
import { fulfilledOrder } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";
import { withLostConnection } from "./lost-connection.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

const test = browserTest();
const PRICE = /\/price\.data/;

/** Chooses one of two shirts, and reads the preview. */
async function preview({ app }: Visitor): Promise<void> {
  await app.getByRole("button", { name: "Reprint items…" }).click();
  const dialog = app.getByRole("dialog");
  await dialog.getByLabel("Quantity of Fox shirt").fill("1");
  await dialog.getByLabel("Reason").selectOption({ label: "Arrived damaged" });
  await dialog.getByRole("button", { name: "Preview reprint" }).click();
  await dialog.getByText("This is sent to the print service:").waitFor();
  await dialog.getByText(/The print service charges \$/).waitFor();
}

/** While the price of one print order is on its way, the amounts of the other are not shown. */
async function comparePrices({ app, page }: Visitor): Promise<void> {
  const printOrder = app.getByLabel("Print order", { exact: true });
  const amounts = app.getByText("Tax (not included)");
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await printOrder.selectOption({ index: 1 });
  await amounts.waitFor();
  await page.route(PRICE, (route) => answered.then(() => route.continue()));
  await printOrder.selectOption({ index: 0 });
  await amounts.waitFor({ state: "detached" });
  answer();
  await amounts.waitFor();
  await page.unroute(PRICE);
}

test("a merchant reprints a damaged item, is warned before the second time, and sees both marked", async ({
  demo,
  desktop,
  phone,
}) => {
  const placed = await fulfilledOrder(demo, "FIRST-1");
  const printed = async () =>
    (await demo.printServiceState()).orders.filter((one) => one.reference.startsWith(`${placed.name.slice(1)}-`));

  await desktop.visit(`/app/orders/${placed.id}`);
  await preview(desktop);
  await expectAccessible(desktop);
  await withLostConnection(desktop, async () => {
    await desktop.app.getByRole("button", { name: "Send reprint" }).click();
    await desktop.app.getByText("Your entries are still here.").waitFor();
  });
  await desktop.app.getByRole("button", { name: "Send reprint" }).click();
  await desktop.page.getByText("Reprint requested").waitFor();
  await desktop.app.getByRole("heading", { name: "Reprint", exact: true }).waitFor();
  await desktop.app.getByText("Reprint requested: arrived damaged.").waitFor();
  const seen = await demo.waitForApp(
    placed,
    "is reprinted",
    (order) => order.submissions.at(-1)?.state === "submitted",
  );
  expect((await printed()).map(({ items }) => items.map(({ itemSku, quantity }) => [itemSku, quantity]))).toEqual([
    [
      ["TEE-BLACK-M", 2],
      ["MUG-11OZ", 1],
    ],
    [["TEE-BLACK-M", 1]],
  ]);

  await comparePrices(desktop);

  await phone.visit(`/app/orders/${placed.id}`);
  await preview(phone);
  const again = phone.app.getByLabel("Reprint these items again");
  await phone.app.getByText("Some of these items were reprinted before").waitFor();
  expect(await phone.app.getByRole("button", { name: "Send reprint" }).isDisabled()).toBe(true);
  await expectAccessible(phone);
  await again.check();
  expect(await phone.app.getByRole("button", { name: "Send reprint" }).isDisabled()).toBe(false);
  await phone.app.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

  await demo.production(seen.submissions.at(-1)?.reference ?? "", "ship", { trackingNumber: "SECOND-2" });
  const inShopify = await demo.waitForShopify(placed, "has both numbers", (order) =>
    order.fulfillments.some(({ tracking }) => tracking.length === 2),
  );
  expect(inShopify.fulfillments.map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([[2, 1]]);
  await desktop.visit("/app/orders");
  await desktop.app
    .getByRole("row", { name: new RegExp(placed.name) })
    .getByText("Reprint")
    .waitFor();
});
