import { expect } from "vitest";
import type { Demo, PlacedOrder } from "../../sandbox/demo/demo.ts";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import type { Sandbox } from "../../sandbox/open.ts";
import type { ShownOrder } from "../../sandbox/show-order.ts";
import { readyMade } from "../../sandbox/shopify/buyers.ts";
import type { Shop } from "../../sandbox/shopify/model.ts";
import { until } from "../support/until.ts";
import type { Visitor } from "./visitor.testing.ts";

// From the storefront, over the order's page, to the body that the print service receives.
const STORE = DEV_SHOP.split(".")[0] ?? "";

export interface Bought {
  id: string;
  name: string;
}

/** A customer places one of the storefront's orders by this button. */
export async function buy({ page }: Visitor, { shopifyUrl, shopify }: Sandbox, button: string): Promise<Bought> {
  await page.goto(`${shopifyUrl}/storefront/${STORE}`);
  await page.getByRole("button", { name: button }).click();
  const link = await page.getByRole("link", { name: "View in admin" }).getAttribute("href");
  const id = link?.split("/").at(-1) ?? "";
  const { shops } = await shopify.get<{ shops: Shop[] }>("state");
  const name = shops.flatMap((shop) => shop.orders).find((order) => order.id === id)?.name ?? "";
  return { id, name };
}

interface Body {
  shipping_address1: string;
  method?: number | null;
  order_items: { item_sku: string; unfulfill_quantity: number; variant_note?: string }[];
}

/** What the print service received of an order so far. */
export async function bodies(demo: Demo, { name }: Bought): Promise<Body[]> {
  const { orders } = await demo.printServiceState();
  const ours = orders.filter(({ reference }) => reference.startsWith(`${name.slice(1)}-`));
  return ours.map(({ raw }) => JSON.parse(raw) as Body);
}

/** Waits until the print service has received the order, once. */
export async function printedBody(demo: Demo, order: Bought): Promise<Body | undefined> {
  const [body, ...more] = await until("the print order", async () => {
    const received = await bodies(demo, order);
    return received.length > 0 && received;
  });
  expect(more).toEqual([]);
  return body;
}

/** Opens the order's page once the app holds the order for this reason. Nothing was sent until then. */
export async function openHeld(visitor: Visitor, demo: Demo, order: Bought, code: string): Promise<void> {
  const isHeld = (seen: { reasons: { code: string }[] }) => seen.reasons.some((reason) => reason.code === code);
  await demo.waitForApp({ ...order, expectedProviderOrders: 0 }, `is held: ${code}`, isHeld);
  expect(await bodies(demo, order)).toEqual([]);
  await visitor.visit(`/app/orders/${order.id}`);
}

/** What the print service was asked to print of the order, once it has the order. */
export async function printedItems(demo: Demo, order: Bought) {
  return (await printedBody(demo, order))?.order_items ?? [];
}

/** Clicks a button, and the same in the dialog that follows. */
export async function clickAndConfirm({ app }: Visitor, label: string): Promise<void> {
  await app
    .getByRole("button", { name: `${label}…` })
    .first()
    .click();
  await app.getByRole("dialog").getByRole("button", { name: label, exact: true }).click();
}

/** Whether an order has print orders, all of which are in this state. */
export const isIn =
  (state: string) =>
  ({ submissions }: ShownOrder): boolean =>
    submissions.length > 0 && submissions.every((one) => one.state === state);

/** An order for what a store sells plainly, once the print service has it. `reference`: of its print order. */
export async function sentOrder(demo: Demo): Promise<PlacedOrder & { reference: string }> {
  const placed = await demo.buy(readyMade(demo.goods)["plain"] ?? expect.unreachable());
  const seen = await demo.waitForApp(placed, "is at the print service", isIn("submitted"));
  return { ...placed, reference: seen.submissions[0]?.reference ?? expect.unreachable() };
}

/** An order that was printed and shipped in one parcel, once Shopify shows that. */
export async function fulfilledOrder(demo: Demo, trackingNumber: string): Promise<PlacedOrder> {
  const order = await sentOrder(demo);
  await demo.production(order.reference, "ship", { trackingNumber });
  await demo.waitForApp(order, "is fulfilled", isIn("fulfilled"));
  return order;
}
