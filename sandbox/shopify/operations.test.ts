import { afterEach, beforeEach, expect, test } from "vitest";
import type { Order } from "./model.ts";
import { SHOP, standInWithShop } from "./stand-in.testing.ts";

let setup: Awaited<ReturnType<typeof standInWithShop>>;
let order: Order;

beforeEach(async () => {
  setup = await standInWithShop();
  setup.standIn.grantScopes(SHOP, [...setup.standIn.shop(SHOP).scopes, "read_locations", "read_customers"]);
  order = setup.standIn.placeOrder(SHOP, {
    lines: [{ variantId: setup.variant(0), quantity: 2 }, { variantId: setup.variant(1) }],
    email: "ada@buyers.example",
    shippingAddress: { firstName: "Ada", address1: "12 Juniper Lane", countryCode: "US" },
  });
  setup.standIn.editOrder(SHOP, order.id, { refund: { [order.lines[0]?.id ?? ""]: 1 } });
  setup.standIn.holdFulfillmentOrder(SHOP, order.fulfillmentOrders[0]?.id ?? "");
  setup.standIn.fulfillByHand(SHOP, order.id, { tracking: { company: "DHL", number: "9" } });
});
afterEach(() => setup.standIn.close());

const MONEY = "{ shopMoney { amount currencyCode } presentmentMoney { amount currencyCode } }";
const ADDRESS =
  "{ firstName lastName name company address1 address2 city province provinceCode zip country countryCodeV2 phone formatted }";
const PAGE = "pageInfo { hasNextPage hasPreviousPage startCursor endCursor }";

/** Reads that an app for printing makes; each has to answer in full. */
const READS: Record<string, string> = {
  "the whole order": `order(id: $order) { id legacyResourceId name number createdAt processedAt updatedAt cancelledAt cancelReason closedAt
    closed test edited confirmed fulfillable requiresShipping sourceName tags note email phone currencyCode presentmentCurrencyCode
    displayFinancialStatus displayFulfillmentStatus fullyPaid unpaid customerLocale customAttributes { key value }
    shippingAddress ${ADDRESS} billingAddress ${ADDRESS}
    customer { id displayName defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber } }
    risk { recommendation assessments { riskLevel } } shippingLine { id title code source originalPriceSet ${MONEY} }
    shippingLines(first: 3) { nodes { title carrierIdentifier deliveryCategory discountedPriceSet ${MONEY} } }
    subtotalPriceSet ${MONEY} currentSubtotalPriceSet ${MONEY} totalPriceSet ${MONEY} currentTotalPriceSet ${MONEY}
    totalShippingPriceSet ${MONEY} currentShippingPriceSet ${MONEY} totalDiscountsSet ${MONEY} totalTaxSet ${MONEY} }`,
  "its lines": `order(id: $order) { lineItems(first: 5) { edges { cursor node { id name quantity refundableQuantity nonFulfillableQuantity vendor
    image { url } originalUnitPriceSet ${MONEY} discountedTotalSet ${MONEY} totalDiscountSet ${MONEY}
    variant { id legacyResourceId barcode metafield(namespace: "a", key: "b") { value } metafields(first: 2) { nodes { key } } }
    product { vendor tags metafields(first: 2, namespace: "print") { nodes { namespace key type value } } } } } ${PAGE} } }`,
  "its fulfillment orders": `order(id: $order) { fulfillmentOrders(first: 5) { nodes { id status requestStatus fulfillAt fulfillBy orderName
    supportedActions { action externalUrl } assignedLocation { name countryCode location { id isFulfillmentService fulfillmentService { id } } }
    deliveryMethod { id methodType } fulfillmentHolds { id reason reasonNotes handle displayReason heldByRequestingApp }
    lineItems(first: 5) { nodes { id totalQuantity remainingQuantity requiresShipping sku productTitle lineItem { id } variant { id } } ${PAGE} } } } }`,
  "its fulfillments and refunds": `order(id: $order) { fulfillmentsCount { count } fulfillments(first: 5) { id name status displayStatus totalQuantity
    trackingInfo(first: 2) { company number url } location { name } fulfillmentOrders(first: 2) { nodes { id order { name } } }
    fulfillmentLineItems(first: 2) { nodes { id quantity lineItem { id } } } }
    refunds(first: 2) { id createdAt note refundLineItems(first: 2) { nodes { quantity restockType lineItem { id } } } } }`,
  "one fulfillment order": `fulfillmentOrder(id: $source) { orderId destination { firstName address1 countryCode email } fulfillments(first: 2) { nodes { id } }
    locationsForMove(first: 5) { nodes { movable message location { id name } availableLineItemsCount { count } } } }`,
  "variants and products": `productVariants(first: 5, sortKey: ID, query: "sku:MOON-L") { nodes { id title displayName sku price selectedOptions { name value }
    media(first: 1) { nodes { id preview { image { url altText } } } } inventoryItem { id requiresShipping tracked }
    product { title handle status productType vendor isGiftCard featuredMedia { preview { image { url } } } } } ${PAGE} }
    products(first: 2, query: "tag:print AND vendor:'Paper Moon'") { nodes { id variants(first: 5) { nodes { id } } } }`,
  "nodes of several kinds": `nodes(ids: [$order, $source]) { id __typename ... on Order { name } ... on FulfillmentOrder { status } }`,
  "the shop and the app": `shop { id name email myshopifyDomain ianaTimezone currencyCode plan { publicDisplayName partnerDevelopment shopifyPlus }
    shopAddress { countryCodeV2 provinceCode } } currentAppInstallation { id launchUrl accessScopes { handle } app { id title handle } }
    locations(first: 5) { nodes { id name } } webhookSubscriptions(first: 5) { nodes { id topic } ${PAGE} }`,
};

