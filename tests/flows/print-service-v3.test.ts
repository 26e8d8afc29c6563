import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shopActionsContext } from "../../app/composition/shop-context.server.ts";
import { sweepAccount } from "../../app/orders/provider-updates/sweep-account.ts";
import { gidOf } from "../../app/ports/gid.ts";
import { renewEndingTokens } from "../../app/print-accounts/recheck-refused.ts";
import { readUnknownAnswers } from "../../app/diagnostics/unknown-answers.ts";
import { connectAccount, viewAccount } from "../../app/settings-page/account.ts";
import { DEFAULT_ACCESS_TOKEN } from "../../sandbox/print-service/options.ts";
import { createCatalog } from "../../sandbox/print-service/v3/catalog.ts";
import { order } from "../support/goods.ts";
import { reasonCodes } from "../support/reasons.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

const [TEE = "", MUG = ""] = createCatalog().flatMap(({ variants }) => variants.map(({ sku }) => sku));
const OTHER_TOKEN = "another-access-token";
const THIRD_TOKEN = "a-third-access-token";
const FOREIGN_TOKEN = "token-of-another-account";

let testApp: TestApp;
let goods: { tee: string; mug: string };

beforeAll(async () => {
  testApp = await startTestApp({
    policy: { providerCheckIntervalMs: 60_000, providerLagMs: 3_600_000, createTimeoutMs: 4_000, claimTtlMs: 10_000 },
    printService: {
      interfaces: ["v1", "v3"],
      accessTokens: {
        [DEFAULT_ACCESS_TOKEN]: "press@example.com",
        [OTHER_TOKEN]: "press@example.com",
        [THIRD_TOKEN]: "press@example.com",
        [FOREIGN_TOKEN]: "other@example.com",
      },
    },
  });
  const made = testApp.shopify.addProduct(testApp.shop, {
    title: "Tee",
    vendor: "Press",
    variants: [
      { title: "M", price: "25.00" },
      { title: "Mug", price: "15.00" },
    ],
  });
  const [tee, mug] = made.variants.map(({ id }) => id);
  goods = { tee: tee ?? "", mug: mug ?? "" };
  for (const [variant, sku] of [
    [goods.tee, TEE],
    [goods.mug, MUG],
  ] as const)
    await testApp.map(gidOf("ProductVariant", variant), gidOf("Product", made.id), sku);
  expect(await connect(DEFAULT_ACCESS_TOKEN)).toEqual({ outcome: "connected", version: "v3", registered: true });
  // What a new token is compared with.
  for (const { id } of [buy(), buy()]) await state(id, "submitted");
});
beforeEach(() => {
  testApp.printService.clearFaults();
  testApp.printService.changeBehavior({ dialect: {}, version3: { eventIds: "both", detailOfSeveral: "newest" } });
});
afterAll(() => testApp.close());

const ctx = () => testApp.services.core.ctx;
const shopRow = () => ctx().db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
const connect = async (accessToken: string) =>
  connectAccount(shopActionsContext(testApp.services.core), await shopRow(), { accessToken });
const buy = (variants = [goods.tee], over: Parameters<typeof order>[1] = {}) =>
  testApp.shopify.placeOrder(
    testApp.shop,
    order(
      variants.map((variantId) => ({ variantId })),
      over,
    ),
  );
const printed = (name: string) =>
  testApp.printService.state().orders.filter((one) => one.reference.startsWith(`${name.slice(1)}-`));
const state = (id: string, expected: string) =>
  testApp.waitForOrder(id, expected, (view) => view.submissions[0]?.state === expected);
const attemptsOf = (view: Awaited<ReturnType<typeof state>>) =>
  view.submissions[0]?.attempts.map(({ outcome }) => outcome);
async function sweep(): Promise<void> {
  testApp.clock.advance(120_000);
  await sweepAccount(ctx(), (await shopRow()).printAccountId as Parameters<typeof sweepAccount>[1]);
}
const numbers = (placed: ReturnType<typeof buy>) =>
  placed.fulfillments.flatMap(({ tracking }) => tracking.map(({ number }) => number)).sort();

