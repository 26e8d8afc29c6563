import { expect, onTestFinished } from "vitest";
import type { Demo, PlacedOrder } from "../../sandbox/demo/demo.ts";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { orderInput, PEOPLE } from "../../sandbox/shopify/buyers.ts";
import { bodies, printedItems } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import { shown, type Visitor } from "./visitor.testing.ts";

// A merchant at the queue of orders whose personalization waits for a person.
const test = browserTest();

/** A customer orders a shirt with this name on its back; the app holds the order for review. */
async function personalized(demo: Demo, name: string, more: object = {}): Promise<PlacedOrder> {
  const properties = [{ name: "Name on the back", value: name }];
  const input = orderInput(PEOPLE.unitedStates, [{ variantId: demo.goods.shirt, quantity: 1, properties }], more);
  return held(demo, await demo.buy(input), "personalization_review");
}

async function held(demo: Demo, order: PlacedOrder, code: string): Promise<PlacedOrder> {
  await demo.waitForApp(order, `is held: ${code}`, ({ reasons }) => reasons.some((reason) => reason.code === code));
  return order;
}

/** The order whose turn it is, with its text, in reach of the keys. */
async function turnOf({ app }: Visitor, { name }: PlacedOrder, text: string): Promise<void> {
  const region = app.getByRole("region", { name: `Order ${name}` });
  await region.getByText(`“${text}”`, { exact: true }).waitFor();
  await expect.poll(() => region.evaluate((element) => element === document.activeElement), shown).toBe(true);
}

test("a merchant reviews one order after another by keys: approves, corrects, skips, leaves out, and loses none to a colleague", async ({
  harness: { sandbox },
  demo,
  desktop,
}) => {
  const { app, page } = desktop;
  const toast = (text: string) => page.getByText(text, { exact: true }).waitFor();
  const [anna, risky, cleo, dora] = [
    await personalized(demo, "ANNA"),
    await personalized(demo, "BEN", { risk: "HIGH", note: "Please gift wrap." }),
    await personalized(demo, "CLEO"),
    await personalized(demo, "DORRA"),
  ];
  const eve = await personalized(demo, "EVE");
  const engraved = [{ name: "Engraving", value: "For Bob" }];
  const unused = await demo.buy(
    orderInput(PEOPLE.unitedStates, [{ variantId: demo.goods.shirt, quantity: 1, properties: engraved }]),
  );
  await held(demo, unused, "details_unused");

  await desktop.visit("/app/orders");
  await app.getByRole("link", { name: "Review personalization (6)" }).click();
  await app.getByText("1 of 6").waitFor();
  await turnOf(desktop, anna, "ANNA");
  await app.getByRole("region").getByText("“Back: ANNA”").waitFor();
  await page.keyboard.press("a");
  await toast(`${anna.name}: Personalization approved. Goes to print now`);
  expect(await printedItems(demo, anna)).toMatchObject([{ variant_note: "Back: ANNA" }]);

  // The fraud risk stays in force, and the buyer's note is in sight.
  await turnOf(desktop, risky, "BEN");
  await app.getByText("2 of 6").waitFor();
  await app.getByRole("region").getByText("High fraud risk").waitFor();
  await app.getByRole("region").getByText("Please gift wrap.").waitFor();
  await app.getByRole("region").getByRole("button", { name: "Approve personalization" }).click();
  await toast(`${risky.name}: Personalization approved. Still waits for: High fraud risk`);

  await turnOf(desktop, cleo, "CLEO");
  await page.keyboard.press("s");

  await turnOf(desktop, dora, "DORRA");
  await page.keyboard.press("c");
  const dialog = app.getByRole("dialog");
  await dialog.getByLabel("Print note").fill("Back: DORA");
  // In a field and in a dialog, the keys are letters.
  await dialog.getByLabel("Reason").pressSequentially("as");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Save and approve" }).click();
  await toast(`${dora.name}: Change saved and approved. Goes to print now`);
  expect(await printedItems(demo, dora)).toMatchObject([{ variant_note: "Back: DORA" }]);

  // A colleague is quicker.
  await turnOf(desktop, eve, "EVE");
  const { submissions } = await demo.waitForApp(eve, "is known", () => true);
  const approval = { action: "approve_personalization", submissionId: submissions[0]?.id };
  await sandbox.merchant.post(`/app/api/orders/${eve.id}`, approval);
  await page.keyboard.press("a");
  await app.getByText(`Order ${eve.name} no longer needs a review.`).waitFor();
  expect(await printedItems(demo, eve)).toMatchObject([{ variant_note: "Back: EVE" }]);

  await turnOf(desktop, unused, "For Bob");
  await app.getByRole("region").getByText("The customer's text won't be printed.").waitFor();
  await page.keyboard.press("d");
  await dialog.getByRole("button", { name: "Don't print this item" }).click();
  await toast(`${unused.name}: Item excluded from print`);

  await app.getByText("End of the list: 1 order skipped").waitFor();
  expect(await bodies(demo, cleo)).toEqual([]);
  await app.getByRole("button", { name: "Review skipped orders" }).click();
  await turnOf(desktop, cleo, "CLEO");
  await page.keyboard.press("a");
  await app.getByText("All reviewed").waitFor();
  expect(await printedItems(demo, cleo)).toMatchObject([{ variant_note: "Back: CLEO" }]);
  for (const order of [risky, unused]) expect(await bodies(demo, order)).toEqual([]);
});

