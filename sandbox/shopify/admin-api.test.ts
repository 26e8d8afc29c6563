import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { asker, SHOP, standInWithShop } from "./stand-in.testing.ts";

type Setup = Awaited<ReturnType<typeof standInWithShop>>;
let setup: Setup;

beforeEach(async () => {
  setup = await standInWithShop();
});
afterEach(() => setup.standIn.close());

const bought = () =>
  setup.standIn.placeOrder(SHOP, {
    lines: [
      { variantId: setup.variant(0), quantity: 3, discount: "7.50", properties: [{ name: "Name", value: "Fig" }] },
      { variantId: setup.variant(0) },
      { title: "Wrapping", price: "2.00", requiresShipping: false },
    ],
    email: "ada@buyers.example",
    shippingAddress: {
      firstName: "Ada",
      lastName: "Holloway",
      city: "Portland",
      countryCode: "US",
      provinceCode: "OR",
    },
  });

const gid = (kind: string, id: string | undefined) => `gid://shopify/${kind}/${id}`;

describe("reading an order", () => {
  test("answers what a print app needs", async () => {
    const order = bought();
    const { data, errors } = await setup.ask(
      `query ($id: ID!) { order(id: $id) {
        name displayFinancialStatus displayFulfillmentStatus email currencyCode
        shippingAddress { name city provinceCode countryCodeV2 address2 }
        risk { recommendation assessments { riskLevel } }
        currentSubtotalPriceSet { shopMoney { amount currencyCode } }
        lineItems(first: 10) { nodes {
          title variantTitle sku currentQuantity unfulfilledQuantity requiresShipping isGiftCard
          customAttributes { key value } variant { id } product { id tags productType metafield(namespace: "print", key: "front") { value } }
          discountedUnitPriceAfterAllDiscountsSet { shopMoney { amount } }
        } }
      } }`,
      { id: gid("Order", order.id) },
    );
    expect(errors).toBeUndefined();
    expect(data.order).toMatchObject({
      name: "#1001",
      displayFinancialStatus: "PAID",
      displayFulfillmentStatus: "UNFULFILLED",
      shippingAddress: { name: "Ada Holloway", provinceCode: "OR", countryCodeV2: "US", address2: null },
      risk: { recommendation: "ACCEPT", assessments: [{ riskLevel: "LOW" }] },
      currentSubtotalPriceSet: { shopMoney: { amount: "94.5", currencyCode: "USD" } },
    });
    expect(data.order.lineItems.nodes[0]).toEqual({
      title: "Moon Shirt",
      variantTitle: "M",
      sku: "MOON-M",
      currentQuantity: 3,
      unfulfilledQuantity: 3,
      requiresShipping: true,
      isGiftCard: false,
      customAttributes: [{ key: "Name", value: "Fig" }],
      variant: { id: gid("ProductVariant", setup.variant(0)) },
      product: {
        id: gid("Product", setup.shirt.id),
        tags: ["print"],
        productType: "T-Shirt",
        metafield: { value: "https://art.example/moon.png" },
      },
      discountedUnitPriceAfterAllDiscountsSet: { shopMoney: { amount: "22.5" } },
    });
    expect(data.order.lineItems.nodes[2]).toMatchObject({ title: "Wrapping", variant: null, product: null });
  });

  test("pages through lines by cursor", async () => {
    const order = bought();
    const query = `query ($id: ID!, $after: String) { order(id: $id) { lineItems(first: 2, after: $after) {
      nodes { id } pageInfo { hasNextPage endCursor } } } }`;
    const one = await setup.ask(query, { id: gid("Order", order.id) });
    const { endCursor, hasNextPage } = one.data.order.lineItems.pageInfo;
    const two = await setup.ask(query, { id: gid("Order", order.id), after: endCursor });
    const ids = [...one.data.order.lineItems.nodes, ...two.data.order.lineItems.nodes].map(
      (node: { id: string }) => node.id,
    );
    expect(hasNextPage).toBe(true);
    expect(two.data.order.lineItems.pageInfo.hasNextPage).toBe(false);
    expect(ids).toEqual(order.lines.map((line) => gid("LineItem", line.id)));
  });

  test("orders are found by when they changed", async () => {
    const order = bought();
    const find = (since: string) =>
      setup.ask(`query ($q: String!) { orders(first: 5, query: $q, sortKey: UPDATED_AT) { nodes { id } } }`, {
        q: `updated_at:>='${since}' status:any`,
      });
    expect((await find("2001-01-01T00:00:00Z")).data.orders.nodes).toEqual([{ id: gid("Order", order.id) }]);
    expect((await find("2999-01-01T00:00:00Z")).data.orders.nodes).toEqual([]);
  });

  test("an unknown order is null, a foreign kind of id an error", async () => {
    const query = `query ($id: ID!) { order(id: $id) { id } }`;
    expect(await setup.ask(query, { id: gid("Order", "1") })).toMatchObject({ data: { order: null } });
    expect((await setup.ask(query, { id: gid("Product", "1") })).errors?.[0]?.message).toMatch(/Invalid global id/);
  });
});

