import { expect } from "vitest";
import type { Demo, PlacedOrder } from "../../sandbox/demo/demo.ts";
import { readyMade } from "../../sandbox/shopify/buyers.ts";
import { bodies, printedItems } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import { shown } from "./visitor.testing.ts";

// A merchant works off what needs a person.
const test = browserTest();

async function held(demo: Demo, kind: string, code: string): Promise<PlacedOrder> {
  const order = await demo.buy(readyMade(demo.goods)[kind] ?? expect.unreachable());
  await demo.waitForApp(order, `is held: ${code}`, ({ reasons }) => reasons.some((reason) => reason.code === code));
  return order;
}

test("a merchant works off the inbox by keys: snoozes, assigns, approves in place, and goes on from order to order until nothing needs her", async ({
  harness: { sandbox },
  demo,
  desktop,
  phone,
}) => {
  const { app, page } = desktop;
  const toast = (text: string) => page.getByText(text, { exact: true }).waitFor();
  const entry = ({ name }: PlacedOrder) => app.getByRole("listitem").filter({ hasText: name });
  const link = ({ name }: PlacedOrder) => app.getByRole("link", { name, exact: true });
  const hasFocus = (order: PlacedOrder) =>
    expect.poll(() => link(order).evaluate((one) => one === document.activeElement), shown).toBe(true);
  await desktop.visit("/app/inbox");
  await app.getByText("Nothing needs you").waitFor();

  await sandbox.merchant.post("/app/api/settings", { approval: "manual" });
  // What blocks an order comes before what waits for a decision, and what waits longer before the rest.
  const engraved = await held(demo, "engraved", "details_unused");
  const plain = await held(demo, "plain", "awaiting_approval");
  const german = await held(demo, "germany", "awaiting_approval");
  const phoneless = await held(demo, "withoutPhone", "contact_missing");

  await desktop.visit("/app");
  await page.getByRole("link", { name: "Inbox (4)" }).waitFor();
  await app.getByRole("link", { name: "1 order: Email or phone missing" }).click();
  await app.getByText("Reason: Email or phone missing").waitFor();
  await entry(phoneless)
    .getByText(/^Since .+ \((just now|.+ ago)\)/)
    .waitFor();
  expect(await link(plain).count()).toBe(0);
  await desktop.visit("/app/inbox");
  await hasFocus(phoneless);
  await page.keyboard.press("j");
  await hasFocus(engraved);
  await page.keyboard.press("ArrowUp");
  await hasFocus(phoneless);

  // She has written to the customer.
  await page.keyboard.press("x");
  await app.getByText("1 selected").waitFor();
  await app.getByRole("button", { name: "Snooze…" }).click();
  const dialog = app.getByRole("dialog");
  await dialog.getByLabel("Until").selectOption("A date and time");
  await dialog.getByRole("button", { name: "Snooze", exact: true }).click();
  await dialog.getByText("Enter a date and time.").waitFor();
  expect(desktop.browserErrors.splice(0)).toEqual([expect.stringContaining("status of 422")]);
  await dialog.getByLabel("Date and time").fill("2099-01-05T09:00");
  await dialog.getByRole("button", { name: "Snooze", exact: true }).click();
  await toast("1 order snoozed");
  await link(phoneless).waitFor({ state: "detached" });
  await app.getByRole("tab", { name: "Snoozed (1)" }).click();
  await entry(phoneless).getByText("Waiting for the customer").waitFor();

  await app.getByRole("tab", { name: "Open (3)" }).click();
  await app.getByRole("checkbox", { name: `Select order ${german.name}` }).check({ force: true });
  await app.getByRole("button", { name: "Assign…" }).click();
  await dialog.getByRole("button", { name: "Assign", exact: true }).click();
  await toast("1 order assigned");
  await entry(german).getByText("Assigned to you").waitFor();
  await app.getByRole("tab", { name: "Assigned to me (1)" }).click();
  await link(plain).waitFor({ state: "detached" });
  await entry(german).waitFor();
  await app.getByRole("tab", { name: "Open (3)" }).click();
  await link(plain).waitFor();
  expect(await findFaults(desktop, [page.url()])).toEqual([]);

  // One order after another, from the inbox and back to it.
  await link(engraved).focus();
  await page.keyboard.press("Enter");
  await app.getByRole("heading", { name: `Order ${engraved.name}` }).waitFor();
  await app.getByRole("button", { name: "Next order" }).click();
  await app.getByRole("heading", { name: `Order ${plain.name}` }).waitFor();
  await app.getByRole("button", { name: "Next order" }).click();
  await app.getByRole("heading", { name: `Order ${german.name}` }).waitFor();
  await app.getByRole("link", { name: "Inbox" }).click();

  // In place, with the buttons and the words of the order's page.
  await app.getByRole("button", { name: `Show actions for order ${plain.name}` }).click();
  await entry(plain).getByRole("button", { name: "Approve and send" }).click();
  await link(plain).waitFor({ state: "detached" });
  expect(await printedItems(demo, plain)).toHaveLength(2);

  await app.getByLabel("Select all on this page").check({ force: true });
  await app.getByRole("button", { name: "Approve", exact: true }).click();
  await dialog.getByText(`Customer's text not printed: ${engraved.name}`).waitFor();
  await dialog.getByRole("button", { name: "Approve 2 orders" }).click();
  expect(await printedItems(demo, german)).toHaveLength(2);
  await expect.poll(() => app.getByText("Needs approval").count(), shown).toBe(0);
  expect(await bodies(demo, engraved)).toEqual([]);
  await app.getByRole("button", { name: `Show actions for order ${engraved.name}` }).click();
  await entry(engraved).getByRole("button", { name: "Print without text" }).click();
  await toast("Printing without text");
  await app.getByText("Nothing needs you").waitFor();

  // Who did what, in orders and settings.
  await app.getByRole("link", { name: "Activity" }).click();
  const shownText = (text: string) => app.getByText(text, { exact: true }).filter({ visible: true }).first();
  await shownText("Printing without text.").or(shownText("Resolved: Customer's text not printed.")).first().waitFor();
  await app.getByLabel("Where").selectOption("Settings");
  await shownText("Changed settings: approval.").waitFor();
  await shownText("Snoozed in the inbox: waiting for the customer.").waitFor({ state: "detached" });
  expect(await findFaults(desktop, [page.url()])).toEqual([]);

  // Something new about the snoozed order brings it back, on the phone, too.
  const { submissions } = await demo.waitForApp(phoneless, "is known", () => true);
  const hold = { action: "hold", submissionId: submissions[0]?.id };
  await sandbox.merchant.post(`/app/api/orders/${phoneless.id}`, hold);
  await phone.visit("/app/inbox");
  await phone.app.getByRole("link", { name: phoneless.name, exact: true }).waitFor();
  await phone.app.getByText("Held by staff", { exact: true }).waitFor();
  expect(await findFaults(phone, [phone.page.url()])).toEqual([]);
  await sandbox.merchant.post("/app/api/settings", { approval: "automatic" });
});