test("several orders are approved at once on a phone, each with its text in the dialog, and one that was canceled meanwhile is not", async ({
  harness,
  demo,
  phone,
}) => {
  const { app, page } = phone;
  const orders = [];
  for (const name of ["FAY", "GUS", "HAL"]) orders.push(await personalized(demo, name));
  const [fay, gus, hal] = orders as [PlacedOrder, PlacedOrder, PlacedOrder];
  await phone.visit(`/app/orders/${fay.id}`);
  await app.getByRole("link", { name: "Review one by one" }).click();
  await turnOf(phone, fay, "FAY");
  expect(await findFaults(phone, ["/app/orders/review"])).toEqual([]);
  await phone.visit("/app/orders/review");
  await turnOf(phone, fay, "FAY");
  await app.getByRole("button", { name: "Approve several…" }).click();
  const dialog = app.getByRole("dialog");
  for (const text of ["FAY", "GUS", "HAL"]) await dialog.getByText(`“Back: ${text}”`).waitFor();
  const approve = dialog.getByRole("button", { name: /^Approve \d orders?$/ });
  expect(await approve.isDisabled()).toBe(true);
  for (const { name } of [fay, gus]) await dialog.getByLabel(`Approve order ${name}`).check();
  await harness.sandbox.shopify.post("cancel", { shop: DEV_SHOP, order: gus.id, options: {} });
  await demo.waitForApp(gus, "is canceled", ({ submissions }) => submissions[0]?.state === "cancelled");
  await dialog.getByRole("button", { name: "Approve 2 orders" }).click();
  await page.getByText("1 order approved, 1 of them goes to print now", { exact: true }).waitFor();
  await app.getByText(`Order ${gus.name} was canceled.`).waitFor();
  expect(await printedItems(demo, fay)).toMatchObject([{ variant_note: "Back: FAY" }]);
  await turnOf(phone, hal, "HAL");
  expect(await bodies(demo, hal)).toEqual([]);
  await page.keyboard.press("a");
  await app.getByText("All reviewed").waitFor();
  expect(await printedItems(demo, hal)).toHaveLength(1);
  expect(await bodies(demo, gus)).toEqual([]);
});

test("a text that a colleague changes after its approval is shown again in the same round", async ({
  harness: { sandbox },
  demo,
  desktop,
  phone: { app: theirs, visit },
}) => {
  const { app, page } = desktop;
  await sandbox.merchant.post("/app/api/settings", { editWindowMinutes: 30 });
  onTestFinished(() => sandbox.merchant.post("/app/api/settings", { editWindowMinutes: 0 }));
  const ida = await personalized(demo, "IDA");
  await desktop.visit("/app/orders/review");
  await turnOf(desktop, ida, "IDA");
  await page.keyboard.press("a");
  await app.getByText("All reviewed").waitFor();
  expect(await bodies(demo, ida)).toEqual([]);
  await visit(`/app/orders/${ida.id}`);
  await theirs.getByRole("button", { name: /^Change item…/ }).click();
  const dialog = theirs.getByRole("dialog");
  await dialog.getByLabel("Print note").fill("Back: IDA B.");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Save change" }).click();
  await turnOf(desktop, ida, "IDA");
  await app.getByRole("region").getByText("“Back: IDA B.”").waitFor();
  await page.keyboard.press("a");
  await app.getByText("All reviewed").waitFor();
});
