import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { until } from "../../tests/support/until.ts";
import type { FulfillmentOrder, Order } from "./model.ts";
import { SHOP, standInWithShop } from "./stand-in.testing.ts";

let setup: Awaited<ReturnType<typeof standInWithShop>>;
let order: Order;

beforeEach(async () => {
  setup = await standInWithShop();
  const lines = [{ variantId: setup.variant(0), quantity: 3 }, { variantId: setup.variant(1) }];
  order = setup.standIn.placeOrder(SHOP, { lines, email: "ada@buyers.example" });
});
afterEach(() => setup.standIn.close());

const gid = (kind: string, id: string | undefined) => `gid://shopify/${kind}/${id}`;
const main = () => order.fulfillmentOrders[0] as FulfillmentOrder;
const annex = () => order.fulfillmentOrders[1] as FulfillmentOrder;
const part = (source: FulfillmentOrder, quantity?: number) => ({
  fulfillmentOrderId: gid("FulfillmentOrder", source.id),
  ...(quantity !== undefined && {
    fulfillmentOrderLineItems: [{ id: gid("FulfillmentOrderLineItem", source.lines[0]?.id), quantity }],
  }),
});

async function create(lineItemsByFulfillmentOrder: unknown[], more: object = {}) {
  const { data } = await setup.ask(
    `mutation ($input: FulfillmentInput!) { fulfillmentCreate(fulfillment: $input) {
      fulfillment { id status trackingInfo { number url company } } userErrors { field message } } }`,
    { input: { lineItemsByFulfillmentOrder, ...more } },
  );
  return data.fulfillmentCreate as { fulfillment: { id: string } | null; userErrors: { message: string }[] };
}

async function status() {
  const { data } = await setup.ask(
    `query ($id: ID!) { order(id: $id) { displayFulfillmentStatus fulfillmentOrders(first: 9) { nodes {
      status supportedActions { action } lineItems(first: 9) { nodes { remainingQuantity totalQuantity } } } } } }`,
    { id: gid("Order", order.id) },
  );
  return data.order;
}

test("fulfillment orders appear a moment after the order", async () => {
  const own = await standInWithShop({ fulfillmentOrderDelayMs: 20 });
  const late = own.standIn.placeOrder(SHOP, { lines: [{ variantId: own.variant(0) }] });
  const count = async () => {
    const { data } = await own.ask(
      `query ($id: ID!) { order(id: $id) { fulfillmentOrders(first: 5) { nodes { id } } } }`,
      {
        id: gid("Order", late.id),
      },
    );
    return data.order.fulfillmentOrders.nodes.length as number;
  };
  expect(late.fulfillmentOrders).toEqual([]);
  await own.standIn.settled();
  expect(await count()).toBe(1);
  await own.standIn.close();
});