describe("the endpoint", () => {
  test("a field that Shopify does not have fails validation", async () => {
    expect((await setup.ask("{ shop { nonsense } }")).errors?.[0]?.message).toMatch(/Cannot query field "nonsense"/);
  });

  test("a field that only the stand-in lacks is an error, not null", async () => {
    const { errors } = await setup.ask("{ shop { taxesIncluded } }");
    expect(errors?.[0]?.message).toBe("The Shopify stand-in does not support Shop.taxesIncluded yet");
  });

  test("without a live token of this shop there is no answer", async () => {
    setup.standIn.addShop({ domain: "other.myshopify.com" });
    const foreign = setup.standIn.issueToken("other.myshopify.com").access_token;
    expect((await asker(setup.standIn.url, "made-up")("{ shop { id } }")).errors?.[0]?.message).toBe("401");
    expect((await asker(setup.standIn.url, foreign)("{ shop { id } }")).errors?.[0]?.message).toBe("401");
    setup.standIn.uninstall(SHOP);
    expect((await setup.ask("{ shop { id } }")).errors?.[0]?.message).toBe("401");
  });

  test("another version of the API is not found", async () => {
    const answer = await fetch(`${setup.standIn.url}/_shop/${SHOP}/admin/api/2020-01/graphql.json`, { method: "POST" });
    expect(answer.status).toBe(404);
  });

  test("a missing scope denies the field and names the scope", async () => {
    const order = bought();
    setup.standIn.grantScopes(SHOP, ["read_orders"]);
    const read = await setup.ask(`query ($id: ID!) { order(id: $id) { name customer { id } } }`, {
      id: gid("Order", order.id),
    });
    expect(read.data.order).toEqual({ name: "#1001", customer: null });
    expect(read.errors?.[0]).toMatchObject({ extensions: { code: "ACCESS_DENIED" } });
    const cancelled = await setup.ask(
      `mutation { fulfillmentCancel(id: "gid://shopify/Fulfillment/1") { userErrors { message } } }`,
    );
    expect(cancelled.errors?.[0]?.message).toMatch(/write_merchant_managed_fulfillment_orders/);
  });
});

test("an empty bucket throttles, and fills up with time", async () => {
  let at = Date.parse("2026-11-21T10:00:00Z");
  const own = await standInWithShop({ clock: { now: () => new Date(at) }, throttle: { maximum: 15, restoreRate: 10 } });
  const cancel = () =>
    own.ask(`mutation { fulfillmentCancel(id: "gid://shopify/Fulfillment/1") { userErrors { message } } }`);
  const first = await cancel();
  expect(first.extensions?.cost).toMatchObject({ requestedQueryCost: 10, throttleStatus: { maximumAvailable: 15 } });
  const second = await cancel();
  expect(second.errors?.[0]).toMatchObject({ message: "Throttled", extensions: { code: "THROTTLED" } });
  expect(second.extensions?.cost.actualQueryCost).toBeNull();
  at += 1000;
  expect((await cancel()).errors).toBeUndefined();
  await own.standIn.close();
});

test("a request of more than 1,000 points is refused, and costs nothing", async () => {
  const { errors, data, extensions } = await setup.ask(
    `{ products(first: 250) { nodes { variants(first: 250) { nodes { media(first: 50) { nodes { id } } } } } } }`,
  );
  // 2 + 11 × (1 + 2 + 11 × (1 + 2 + 7))
  expect(errors).toEqual([
    {
      message: "Query cost is 1245, which exceeds the single query max cost limit (1000).",
      extensions: expect.objectContaining({ code: "MAX_COST_EXCEEDED", cost: 1245, maxCost: 1000 }) as unknown,
    },
  ]);
  expect([data, extensions]).toEqual([undefined, undefined]);
  expect(setup.standIn.pointsOf(SHOP)).toEqual({});
});

test.each([
  [undefined, 2_000, 100],
  ["advanced", 4_000, 200],
  ["plus", 20_000, 1_000],
  ["enterprise", 40_000, 2_000],
] as const)("a shop of the plan %s has %i points and gets %i a second", async (plan, maximumAvailable, restoreRate) => {
  const domain = "planned.myshopify.com";
  setup.standIn.addShop({ domain, plan });
  const ask = asker(setup.standIn.url, setup.standIn.issueToken(domain).access_token, domain);
  const { extensions } = await ask("{ shop { id } }");
  expect(extensions?.cost.throttleStatus).toMatchObject({ maximumAvailable, restoreRate });
});

test("points are counted by shop and operation", async () => {
  setup.standIn.addShop({ domain: "other.myshopify.com" });
  const names = "query Names { products(first: 50) { nodes { title } } }";
  await setup.ask(names);
  await setup.ask(names);
  setup.standIn.faults.next({ kind: "throttled" });
  await setup.ask(names);
  await setup.ask("{ shop { id } }");
  const points = {
    Names: { runs: 2, requested: 2 * (2 + 7), actual: 2 * (2 + 1), throttled: 1 },
    shop: { runs: 1, requested: 1, actual: 1, throttled: 0 },
  };
  expect(setup.standIn.pointsOf(SHOP)).toEqual(points);
  const state = (await (await fetch(`${setup.standIn.url}/_sandbox/state`)).json()) as Record<string, unknown>;
  expect(state["points"]).toEqual({ [SHOP]: points, "other.myshopify.com": {} });
});