describe("an account that is connected with an access token", () => {
  it("prints an order and fulfills it with its tracking, by events that name the service's id alone", async () => {
    testApp.printService.changeBehavior({ version3: { eventIds: "service" } });
    const placed = buy();
    await state(placed.id, "submitted");
    const [made, ...more] = printed(placed.name);
    expect(more).toEqual([]);
    expect(JSON.parse(made?.raw ?? "{}")).toEqual({
      order_id: made?.reference,
      firstName: "Ada",
      lastName: "Buyer",
      shipping_email: "buyer@example.com",
      shipping_phone: expect.any(String),
      shipping_address1: "12 Elm Road",
      shipping_city: "Louisville",
      shipping_province: "Kentucky",
      shipping_province_code: "KY",
      shipping_zip: "40202",
      shipping_country: "United States",
      shipping_country_code: "US",
      order_items: [{ item_sku: TEE, quantity: 1, artwork_front: expect.any(String) }],
    });
    await sweep();
    testApp.printService.markPaid(made?.serviceId ?? "");
    testApp.printService.startProduction(made?.serviceId ?? "");
    await state(placed.id, "in_production");
    testApp.printService.ship(made?.serviceId ?? "", { trackingNumber: "1ZV3001" });
    await state(placed.id, "fulfilled");
    expect(numbers(placed)).toEqual(["1ZV3001"]);
  });

  it("finds tracking that only the detail shows, of each order that the service makes of one", async () => {
    testApp.printService.changeBehavior({ dialect: { ordersPerCreate: "per_item" } });
    const placed = buy([goods.tee, goods.mug]);
    await state(placed.id, "submitted");
    const parts = printed(placed.name);
    expect(parts).toHaveLength(2);
    await sweep();
    testApp.printService.addEventFault({ effect: "drop", times: 20 });
    for (const [at, { serviceId }] of parts.entries()) {
      testApp.printService.markPaid(serviceId);
      testApp.printService.startProduction(serviceId);
      testApp.printService.ship(serviceId, { trackingNumber: `1ZPART${at}` });
    }
    await until("both parcels in Shopify", async () => {
      await sweep();
      return numbers(placed).length === 2;
    });
    testApp.printService.clearEventFaults();
    expect(numbers(placed)).toEqual(["1ZPART0", "1ZPART1"]);
    expect(reasonCodes(await state(placed.id, "fulfilled"))).toEqual([]);
  });

  it("sends an order again whose answer was lost, and has one, by the service's refusal and what its detail then shows", async () => {
    // The detail does not show the order that the service has: only the repetition proves it.
    testApp.printService.addFault({ endpoint: "create", effect: "reset" });
    testApp.printService.addFault({
      endpoint: "detail",
      effect: "body_status",
      status: 404,
      message: "Order not found!",
      times: 2,
    });
    const placed = buy();
    const view = await state(placed.id, "submitted");
    expect(attemptsOf(view)).toEqual(["uncertain", "rejected"]);
    expect(printed(placed.name)).toHaveLength(1);
    expect(reasonCodes(view)).toEqual(["payment_due_at_provider"]);
  });

  it("sends an order again that never arrived, in a quiet shop, without a later order and without a person", async () => {
    testApp.printService.addFault({ endpoint: "create", effect: "bad_gateway", worked: false, times: 2 });
    const placed = buy();
    const view = await state(placed.id, "submitted");
    expect(attemptsOf(view)).toEqual(["uncertain", "uncertain", "accepted"]);
    expect(printed(placed.name)).toHaveLength(1);
    expect(new Set(printed(placed.name).map(({ reference }) => reference)).size).toBe(1);
  });

  it("rejects an order that is refused for another reason after an unclear answer, once the service denies having it", async () => {
    testApp.printService.addFault({ endpoint: "create", effect: "bad_gateway", worked: false });
    testApp.printService.addFault({
      endpoint: "create",
      effect: "body_status",
      status: 400,
      message: "Invalid artwork!",
      worked: false,
    });
    const placed = buy();
    const view = await state(placed.id, "rejected");
    expect(attemptsOf(view)).toEqual(["uncertain", "rejected"]);
    expect(reasonCodes(view)).toContain("rejected");
    expect(printed(placed.name)).toEqual([]);
  });

  it("finds an order behind another refusal of its repetition, which the service names first", async () => {
    testApp.printService.addFault({ endpoint: "create", effect: "reset" });
    const notFound = { effect: "body_status", status: 404, message: "Order not found!" } as const;
    testApp.printService.addFault({ endpoint: "detail", ...notFound, times: 2 });
    testApp.printService.changeBehavior({ version3: { repeatedOrderId: "checked last" } });
    const placed = buy();
    await until("the order, whose answer is lost", () => printed(placed.name).length === 1);
    testApp.printService.changeBehavior({ version3: { gone: [TEE] } });
    const view = await state(placed.id, "submitted");
    testApp.printService.changeBehavior({ version3: { repeatedOrderId: "refused", gone: [] } });
    expect(attemptsOf(view)).toEqual(["uncertain", "rejected"]);
    expect(printed(placed.name)).toHaveLength(1);
    expect(reasonCodes(view)).toEqual(["payment_due_at_provider"]);
  });

  it("holds an order whose phone number the service does not take, and sends it with the fallback", async () => {
    const placed = buy([goods.tee], {
      phone: "12345",
      shippingAddress: { ...order([]).shippingAddress, phone: "12 34" },
    });
    const held = await testApp.waitForOrder(
      placed.id,
      "held",
      (one) => reasonCodes(one)?.includes("contact_missing") === true,
    );
    expect(held.submissions[0]?.state ?? "waiting").toBe("waiting");
    expect(printed(placed.name)).toEqual([]);
    await testApp.change({ fallbackPhone: "+1 555 010 0299" });
    await shopActionsContext(testApp.services.core).wakeHeld((await shopRow()).id, ["contact_missing"]);
    const sent = await state(placed.id, "submitted");
    expect(JSON.parse(printed(placed.name)[0]?.raw ?? "{}")).toMatchObject({ shipping_phone: "+1 555 010 0299" });
    expect(reasonCodes(sent)).toEqual([]);
    await testApp.change({ fallbackPhone: "" });
  });
});