describe("fulfillmentCreate", () => {
  test("takes a part, then the rest; the customer is notified once per request", async () => {
    const tracking = { trackingInfo: { company: "USPS", number: "1" }, notifyCustomer: true };
    expect((await create([part(main(), 2)], tracking)).userErrors).toEqual([]);
    expect(await status()).toMatchObject({ displayFulfillmentStatus: "PARTIALLY_FULFILLED" });
    expect(main()).toMatchObject({ status: "IN_PROGRESS", lines: [{ remaining: 1, total: 3 }] });
    expect((await create([part(main())])).userErrors).toEqual([]);
    expect(main().status).toBe("CLOSED");
    expect((await create([part(annex())])).userErrors).toEqual([]);
    expect(await status()).toMatchObject({ displayFulfillmentStatus: "FULFILLED" });
    expect(setup.standIn.notifications).toMatchObject([
      { kind: "shipping_confirmation", to: "ada@buyers.example", tracking: ["1"] },
    ]);
  });

  test("never more than remains, and nothing changes then", async () => {
    expect((await create([part(main(), 4)])).userErrors[0]?.message).toMatch(
      /Invalid fulfillment order line item quantity/,
    );
    expect((await create([part(main(), 3)])).userErrors).toEqual([]);
    expect((await create([part(main())])).userErrors[0]?.message).toMatch(/unfulfillable status= closed/);
    expect(order.fulfillments).toHaveLength(1);
  });

  test("two locations do not fit into one fulfillment", async () => {
    const refused = await create([part(main()), part(annex())]);
    expect(refused).toMatchObject({
      fulfillment: null,
      userErrors: [{ message: expect.stringMatching(/same location/) }],
    });
    expect(order.lines.map((line) => line.unfulfilled)).toEqual([3, 1]);
  });

  test("a held one is refused until it is released", async () => {
    setup.standIn.holdFulfillmentOrder(SHOP, main().id);
    expect((await create([part(main())])).userErrors[0]?.message).toMatch(/on_hold/);
    setup.standIn.releaseHold(SHOP, main().id);
    expect((await create([part(main())])).userErrors).toEqual([]);
  });

  test("a moved one is closed, its items are in another", async () => {
    const moved = setup.standIn.moveFulfillmentOrder(SHOP, main().id, "Annex");
    expect((await create([part(main())])).userErrors[0]?.message).toMatch(/closed/);
    expect((await create([part(moved), part(annex())])).userErrors).toEqual([]);
  });

  test("both halves of a split one fit into one fulfillment: they are at one location", async () => {
    const unit = (quantity: number) => [{ id: main().lines[0]!.id, quantity }];
    const half = setup.standIn.splitFulfillmentOrder(SHOP, main().id, unit(1));
    expect((await status()).fulfillmentOrders.nodes).toMatchObject([
      { status: "OPEN", lineItems: { nodes: [{ remainingQuantity: 2, totalQuantity: 2 }] } },
      { status: "OPEN" },
      { status: "OPEN", supportedActions: expect.not.arrayContaining([{ action: "SPLIT" }]) },
    ]);
    expect(() =>
      setup.standIn.splitFulfillmentOrder(SHOP, half.id, [{ id: half.lines[0]!.id, quantity: 1 }]),
    ).toThrow();
    for (const wrong of [0, 2, 3])
      expect(() => setup.standIn.splitFulfillmentOrder(SHOP, main().id, unit(wrong))).toThrow();
    expect((await create([part(main()), part(half)])).userErrors).toEqual([]);
    expect(order.lines.map((line) => line.unfulfilled)).toEqual([0, 1]);
  });

  test("a location of another app's service needs the scope for it", async () => {
    setup.standIn.grantScopes(SHOP, ["read_orders", "write_third_party_fulfillment_orders"]);
    expect((await create([part(main())])).userErrors[0]?.message).toMatch(/does not exist/);
    expect((await status()).fulfillmentOrders.nodes).toEqual([]);
  });
});

test("tracking is overwritten, and a canceled fulfillment gives its goods back", async () => {
  const made = await create([part(main())], { trackingInfo: { number: "1" } });
  const id = made.fulfillment?.id;
  const { data } = await setup.ask(
    `mutation ($id: ID!) { fulfillmentTrackingInfoUpdate(fulfillmentId: $id, notifyCustomer: true,
      trackingInfoInput: { company: "UPS", numbers: ["2", "3"], urls: ["https://a.example/2"] }) {
      fulfillment { trackingInfo { company number url } } userErrors { message } } }`,
    { id },
  );
  expect(data.fulfillmentTrackingInfoUpdate.fulfillment.trackingInfo).toEqual([
    { company: "UPS", number: "2", url: "https://a.example/2" },
    { company: "UPS", number: "3", url: null },
  ]);
  expect(setup.standIn.notifications.map((each) => each.kind)).toEqual(["shipping_update"]);
  await setup.ask(`mutation ($id: ID!) { fulfillmentCancel(id: $id) { userErrors { message } } }`, { id });
  expect(main()).toMatchObject({ status: "OPEN", lines: [{ remaining: 3 }] });
  expect((await status()).displayFulfillmentStatus).toBe("UNFULFILLED");
});