test.each(Object.entries(READS))("reads %s", async (_name, fields) => {
  const source = order.fulfillmentOrders[0]?.id;
  const variables = { order: `gid://shopify/Order/${order.id}`, source: `gid://shopify/FulfillmentOrder/${source}` };
  const used = Object.keys(variables).filter((name) => fields.includes(`$${name}`));
  const head = used.length > 0 ? `query (${used.map((name) => `$${name}: ID!`).join(", ")})` : "query";
  const answer = await setup.ask(`${head} { ${fields} }`, variables);
  expect(answer.errors).toBeUndefined();
  expect(Object.values(answer.data).every((value) => value !== null)).toBe(true);
  expect(answer.extensions?.cost.actualQueryCost).toBeGreaterThan(0);
});

test("a fulfillment order is moved, all of it", async () => {
  const { locations } = setup.standIn.shop(SHOP);
  const { data } = await setup.ask(
    `mutation ($id: ID!, $to: ID!) { fulfillmentOrderMove(id: $id, newLocationId: $to) {
      movedFulfillmentOrder { id status assignedLocation { name } } originalFulfillmentOrder { status } userErrors { message } } }`,
    {
      id: `gid://shopify/FulfillmentOrder/${order.fulfillmentOrders[0]?.id}`,
      to: `gid://shopify/Location/${locations[1]?.id}`,
    },
  );
  expect(data.fulfillmentOrderMove).toMatchObject({
    movedFulfillmentOrder: { status: "ON_HOLD", assignedLocation: { name: "Annex" } },
    originalFulfillmentOrder: { status: "CLOSED" },
    userErrors: [],
  });
});

const UPDATE = `mutation ($input: OrderInput!) { orderUpdate(input: $input) {
  order { id email shippingAddress { name address1 address2 city provinceCode country phone } } userErrors { field message } } }`;
const id = () => `gid://shopify/Order/${order.id}`;

test("the address of an order is overwritten as a whole, and a webhook reports it", async () => {
  setup.standIn.grantScopes(SHOP, [...setup.standIn.shop(SHOP).scopes, "write_orders"]);
  const shippingAddress = { firstName: "Ada", lastName: "Roe", address1: "14 Juniper Lane", countryCode: "US" };
  const { data } = await setup.ask(UPDATE, { input: { id: id(), email: "roe@buyers.example", shippingAddress } });
  expect(data.orderUpdate).toMatchObject({
    order: {
      email: "roe@buyers.example",
      shippingAddress: { name: "Ada Roe", address1: "14 Juniper Lane", country: "United States", phone: null },
    },
    userErrors: [],
  });
  const before = order.updatedAt;
  const refused = await setup.ask(UPDATE, { input: { id: id(), email: "nobody" } });
  expect(refused.data.orderUpdate).toEqual({
    order: null,
    userErrors: [{ field: ["email"], message: "Email is invalid" }],
  });
  expect(order.updatedAt).toEqual(before);
});