describe("the access token", () => {
  it("of the same account, when it is replaced, keeps the account and its orders", async () => {
    const { printAccountId } = await shopRow();
    expect(await connect(OTHER_TOKEN)).toMatchObject({ outcome: "connected", version: "v3" });
    expect((await shopRow()).printAccountId).toBe(printAccountId);
    expect(await connect("no-such-token")).toEqual({ outcome: "rejected" });
    expect(await viewAccount(ctx(), (await shopRow()).id)).toMatchObject({
      state: "connected",
      email: null,
      version: "v3",
      tokenEndsAt: null,
    });
  });

  it("of the same account keeps it where the service shows the last order no more", async () => {
    const { printAccountId } = await shopRow();
    const { reference } = await ctx().db.submission.findFirstOrThrow({
      where: { printAccountId, submittedAt: { not: null } },
      orderBy: { submittedAt: "desc" },
    });
    testApp.printService.hideOrder(reference, "list and detail");
    for (const token of [THIRD_TOKEN, OTHER_TOKEN]) {
      expect(await connect(token)).toMatchObject({ outcome: "connected" });
      expect((await shopRow()).printAccountId).toBe(printAccountId);
    }
    testApp.printService.showOrder(reference);
  });

  it("of another account makes another one, also where nobody knows yet whether the present one has an order", async () => {
    expect(await connect(OTHER_TOKEN)).toMatchObject({ outcome: "connected" });
    const { printAccountId } = await shopRow();
    const submissions = await ctx().db.submission.findMany({ where: { printAccountId, submittedAt: { not: null } } });
    expect(submissions).not.toEqual([]);
    await ctx().db.submission.updateMany({ where: { printAccountId }, data: { submittedAt: null } });
    expect(await connect(FOREIGN_TOKEN)).toMatchObject({ outcome: "connected", version: "v3" });
    expect((await shopRow()).printAccountId).not.toBe(printAccountId);
    for (const { id, submittedAt } of submissions)
      await ctx().db.submission.update({ where: { id }, data: { submittedAt } });
    expect(await connect(OTHER_TOKEN)).toMatchObject({ outcome: "connected" });
    expect((await shopRow()).printAccountId).toBe(printAccountId);
  });

  it("is told 30 days before its end, also where it cannot be renewed", async () => {
    const { id, printAccountId } = await shopRow();
    if (!printAccountId) throw new Error("no account is connected");
    const endsAt = new Date(ctx().clock.now().getTime() + 29 * 86_400_000);
    await ctx().db.printAccount.update({ where: { id: printAccountId }, data: { tokenEndsAt: endsAt } });
    await renewEndingTokens(shopActionsContext(testApp.services.core));
    expect(await viewAccount(ctx(), id)).toMatchObject({ tokenEndsAt: endsAt.toISOString() });
  });
});

it("what the service answers that nobody knows is counted, without its value, and words of status where they are short", async () => {
  const { id, printAccountId } = await shopRow();
  const { unknownAnswers } = testApp.services.core;
  const field = { path: "data[].buyer", type: "string" };
  for (let n = 0; n < 3; n += 1) unknownAnswers.observe(printAccountId as never, "getOrder", [field]);
  await unknownAnswers.flush();
  unknownAnswers.observe(printAccountId as never, "getOrder", [field]);
  await unknownAnswers.flush();
  const [line, other] = await ctx().db.submissionLine.findMany({ where: { submission: { shopId: id } }, take: 2 });
  await ctx().db.submissionLine.update({ where: { id: line?.id }, data: { orderStatus: "Rocketing" } });
  await ctx().db.submissionLine.update({ where: { id: other?.id }, data: { orderStatus: "For Ada, 12 Elm Road" } });
  const rows = await readUnknownAnswers(ctx(), { id, printAccountId: printAccountId as never });
  const words = rows.filter(({ operation }) => operation === "Status");
  expect(words.map(({ path, type, answers }) => [path, type, answers]).sort()).toEqual([
    ["order_status", "(word)", 1],
    ["order_status", "Rocketing", 1],
  ]);
  expect(rows.find(({ path }) => path === field.path)).toMatchObject({
    operation: "getOrder",
    type: "string",
    answers: 4,
  });
});
