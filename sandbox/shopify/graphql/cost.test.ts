import { getOperationAST, parse, validate } from "graphql";
import { describe, expect, test } from "vitest";
import { actualCost, requestedCost, type PricedRequest } from "./cost.ts";
import { adminSchema } from "./schema.ts";

function priced(query: string, variables: Record<string, unknown> = {}): PricedRequest {
  const schema = adminSchema();
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  const operation = getOperationAST(document);
  if (!operation) throw new Error("no operation");
  return { schema, document, operation, variables };
}

const MONEY = "{ presentmentMoney { amount } shopMoney { amount } }";

/**
 * Queries and the requestedQueryCost that Shopify answered, from public sources. MS: microsoft/BCApps, the Shopify connector, whose
 * `# cost` lines were measured with API 2025-07. Scalars are left out here, and a field that 2026-10 lacks is replaced by one alike.
 */
const REQUESTED: [source: string, cost: number, query: string][] = [
  [
    "community.shopify.dev/t/23101, 2025",
    25,
    `{ product(id: "gid://shopify/Product/1") { variants(first: 250) { nodes { inventoryItem { id tracked } } } } }`,
  ],
  [
    "「Shopifyで在庫の増減をGraphQLで見てみる」, 2024-09",
    51,
    `{ product(id: "gid://shopify/Product/1") { id variants(first: 3) { nodes { id product { id variants(first: 3) { edges { node {
      id inventoryItem { id inventoryLevels(first: 3) { nodes { id quantities(names: ["available"]) { quantity }
      location { id } } } } } } } } } } } }`,
  ],
  [
    "the same article, of an order",
    20,
    `{ order(id: "gid://shopify/Order/1") { id fulfillmentOrders(first: 2) { nodes { id assignedLocation { city location { id } }
      fulfillments(first: 3) { nodes { id fulfillmentLineItems(first: 2) { nodes { id lineItem { id } } } location { id } } } } } } }`,
  ],
  [
    "MS GetCustomerIds",
    12,
    `{ customers(first: 200) { pageInfo { hasNextPage } edges { cursor node { id updatedAt } } } }`,
  ],
  [
    "MS GetProductImages",
    47,
    `{ products(first: 100) { pageInfo { hasNextPage } edges { cursor node { legacyResourceId media(first: 1) { edges { node {
      mediaContentType ... on MediaImage { id image { url } } } } } } } } }`,
  ],
  [
    "MS GetProductVariantImages",
    52,
    `{ productVariants(first: 200) { pageInfo { hasNextPage } edges { cursor node { legacyResourceId media(first: 1) { edges { node {
      mediaContentType ... on MediaImage { id image { url } mediaContentType } } } } } } } }`,
  ],
  [
    "MS GetVariantImage",
    4,
    `{ productVariant(id: "gid://shopify/ProductVariant/1") { media(first: 1) { edges { node { id } } } } }`,
  ],
  [
    "MS GetVariantById",
    13,
    `{ productVariant(id: "gid://shopify/ProductVariant/1") { price product { id } selectedOptions { name value }
      inventoryItem { id measurement { weight { value } } unitCost { amount } }
      metafields(first: 50) { edges { node { id namespace key value } } } } }`,
  ],
  [
    "MS GetOpenFulfillmentOrderLines",
    27,
    `{ fulfillmentOrder(id: "gid://shopify/FulfillmentOrder/1") { lineItems(first: 25) { pageInfo { hasNextPage } edges { cursor node {
      id totalQuantity lineItem { id product { id } variant { id } } } } } } }`,
  ],
  [
    "MS GetFulfillmentOrdersFromOrder",
    33,
    `{ order(id: "gid://shopify/Order/1") { fulfillmentOrders(first: 25) { pageInfo { hasNextPage } edges { cursor node { id status
      assignedLocation { location { id } } order { id } deliveryMethod { methodType } } } } } }`,
  ],
  [
    "MS GetOrderFulfillment",
    15,
    `{ order(id: "gid://shopify/Order/1") { fulfillments { name location { id } trackingInfo { number url company }
      service { serviceName } fulfillmentLineItems(first: 10) { pageInfo { endCursor } nodes { id quantity
      originalTotalSet ${MONEY} lineItem { id } } } } } }`,
  ],
  [
    "MS GetOpenOrdersToImport",
    68,
    `{ orders(first: 25) { pageInfo { hasNextPage } edges { cursor node { name channelInformation { id }
      totalPriceSet ${MONEY} customAttributes { key value } risk { assessments { riskLevel } } displayAddress { countryCodeV2 }
      shippingAddress { countryCodeV2 } billingAddress { countryCodeV2 } totalTaxSet ${MONEY} taxLines { channelLiable }
      purchasingEntity { ... on PurchasingCompany { company { id } } } } } } }`,
  ],
  [
    "MS GetOrderLines",
    43,
    `{ order(id: "gid://shopify/Order/1") { lineItems(first: 10) { pageInfo { endCursor } nodes { id product { id } variant { id }
      customAttributes { key value } duties { price ${MONEY} taxLines { rate priceSet ${MONEY} } }
      fulfillmentService { serviceName location { id } } discountAllocations { allocatedAmountSet ${MONEY} }
      discountedTotalSet ${MONEY} originalUnitPriceSet ${MONEY} taxLines { rate priceSet ${MONEY} } } } } }`,
  ],
  [
    "MS CloseOrder",
    10,
    `mutation { orderClose(input: { id: "gid://shopify/Order/1" }) { order { id } userErrors { field } } }`,
  ],
  [
    "MS FulfillOrder",
    10,
    `mutation { fulfillmentCreate(fulfillment: { lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: "gid://shopify/FulfillmentOrder/1" }] })
      { fulfillment { id status } userErrors { field message } } }`,
  ],
  [
    "MS CreateUploadUrl",
    11,
    `mutation { stagedUploadsCreate(input: { filename: "a.png", mimeType: "image/png", resource: IMAGE, httpMethod: PUT })
      { stagedTargets { url resourceUrl parameters { name value } } } }`,
  ],
];