test("an order is updated only with the scope for that", async () => {
  const { errors } = await setup.ask(UPDATE, { input: { id: id(), note: "hello" } });
  expect(errors?.[0]?.extensions?.["code"]).toBe("ACCESS_DENIED");
});

const TAGS = `mutation ($id: ID!, $added: [String!]!, $removed: [String!]!) {
  tagsAdd(id: $id, tags: $added) { node { id } userErrors { field message } }
  tagsRemove(id: $id, tags: $removed) { node { id } userErrors { field message } } }`;
const SET = `mutation ($metafields: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $metafields) {
  metafields { namespace key type value } userErrors { code field message } } }`;
const DELETE = `mutation ($metafields: [MetafieldIdentifierInput!]!) { metafieldsDelete(metafields: $metafields) {
  deletedMetafields { ownerId key } userErrors { field message } } }`;

test("an order's tags are added and removed whatever the case of their letters, and only a change is reported", async () => {
  setup.standIn.grantScopes(SHOP, [...setup.standIn.shop(SHOP).scopes, "write_orders"]);
  order.tags = ["VIP"];
  await setup.ask(TAGS, { id: id(), added: ["vip", "Print: waiting"], removed: ["nothing of that"] });
  expect(order.tags).toEqual(["VIP", "Print: waiting"]);
  const before = order.updatedAt;
  await setup.ask(TAGS, { id: id(), added: ["VIP"], removed: [] });
  expect(order.updatedAt).toBe(before);
  await setup.ask(TAGS, { id: id(), added: ["Print: sent"], removed: ["print: waiting"] });
  expect(order.tags).toEqual(["VIP", "Print: sent"]);
  const { data } = await setup.ask(TAGS, { id: id(), added: ["x".repeat(41)], removed: [] });
  expect(data.tagsAdd).toMatchObject({ node: null, userErrors: [{ field: ["tags"] }] });
  const unknown = await setup.ask(TAGS, { id: "gid://shopify/Order/1", added: ["a"], removed: [] });
  expect(unknown.data.tagsAdd).toMatchObject({ userErrors: [{ field: ["id"], message: "Order does not exist" }] });
});

test("metafields of an order are set together or not at all, and read back", async () => {
  setup.standIn.grantScopes(SHOP, [...setup.standIn.shop(SHOP).scopes, "write_orders"]);
  const state = { ownerId: id(), namespace: "press", key: "state", type: "single_line_text_field", value: "Waiting" };
  const link = { ...state, key: "link", type: "url", value: "https://app.example/1" };
  const bad = await setup.ask(SET, { metafields: [state, { ...link, value: "nowhere" }] });
  expect(bad.data.metafieldsSet).toMatchObject({
    metafields: null,
    userErrors: [{ code: "INVALID_VALUE", field: ["metafields", "1", "value"] }],
  });
  expect(order.metafields).toEqual([]);
  await setup.ask(SET, { metafields: [state, link] });
  await setup.ask(SET, { metafields: [{ ...state, value: "Sent" }] });
  const read = `query ($id: ID!) { order(id: $id) { metafield(namespace: "press", key: "state") { value type } } }`;
  expect((await setup.ask(read, { id: id() })).data.order).toEqual({
    metafield: { value: "Sent", type: "single_line_text_field" },
  });
  const gone = { ownerId: id(), namespace: "press", key: "gone" };
  const { data } = await setup.ask(DELETE, { metafields: [{ ownerId: id(), namespace: "press", key: "link" }, gone] });
  expect(data.metafieldsDelete).toEqual({ deletedMetafields: [{ ownerId: id(), key: "link" }, null], userErrors: [] });
  expect(order.metafields.map(({ key }) => key)).toEqual(["state"]);
});

test("tags and metafields need the scope to edit orders", async () => {
  const { errors } = await setup.ask(TAGS, { id: id(), added: ["a"], removed: [] });
  expect(errors?.map(({ extensions }) => extensions?.["code"])).toEqual(["ACCESS_DENIED", "ACCESS_DENIED"]);
  const set = await setup.ask(SET, { metafields: [] });
  expect(set.errors?.[0]?.extensions?.["code"]).toBe("ACCESS_DENIED");
});

test("a search that the stand-in cannot do is an error", async () => {
  const { errors } = await setup.ask(`{ orders(first: 1, query: "channel:web") { nodes { id } } }`);
  expect(errors?.[0]?.message).toBe("The stand-in cannot search by channel: channel:web");
});