test("holds: handles are unique, the last release opens it again", async () => {
  const hold = (handle: string) =>
    setup.ask(
      `mutation ($id: ID!, $handle: String!) { fulfillmentOrderHold(id: $id, fulfillmentHold: { reason: INCORRECT_ADDRESS, handle: $handle }) {
        fulfillmentHold { id heldByRequestingApp } userErrors { code } } }`,
      { id: gid("FulfillmentOrder", main().id), handle },
    );
  const first = await hold("ours");
  expect(first.data.fulfillmentOrderHold).toMatchObject({
    fulfillmentHold: { heldByRequestingApp: true },
    userErrors: [],
  });
  expect((await hold("ours")).data.fulfillmentOrderHold.userErrors).toEqual([
    { code: "DUPLICATE_FULFILLMENT_HOLD_HANDLE" },
  ]);
  setup.standIn.holdFulfillmentOrder(SHOP, main().id);
  const release = () =>
    setup.ask(
      `mutation ($id: ID!, $holds: [ID!]) { fulfillmentOrderReleaseHold(id: $id, holdIds: $holds) { userErrors { code } } }`,
      {
        id: gid("FulfillmentOrder", main().id),
        holds: [first.data.fulfillmentOrderHold.fulfillmentHold.id],
      },
    );
  expect((await release()).data.fulfillmentOrderReleaseHold.userErrors).toEqual([]);
  expect(main()).toMatchObject({ status: "ON_HOLD", holds: [{ byApp: false }] });
  setup.standIn.releaseHold(SHOP, main().id);
  expect(main().status).toBe("OPEN");
});

test("a hold on some lines leaves the rest open in a fulfillment order of its own", async () => {
  const { data } = await setup.ask(
    `mutation ($id: ID!, $line: ID!) { fulfillmentOrderHold(id: $id, fulfillmentHold: { reason: OTHER, handle: "a",
      fulfillmentOrderLineItems: [{ id: $line, quantity: 1 }] }) { remainingFulfillmentOrder { status
      lineItems(first: 5) { nodes { remainingQuantity } } } userErrors { code } } }`,
    { id: gid("FulfillmentOrder", main().id), line: gid("FulfillmentOrderLineItem", main().lines[0]?.id) },
  );
  expect(data.fulfillmentOrderHold.remainingFulfillmentOrder).toEqual({
    status: "OPEN",
    lineItems: { nodes: [{ remainingQuantity: 2 }] },
  });
  expect(main()).toMatchObject({ status: "ON_HOLD", lines: [{ remaining: 1 }] });
});

test("progress is reported where the actions say so", async () => {
  const report = () =>
    setup.ask(
      `mutation ($id: ID!) { fulfillmentOrderReportProgress(id: $id) { fulfillmentOrder { status } userErrors { code } } }`,
      {
        id: gid("FulfillmentOrder", main().id),
      },
    );
  expect((await status()).fulfillmentOrders.nodes[0].supportedActions).toContainEqual({ action: "REPORT_PROGRESS" });
  expect((await report()).data.fulfillmentOrderReportProgress).toMatchObject({
    fulfillmentOrder: { status: "IN_PROGRESS" },
  });
  setup.standIn.cancelOrder(SHOP, order.id);
  expect((await status()).fulfillmentOrders.nodes[0].supportedActions).toEqual([]);
  expect((await report()).data.fulfillmentOrderReportProgress.userErrors).toEqual([
    { code: "FULFILLMENT_ORDER_STATUS_INVALID" },
  ]);
});

