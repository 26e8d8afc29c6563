import { expect, test } from "vitest";
import { orderInput, PEOPLE } from "../buyers.ts";
import { SHOP } from "../stand-in.testing.ts";
import { STORE, visitor } from "./visitor.testing.ts";

async function withOrder(over = {}) {
  const visit = await visitor();
  const lines = [{ variantId: visit.variant(0), quantity: 2 }];
  const order = visit.standIn.placeOrder(SHOP, orderInput(PEOPLE.unitedStates, lines, over));
  const page = `${STORE}/orders/${order.id}`;
  const act = (name: string, fields = {}) => visit.post(`${page}/${name}`, fields);
  return { ...visit, order, page, act, part: () => ({ fulfillmentOrder: order.fulfillmentOrders[0]!.id }) };
}

test("an order is marked as paid, and the page that follows says so", async () => {
  const { order, page, act, get } = await withOrder({ financialStatus: "PENDING" });
  expect(await act("mark-paid")).toMatchObject({ status: 303, location: `${page}?done=mark-paid` });
  expect(order.financialStatus).toBe("PAID");
  expect((await get(`${page}?done=mark-paid`)).text).toContain("Order marked as paid.");
});

test("an address is changed field by field; an emptied field is none", async () => {
  const { order, act } = await withOrder();
  await act("address", { firstName: "Ada", lastName: " Holloway ", city: "Salem", zip: "97301", company: "" });
  expect(order.shippingAddress).toMatchObject({ lastName: "Holloway", city: "Salem", company: null, address2: null });
});

test("risk, hold and release", async () => {
  const { order, act, part } = await withOrder();
  await act("risk", { level: "HIGH" });
  expect(order.risk.recommendation).toBe("CANCEL");
  await act("hold", { ...part(), reason: "AWAITING_PAYMENT" });
  expect(order.fulfillmentOrders[0]).toMatchObject({ status: "ON_HOLD", holds: [{ reason: "AWAITING_PAYMENT" }] });
  await act("release", part());
  expect(order.fulfillmentOrders[0]?.status).toBe("OPEN");
});

test("items are fulfilled by hand, and the rest of a line can be removed", async () => {
  const { standIn, order, act, part } = await withOrder();
  await act("fulfill", { ...part(), number: "T-1", company: "Post", notify: "1" });
  expect(order.fulfillments).toMatchObject([{ company: "Post", tracking: [{ number: "T-1" }], byApp: false }]);
  expect(standIn.notifications).toHaveLength(1);
  const other = await withOrder();
  await other.act("remove", { line: other.order.lines[0]!.id });
  expect(other.order.lines[0]).toMatchObject({ currentQuantity: 0, unfulfilled: 0 });
});

test("what is refused is said on the page, and nothing changes", async () => {
  const { order, act, part } = await withOrder();
  await act("hold", part());
  const refused = await act("fulfill", part());
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('role="alert"');
  expect(order.fulfillments).toHaveLength(0);
  expect((await act("risk", { level: "ENORMOUS" })).status).toBe(422);
  expect((await act("remove", { line: "1" })).text).toContain("no longer in the order");
  await act("cancel");
  expect((await act("cancel")).text).toContain("already cancelled");
});

test("a product is added with its variants; a price has to be one", async () => {
  const { standIn, post } = await visitor();
  const fields = { title: "Tote", vendor: "", sku: "TOTE", price: "12.5", variants: "Small, Large" };
  expect((await post(`${STORE}/products`, fields)).status).toBe(303);
  expect(standIn.shop(SHOP).products.at(-1)).toMatchObject({
    title: "Tote",
    variants: [
      { title: "Small", sku: "TOTE-1", price: "12.50" },
      { title: "Large", sku: "TOTE-2" },
    ],
  });
  expect((await post(`${STORE}/products`, { ...fields, price: "a lot" })).status).toBe(422);
});

test("uninstalled, the app's page offers to install it; installing opens it", async () => {
  const { standIn, get, post } = await visitor();
  const app = `${STORE}/apps/inkbridge/app`;
  expect((await get(app)).text).toContain('id="app-frame"');
  await post(`${STORE}/settings/apps/uninstall`);
  expect(standIn.shop(SHOP).installed).toBe(false);
  const page = await get(app);
  expect(page.text).toContain("Inkbridge isn");
  expect(page.text).not.toContain('id="app-frame"');
  expect(await post(`${STORE}/settings/apps/install`)).toMatchObject({ status: 303, location: app });
});

test("the app's frame gets its path and query, who asks, and a token", async () => {
  const { get } = await visitor();
  const { text } = await get(`${STORE}/apps/inkbridge/app/orders?tab=open`);
  const src = /data-src="([^"]+)"/.exec(text)?.[1]?.replaceAll("&#38;", "&") ?? "";
  const url = new URL(src);
  expect(url.origin + url.pathname).toBe("http://app.test/app/orders");
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ tab: "open", shop: SHOP, embedded: "1" });
  expect(url.searchParams.get("id_token")?.split(".")).toHaveLength(3);
});

test("the picker finds products by any of their words", async () => {
  const { get } = await visitor();
  const find = async (query: string) =>
    JSON.parse((await get(`${STORE}/picker.json?query=${query}`)).text) as unknown[];
  expect(await find("moon-l%20shirt")).toMatchObject([
    { title: "Moon Shirt", variants: [{ sku: "MOON-M" }, { sku: "MOON-L" }] },
  ]);
  expect(await find("spoon")).toEqual([]);
});

test("scripts and styles come from here", async () => {
  const { get } = await visitor();
  const paths = ["/app-bridge.js", "/admin-shell.js", "/admin.css", "/admin-shell.css", "/storefront.css"];
  for (const path of [...paths, "/_assets/tokens.css", "/_assets/inter.css", "/_assets/base.css"]) {
    const { status, text } = await get(path);
    expect(status, path).toBe(200);
    expect(text.length, path).toBeGreaterThan(100);
  }
});