describe("the requested cost is Shopify's own", () => {
  test.each(REQUESTED)("%s: %i", (_source, cost, query) => {
    expect(requestedCost(priced(query))).toBe(cost);
  });

  // That is why a query of orders went from 651 points to 1,036 (measured in July 2026): five collections of each of 250 lines of 50 orders.
  test("of a connection within two others", () => {
    const lines = (product: string) =>
      requestedCost(
        priced(`{ orders(first: 50) { nodes { lineItems(first: 250) { nodes { product { id ${product} } } } } } }`),
      );
    expect(lines("collections(first: 5) { nodes { title } }") - lines("")).toBe(1_036 - 651);
  });
});

describe("the actual cost is Shopify's own", () => {
  test("of two locations of twenty: 3 of 7 (2025)", () => {
    const request = priced(
      `query ($first: Int = 20) { locations(first: $first) { edges { node { id address { city } } } pageInfo { endCursor } } }`,
    );
    const edge = { node: { id: "1", address: { city: "Richmond" } } };
    expect(requestedCost(request)).toBe(7);
    expect(actualCost(request, { locations: { edges: [edge, edge], pageInfo: { endCursor: "x" } } })).toBe(3);
  });

  test("of more than a hundred collections of 250: 11 of 13 (2025)", () => {
    const request = priced("{ collections(first: 250) { edges { node { id title } } } }");
    const edges = Array.from({ length: 110 }, (_, at) => ({ node: { id: String(at), title: "" } }));
    expect(requestedCost(request)).toBe(13);
    expect(actualCost(request, { collections: { edges } })).toBe(11);
  });

  test("of connections in connections: 14 of 51, a list counted once (2024)", () => {
    const request = priced(REQUESTED[1]?.[2] ?? "");
    const quantities = Array.from({ length: 8 }, () => ({ quantity: 1 }));
    const inventoryLevels = { nodes: [{ id: "7", quantities, location: { id: "8" } }] };
    const variant = { id: "3", inventoryItem: { id: "4", inventoryLevels } };
    const node = { id: "2", product: { id: "1", variants: { edges: [{ node: variant }] } } };
    expect(actualCost(request, { product: { id: "1", variants: { nodes: [node] } } })).toBe(14);
  });

  test("of an empty connection: 8 of 20 (2024)", () => {
    const assignedLocation = { city: "Tokyo", location: { id: "3" } };
    const node = { id: "2", assignedLocation, fulfillments: { nodes: [] } };
    const request = priced(REQUESTED[2]?.[2] ?? "");
    expect(actualCost(request, { order: { id: "1", fulfillmentOrders: { nodes: [node] } } })).toBe(8);
  });

  test("of a product that is gone: 1 of 25 (2025)", () => {
    expect(actualCost(priced(REQUESTED[0]?.[2] ?? ""), { product: null })).toBe(1);
  });

  test("of a mutation: what was requested", () => {
    const request = priced(REQUESTED.find(([source]) => source === "MS CreateUploadUrl")?.[2] ?? "");
    expect(actualCost(request, { stagedUploadsCreate: { stagedTargets: [] } })).toBe(11);
  });
});

test("variables that do not fit have no cost: execution refuses them", () => {
  expect(requestedCost(priced("query ($first: Int!) { products(first: $first) { nodes { id } } }", {}))).toBe(0);
});

describe("where Shopify says nothing, the cost is the higher one", () => {
  test("a list by ids costs as a connection of that size (25 products cost 6 points when measured in July 2026)", () => {
    const request = priced(
      "query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Product { collections(first: 5) { nodes { title } } } } }",
      { ids: Array.from({ length: 25 }, (_, at) => `gid://shopify/Product/${at}`) },
    );
    expect(requestedCost(request)).toBeGreaterThanOrEqual(6);
  });

  test("only the dearest type of an interface counts, and what @skip leaves out does not", () => {
    const query = `query ($no: Boolean!) { node(id: "gid://shopify/Product/1") { id
      ... on Product { featuredMedia { id } } ... on ProductVariant { product { id } inventoryItem { id } }
      ... on Order @skip(if: $no) { lineItems(first: 250) { nodes { id } } } } }`;
    expect(requestedCost(priced(query, { no: true }))).toBe(3);
    expect(requestedCost(priced(query, { no: false }))).toBe(1 + 2 + 11);
  });
});