test("goods that were moved to a fulfillment service are to be requested from that service", async () => {
  const shop = setup.standIn.shop(SHOP);
  shop.locations.push({ id: "7", name: "Elsewhere", countryCode: "US", isFulfillmentService: true });
  shop.scopes.push("write_third_party_fulfillment_orders");
  const moved = setup.standIn.moveFulfillmentOrder(SHOP, main().id, "7");
  const isToBeRequested = async () => {
    const { nodes } = (await status()).fulfillmentOrders as { nodes: { supportedActions: { action: string }[] }[] };
    return nodes.map(({ supportedActions }) => supportedActions.some(({ action }) => action === "REQUEST_FULFILLMENT"));
  };
  expect(await isToBeRequested()).toContain(true);
  moved.requestStatus = "SUBMITTED";
  expect(await isToBeRequested()).not.toContain(true);
});

test("goods of a later date are scheduled until the date comes or somebody opens them", async () => {
  const lines = [{ variantId: setup.variant(0) }, { variantId: setup.variant(1) }];
  order = setup.standIn.placeOrder(SHOP, { lines, scheduled: true });
  const states = async () => (await status()).fulfillmentOrders.nodes.map((one: { status: string }) => one.status);
  await expect.poll(states).toEqual(["SCHEDULED", "SCHEDULED"]);
  expect((await create([part(main())])).userErrors).toHaveLength(1);
  const open = () =>
    setup.ask(
      `mutation ($id: ID!) { fulfillmentOrderOpen(id: $id) { fulfillmentOrder { status } userErrors { field } } }`,
      {
        id: gid("FulfillmentOrder", main().id),
      },
    );
  expect((await open()).data.fulfillmentOrderOpen).toEqual({ fulfillmentOrder: { status: "OPEN" }, userErrors: [] });
  expect((await open()).data.fulfillmentOrderOpen).toMatchObject({ userErrors: [{ field: ["id"] }] });
  setup.standIn.openScheduled(SHOP, annex().id);
  expect(await states()).toEqual(["OPEN", "OPEN"]);
  expect((await create([part(main())])).userErrors).toEqual([]);
});

test("refunds and edits keep the fulfillment orders in step", async () => {
  const [first, second] = order.lines;
  setup.standIn.editOrder(SHOP, order.id, { refund: { [first?.id ?? ""]: 2 }, quantities: { [second?.id ?? ""]: 3 } });
  const remaining = order.fulfillmentOrders.flatMap((each) => each.lines).map((row) => row.remaining);
  expect(remaining).toEqual([1, 1, 2]);
  expect(order.lines.map((line) => line.unfulfilled)).toEqual([1, 3]);
  setup.standIn.fulfillByHand(SHOP, order.id, { lines: { [first?.id ?? ""]: 1 } });
  expect(order.fulfillments).toMatchObject([{ byApp: false, lines: [{ quantity: 1 }] }]);
});

test.each([["timeout"], ["reset-after"], ["500-after"], ["garbage"]] as const)(
  "%s: the write took effect, the answer is lost",
  async (kind) => {
    setup.standIn.faults.next({ operation: "fulfillmentCreate", kind });
    const patience = new AbortController();
    const answer = fetch(`${setup.standIn.url}/_shop/${SHOP}/admin/api/2026-10/graphql.json`, {
      method: "POST",
      headers: { "x-shopify-access-token": setup.token },
      signal: patience.signal,
      body: JSON.stringify({
        query: `mutation ($input: FulfillmentInput!) { fulfillmentCreate(fulfillment: $input) { fulfillment { id } } }`,
        variables: { input: { lineItemsByFulfillmentOrder: [part(main())] } },
      }),
    });
    answer.catch(() => undefined);
    await until("the write", () => order.fulfillments.length > 0);
    if (kind === "timeout") patience.abort();
    await expect(answer.then((each) => each.json())).rejects.toThrow();
    expect(order.fulfillments).toHaveLength(1);
    expect((await create([part(annex())])).userErrors).toEqual([]);
  },
);
