import { expect, test } from "vitest";
import { orderInput, PEOPLE } from "../buyers.ts";
import type { OrderInput } from "../place-order.ts";
import type { ShopifyStandIn } from "../stand-in.ts";
import { SHOP } from "../stand-in.testing.ts";
import { STORE, visitor } from "./visitor.testing.ts";

const HOSTILE = `<script>alert("x")</script>`;

/** An order of two shirts of one location, brought into a state. */
const STATES: Record<
  string,
  { over?: Partial<OrderInput>; bring?: (on: ShopifyStandIn, id: string) => unknown; says: RegExp[] }
> = {
  "just placed": { says: [/Unfulfilled \(2\)/, /Fulfill items/, /Cancel order/] },
  unpaid: { over: { financialStatus: "PENDING" }, says: [/Payment pending/, /Mark as paid/] },
  risky: { over: { risk: "HIGH" }, says: [/badge-critical">High/] },
  "without an address": {
    over: { shippingAddress: null, customer: null },
    says: [/No shipping address/, /No customer/],
  },
  "on hold": {
    bring: (on, id) => on.holdFulfillmentOrder(SHOP, on.order(SHOP, id).fulfillmentOrders[0]!.id, "INCORRECT_ADDRESS"),
    says: [/On hold \(2\)/, /On hold: Incorrect address/, /Release hold/],
  },
  "fulfilled with tracking": {
    bring: (on, id) =>
      on.fulfillByHand(SHOP, id, {
        tracking: { number: "T-1", url: "https://track.example/T-1" },
        notifyCustomer: true,
      }),
    says: [/Fulfilled \(2\)/, /href="https:\/\/track/, /The customer was notified/, /email with tracking T-1/],
  },
  "fulfilled without": {
    bring: (on, id) => on.fulfillByHand(SHOP, id),
    says: [/No tracking number/, /wasn.*t notified/],
  },
  "partly fulfilled": {
    bring: (on, id) => on.fulfillByHand(SHOP, id, { lines: { [on.order(SHOP, id).lines[0]!.id]: 1 } }),
    says: [/Partially fulfilled/, /Fulfilled \(1\)/, /In progress \(1\)/],
  },
  edited: {
    bring: (on, id) => on.editOrder(SHOP, id, { quantities: { [on.order(SHOP, id).lines[0]!.id]: 0 } }),
    says: [/Removed/],
  },
  cancelled: { bring: (on, id) => on.cancelOrder(SHOP, id), says: [/Canceled/, /Refunded/, /This order was canceled/] },
};

test.for(Object.entries(STATES))("an order %s is shown", async ([, { over, bring, says }]) => {
  const { standIn, variant, get } = await visitor();
  const order = standIn.placeOrder(
    SHOP,
    orderInput(PEOPLE.unitedStates, [{ variantId: variant(0), quantity: 2 }], over),
  );
  bring?.(standIn, order.id);
  const page = await get(`${STORE}/orders/${order.id}`);
  expect(page.status).toBe(200);
  for (const words of says) expect(page.text).toMatch(words);
  expect((await get(`${STORE}/orders`)).text).toContain(order.name);
});

test("what came from elsewhere is text, not a script or a link that runs one", async () => {
  const { standIn, get } = await visitor();
  const product = standIn.addProduct(SHOP, {
    title: HOSTILE,
    vendor: HOSTILE,
    variants: [{ title: HOSTILE, sku: HOSTILE }],
  });
  const input = orderInput(PEOPLE.unitedStates, [{ variantId: product.variants[0]!.id }], {
    email: HOSTILE,
    tags: [HOSTILE],
  });
  const order = standIn.placeOrder(SHOP, { ...input, shippingAddress: { ...input.shippingAddress, company: HOSTILE } });
  standIn.fulfillByHand(SHOP, order.id, { tracking: { number: HOSTILE, url: "javascript:alert(1)" } });
  const paths = [`orders/${order.id}`, "products", `products/${product.id}`, `orders?q=${encodeURIComponent(HOSTILE)}`];
  for (const path of paths) {
    const { status, text } = await get(`${STORE}/${path}`);
    expect(status).toBe(200);
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain(`href="javascript:`);
    expect(text).toContain("&#60;script&#62;");
  }
});

test("orders are found by number, customer and email", async () => {
  const { standIn, variant, get } = await visitor();
  standIn.placeOrder(SHOP, orderInput(PEOPLE.unitedStates, [{ variantId: variant(0) }]));
  standIn.placeOrder(SHOP, orderInput(PEOPLE.germany, [{ variantId: variant(0) }]));
  for (const words of ["1002", "weiß", "jonas@"]) {
    const { text } = await get(`${STORE}/orders?q=${encodeURIComponent(words)}`);
    expect(text).toContain("#1002");
    expect(text).not.toContain("#1001");
  }
});

test("what is not there is said to be missing", async () => {
  const { get, post } = await visitor();
  for (const path of ["/store/nowhere/orders", `${STORE}/orders/1`, `${STORE}/products/1`, `${STORE}/nonsense`]) {
    expect((await get(path)).status, path).toBe(404);
  }
  expect((await post(`${STORE}/orders/1/cancel`)).status).toBe(404);
});

test("the first address leads to the app, the admin's home to the orders", async () => {
  const { get } = await visitor();
  expect(await get("/")).toMatchObject({ status: 303, location: `${STORE}/apps/inkbridge/app` });
  expect(await get(STORE)).toMatchObject({ status: 303, location: `${STORE}/orders` });
});
