import { expect, test } from "vitest";
import { devGoods } from "../../dev-goods.ts";
import { visitor } from "../admin/visitor.testing.ts";
import { readyMade } from "../buyers.ts";
import { SHOP } from "../stand-in.testing.ts";

const FRONT = `/storefront/${SHOP.split(".")[0]}`;

async function stocked() {
  const visit = await visitor();
  const products = devGoods(`${visit.standIn.url}/_cdn/goods`).map((input) => visit.standIn.addProduct(SHOP, input));
  return { ...visit, products, orders: () => visit.standIn.shop(SHOP).orders };
}

test("each ready-made order can be placed, and is confirmed with the ways to it", async () => {
  const { get, post, orders } = await stocked();
  const keys = Object.keys(readyMade({ shirt: "", mug: "", candle: "", giftCard: "" }));
  const page = (await get(FRONT)).text;
  for (const buyer of keys) {
    expect(page).toContain(`value="${buyer}"`);
    const placed = await post(`${FRONT}/orders`, { buyer });
    expect(placed.status).toBe(303);
    const order = orders().at(-1)!;
    const thanks = (await get(placed.location ?? "")).text;
    expect(thanks).toContain(`/orders/${order.id}`);
    expect(thanks).toContain(`/apps/inkbridge/app/orders/${order.id}`);
  }
  expect(orders()).toHaveLength(keys.length);
});

test("any product can be bought in any quantity", async () => {
  const { post, products, orders } = await stocked();
  const variant = products[0]!.variants[4]!;
  await post(`${FRONT}/orders`, { variant: variant.id, quantity: "3" });
  expect(orders()[0]?.lines).toMatchObject([{ variantId: variant.id, quantity: 3 }]);
});

test.for([
  { buyer: "nobody" },
  { variant: "1", quantity: "1" },
  { quantity: "0" },
  { quantity: "1.5" },
  { quantity: "100" },
])("%o is refused on the page", async (fields) => {
  const { post, products, orders } = await stocked();
  const answer = await post(`${FRONT}/orders`, { variant: products[0]!.variants[0]!.id, ...fields } as never);
  expect(answer.status).toBe(422);
  expect(answer.text).toContain('role="alert"');
  expect(orders()).toHaveLength(0);
});

test("the goods have pictures", async () => {
  const { products } = await stocked();
  const pictures = products.flatMap((each) => [each.imageUrl, ...each.variants.map((variant) => variant.imageUrl)]);
  for (const url of new Set(pictures.filter((each) => each !== null))) {
    const answer = await fetch(url);
    expect(answer.headers.get("content-type")).toBe("image/svg+xml");
  }
});

test("a shop without those goods still sells; an unknown one does not exist", async () => {
  const { get } = await visitor();
  const page = (await get(FRONT)).text;
  expect(page).toContain("Moon Shirt");
  expect(page).not.toContain("Sample orders");
  expect((await get("/storefront/nowhere")).status).toBe(404);
  expect((await get(`${FRONT}/orders/1`)).status).toBe(404);
});
