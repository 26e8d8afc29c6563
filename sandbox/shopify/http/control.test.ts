import { afterEach, beforeEach, expect, test } from "vitest";
import { PEOPLE, readyMade } from "../buyers.ts";
import { SHOP, standInWithShop } from "../stand-in.testing.ts";

let setup: Awaited<ReturnType<typeof standInWithShop>>;

beforeEach(async () => {
  setup = await standInWithShop();
});
afterEach(() => setup.standIn.close());

async function post(name: string, body: unknown) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await fetch(`${setup.standIn.url}/_sandbox/${name}`, { method: "POST", body: text });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const state = async () =>
  (await (await fetch(`${setup.standIn.url}/_sandbox/state`)).json()) as { shops: { orders: { name: string }[] }[] };

test("another process can buy, change, and look", async () => {
  const goods = {
    shirt: setup.variant(0),
    mug: setup.variant(1),
    candle: setup.variant(1),
    giftCard: setup.variant(1),
  };
  const inputs = Object.values(readyMade(goods));
  for (const input of inputs) expect((await post("orders", { shop: SHOP, input })).status).toBe(200);
  expect((await state()).shops[0]?.orders).toHaveLength(inputs.length);
  const first = setup.standIn.order(SHOP, "#1001");
  expect(first.shippingAddress?.lastName).toBe(PEOPLE.unitedStates.shippingAddress.lastName);
  await post("edit", { shop: SHOP, order: "#1001", edit: { tags: ["rush"] } });
  await post("cancel", { shop: SHOP, order: "#1002" });
  await post("fulfill-by-hand", { shop: SHOP, order: "#1003" });
  expect(first.tags).toEqual(["rush"]);
  expect(setup.standIn.order(SHOP, "#1002").cancelledAt).not.toBeNull();
  expect(setup.standIn.order(SHOP, "#1003").fulfillments).toHaveLength(1);
});

test("it can import an order, ask for tokens and script a fault", async () => {
  const order = {
    id: 1,
    name: "#9",
    order_number: 9,
    created_at: "2026-01-01T00:00:00Z",
    currency: "USD",
    line_items: [],
  };
  expect((await post(`import?shop=${SHOP}`, order)).body).toMatchObject({ id: "1", name: "#9" });
  expect((await post("token", { shop: SHOP })).body["token"]).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  await post("faults", { kind: "unauthorized", operation: "shop" });
  expect((await setup.ask("{ shop { id } }")).errors?.[0]?.message).toBe("401");
  expect((await setup.ask("{ shop { id } }")).errors).toBeUndefined();
});

test("mistakes are named", async () => {
  expect(await post("orders", { shop: "nowhere.myshopify.com", input: { lines: [] } })).toMatchObject({
    status: 400,
    body: { error: "The stand-in has no shop nowhere.myshopify.com" },
  });
  expect((await post("orders", "{")).status).toBe(400);
  expect((await post("nonsense", {})).status).toBe(404);
});
