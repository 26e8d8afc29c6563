import { expect } from "vitest";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import type { ShownOrder } from "../../sandbox/show-order.ts";
import { orderInput, PEOPLE } from "../../sandbox/shopify/buyers.ts";
import type { Shop } from "../../sandbox/shopify/model.ts";
import { openHeld, printedItems } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

const test = browserTest();

const boxOf = async ({ app }: Visitor, name: string) =>
  (await app.getByRole("region", { name }).boundingBox()) ?? expect.unreachable(name);

/** What the buyer and the merchant wrote, and what is paid. */
async function readsEverything({ app }: Visitor): Promise<void> {
  const tells = app.getByRole("region", { name: "About this order" });
  for (const text of ["Name on the back: “Captain Fig”", "Please gift wrap.", "VIP", "12 Juniper Lane"])
    await tells.getByText(text, { exact: true }).first().waitFor();
  await tells.getByText("Print note: “Back: Captain Fig”").first().waitFor();
  await tells.getByText("Order total").waitFor();
  await tells
    .getByText(/^\$\d+\.\d\d USD$/)
    .first()
    .waitFor();
}

test("an order acts in one column and tells in the other, before and after it is sent, and its pictures come with the page", async ({
  harness: { sandbox },
  demo,
  desktop,
  phone,
}) => {
  const properties = [{ name: "Name on the back", value: "Captain Fig" }];
  const lines = [{ variantId: sandbox.goods.shirt, properties }];
  const order = await demo.buy(orderInput(PEOPLE.unitedStates, lines, { note: "Please gift wrap.", tags: ["VIP"] }));
  const scripted: string[] = [];
  desktop.page.on(
    "request",
    (request) => void (/\/app\/artwork\?/.test(request.url()) && scripted.push(request.url())),
  );
  const html = desktop.page.waitForResponse(new RegExp(`/app/orders/${order.id}\\?`)).then((answer) => answer.text());
  await openHeld(desktop, demo, order, "personalization_review");
  expect(await html).toMatch(/<img[^>]* src="\/artwork\/preview\?/);
  expect(scripted).toEqual([]);
  const picture = desktop.app.getByRole("img", { name: /^Front of Fox shirt/ }).first();
  expect(await picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(
    100,
  );
  expect(await desktop.app.getByRole("heading", { level: 1 }).count()).toBe(1);
  await readsEverything(desktop);
  const [acts, tells] = [await boxOf(desktop, "What you can do"), await boxOf(desktop, "About this order")];
  expect([acts.y === tells.y, acts.x + acts.width <= tells.x]).toEqual([true, true]);

  await phone.visit(`/app/orders/${order.id}`);
  await readsEverything(phone);
  const [first, second] = [await boxOf(phone, "What you can do"), await boxOf(phone, "About this order")];
  expect(first.y + first.height).toBeLessThanOrEqual(second.y);

  // By keyboard: what acts is reached first.
  await desktop.app.getByRole("button", { name: "Approve and send" }).focus();
  await desktop.page.keyboard.press("Enter");
  expect(await printedItems(demo, order)).toMatchObject([{ variant_note: "Back: Captain Fig" }]);
  await demo.waitForApp(order, "is sent", ({ submissions }) => submissions.at(-1)?.state === "submitted");
  for (const visitor of [desktop, phone]) {
    await visitor.visit(`/app/orders/${order.id}`);
    await visitor.app.getByText("Next: the print service prints the items.").waitFor();
    await readsEverything(visitor);
  }
  expect(await findFaults(desktop, [`/app/orders/${order.id}`])).toEqual([]);
});

test("a merchant compares what was sent with what both sides show, and acts on each difference", async ({
  harness: { sandbox },
  demo,
  desktop,
  phone,
}) => {
  const { app, page } = desktop;
  const order = await demo.buy(orderInput(PEOPLE.unitedStates, [{ variantId: sandbox.goods.shirt, quantity: 2 }]));
  await demo.waitForApp(order, "is sent", ({ submissions }) => submissions.at(-1)?.state === "submitted");
  const { shops } = await sandbox.shopify.get<{ shops: Shop[] }>("state");
  const [line] = shops.flatMap((shop) => shop.orders).find(({ id }) => id === order.id)?.lines ?? [];
  const edit = { shippingAddress: { address1: "9 Oak Street" }, quantities: { [line?.id ?? ""]: 1 } };
  await sandbox.shopify.post("edit", { shop: DEV_SHOP, order: order.id, edit });
  const has = (code: string) => (seen: ShownOrder) => seen.reasons.some((reason) => reason.code === code);
  await demo.waitForApp(order, "is reported as reduced", has("reduced_after_sent"));
  await demo.waitForApp(order, "is reported as moved", has("address_changed_after_sent"));

  await desktop.visit(`/app/orders/${order.id}`);
  await app.getByRole("link", { name: "Compare what was sent" }).first().click();
  await app.getByRole("heading", { name: `Compare order ${order.name}` }).waitFor();
  const row = (table: string, field: string) =>
    app
      .getByRole("table", { name: table })
      .getByRole("row")
      .filter({ has: app.getByRole("rowheader", { name: field, exact: true }) });
  const cells = (table: string, field: string) => row(table, field).getByRole("cell").allInnerTexts();
  await app.getByRole("button", { name: "Refresh" }).click();
  await row("Items", "Quantity").getByRole("cell").nth(1).getByText("2", { exact: true }).waitFor();
  const differing = (value: string) => expect.stringMatching(new RegExp(`^${value}\\n[^]*Differs$`)) as string;
  expect(await cells("Items", "Quantity")).toEqual(["2", "2", differing("1")]);
  expect(await cells("Items", "Print SKU")).toEqual(["TEE-BLACK-M", "TEE-BLACK-M", "TEE-BLACK-M"]);
  expect(await cells("Address", "Address")).toEqual(["12 Juniper Lane", "12 Juniper Lane", differing("9 Oak Street")]);
  expect(await app.getByText("Differs", { exact: true }).count()).toBe(2);
  expect((await cells("Address", "City")).join()).not.toContain("Differs");
  const moved = app.getByRole("listitem").filter({ hasText: "The address in Shopify is another one now." });
  await moved.getByRole("button", { name: "Message print service" }).click();
  expect(await app.getByLabel("Message", { exact: true }).inputValue()).toMatch(/Ship to:\n.*\n9 Oak Street/);
  await page.keyboard.press("Escape");
  const reduced = app.getByRole("listitem").filter({ hasText: "More was sent to print than the order now has." });
  await reduced.getByRole("button", { name: "Message print service" }).click();
  expect(await app.getByLabel("Message", { exact: true }).inputValue()).toContain("- 1 × TEE-BLACK-M");
  await page.keyboard.press("Escape");
  await moved.getByRole("button", { name: "Mark as resolved…" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Mark as resolved" }).click();
  await page.getByText("Marked as resolved").first().waitFor();
  await moved.getByRole("button", { name: "Mark as resolved…" }).waitFor({ state: "detached" });
  for (const visitor of [desktop, phone])
    expect(await findFaults(visitor, [`/app/orders/${order.id}/differences`])).toEqual([]);
  await app.getByRole("link", { name: `Order ${order.name}` }).click();
  await app.getByRole("heading", { name: `Order ${order.name}`, exact: true }).waitFor();

  // From the inbox, and back to it.
  await desktop.visit(`/app/orders/${order.id}?from=inbox`);
  await app.getByRole("link", { name: "Compare what was sent" }).first().click();
  await app.getByRole("link", { name: `Order ${order.name}` }).click();
  await app.getByRole("link", { name: "Inbox", exact: true }).first().click();
  await app.getByRole("heading", { name: "Inbox", exact: true }).waitFor();
});
