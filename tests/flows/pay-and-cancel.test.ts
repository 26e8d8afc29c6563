import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shopActionsContext } from "../../app/composition/shop-context.server.ts";
import { readStoreProblems } from "../../app/home/store-problems.ts";
import { ACTIONS } from "../../app/orders/actions/actions.ts";
import { runBulkAction } from "../../app/orders/actions/bulk-actions.ts";
import type { OrderDetails } from "../../app/orders/pages/details/order-details.ts";
import { sweepAccount } from "../../app/orders/provider-updates/sweep-account.ts";
import { performProviderWrites } from "../../app/orders/provider-writes/perform-writes.ts";
import { readAmountsDue } from "../../app/orders/provider-writes/read-payments.ts";
import { retryPayments } from "../../app/orders/provider-writes/request-write.ts";
import { gidOf } from "../../app/ports/gid.ts";
import type { PrintAccountId } from "../../app/ports/ids.ts";
import { connectAccount } from "../../app/settings-page/account.ts";
import { DEFAULT_ACCESS_TOKEN } from "../../sandbox/print-service/options.ts";
import { createCatalog } from "../../sandbox/print-service/v3/catalog.ts";
import { order } from "../support/goods.ts";
import { reasonCodes } from "../support/reasons.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

const [TEE = ""] = createCatalog().flatMap(({ variants }) => variants.map(({ sku }) => sku));
const STAFF = { userId: "7" };

let testApp: TestApp;
let tee: string;

beforeAll(async () => {
  testApp = await startTestApp({
    policy: { providerCheckIntervalMs: 60_000, providerLagMs: 3_600_000 },
    printService: { interfaces: ["v1", "v3"], accessTokens: { [DEFAULT_ACCESS_TOKEN]: "press@example.com" } },
  });
  const made = testApp.shopify.addProduct(testApp.shop, {
    ...{ title: "Tee", vendor: "Press", variants: [{ title: "M", price: "25.00" }] },
  });
  tee = made.variants[0]?.id ?? "";
  await testApp.map(gidOf("ProductVariant", tee), gidOf("Product", made.id), TEE);
  const account = await connectAccount(shopActionsContext(testApp.services.core), await shopRow(), {
    accessToken: DEFAULT_ACCESS_TOKEN,
  });
  expect(account.outcome).toBe("connected");
});
beforeEach(() => {
  testApp.printService.clearFaults();
  testApp.printService.clearEventFaults();
  testApp.printService.changeBehavior({ version3: { wallet: null } });
});
afterAll(() => testApp.close());

const ctx = () => testApp.services.core.ctx;
const shopRow = () => ctx().db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
const buy = () => testApp.shopify.placeOrder(testApp.shop, order([{ variantId: tee }]));
const state = (id: string, expected: string) =>
  testApp.waitForOrder(id, expected, (view) => view.submissions[0]?.state === expected);
const atService = (view: OrderDetails) =>
  testApp.printService.state().orders.find(({ reference }) => reference === view.submissions[0]?.reference) ??
  expect.fail("the print service has no such order");
const accountId = async () => (await shopRow()).printAccountId as PrintAccountId;
async function sweep(): Promise<void> {
  testApp.clock.advance(120_000);
  await sweepAccount(ctx(), await accountId());
}
/** Orders that the print service shows as unpaid, as their pages show them. */
async function unpaid(count: number): Promise<OrderDetails[]> {
  const placed = Array.from({ length: count }, buy);
  await Promise.all(placed.map(({ id }) => state(id, "submitted")));
  await sweep();
  return Promise.all(placed.map(({ id }) => view(id)));
}
const view = async (id: string) => (await testApp.view(id)) ?? expect.fail("no such order");
const refOf = async (page: OrderDetails) => ({
  ...STAFF,
  shopId: (await shopRow()).id,
  submissionId: page.submissions[0]?.id ?? expect.fail("nothing was sent"),
});
const act = async (page: OrderDetails, action: "pay_at_provider" | "cancel_at_provider") =>
  ACTIONS[action](ctx(), await refOf(page));
/** Workers pay and cancel until the order looks so. */
const work = (what: string, is: () => Promise<boolean>) =>
  until(what, async () => {
    await performProviderWrites(ctx());
    return is();
  });
const payments = (page: OrderDetails) => {
  const { serviceId } = atService(page);
  return testApp.printService
    .state()
    .transactions.filter((one) => one.serviceId === serviceId && one.kind === "payment");
};

describe("a day on which the print service prints nothing before it is paid", () => {
  it("is paid for one by one, and once though the answer is lost", async () => {
    const [page] = await unpaid(1);
    if (!page) expect.fail();
    expect(page.reasons).toMatchObject([
      { code: "payment_due_at_provider", actions: ["pay_at_provider", "acknowledge"] },
    ]);
    testApp.printService.addFault({ endpoint: "pay", effect: "reset", worked: true });
    expect(await act(page, "pay_at_provider")).toBe("done");
    await work("the payment is known", async () => (await view(page.number)).submissions[0]?.openWrite === null);
    expect(payments(page)).toHaveLength(1);
    expect(reasonCodes(await view(page.number))).toEqual([]);
    testApp.printService.startProduction(atService(page).serviceId);
    await state(page.number, "in_production");
  });

  it("has one problem while the balance is too low, and pays all of it in bulk once there is money", async () => {
    const pages = await unpaid(3);
    testApp.printService.changeBehavior({ version3: { wallet: "0.50" } });
    const rows = await ctx().db.order.findMany({
      where: { shopifyGid: { in: pages.map(({ number }) => gidOf("Order", number)) } },
    });
    const orderIds = rows.map(({ id }) => id);
    const shopId = (await shopRow()).id;
    const due = await readAmountsDue(ctx(), shopId, orderIds);
    expect(due.known.reduce((sum, { orders }) => sum + orders, 0) + due.unknown).toBe(3);
    const results = await runBulkAction(ctx(), { ...STAFF, shopId }, "pay_at_provider", {
      orderIds,
      shownAt: ctx().clock.now(),
    });
    expect(results.map(({ skipReason }) => skipReason)).toEqual([null, null, null]);
    await performProviderWrites(ctx());
    const problems = (await readStoreProblems(ctx(), shopId)).filter(({ kind }) => kind === "payments");
    expect(problems).toMatchObject([{ waiting: { problem: "low_balance", orders: 3 } }]);
    expect(reasonCodes(await view(pages[0]?.number ?? ""))).toEqual([]);
    testApp.printService.changeBehavior({ version3: { wallet: null } });
    expect(await retryPayments(ctx(), await accountId())).toBe(true);
    await work("all are paid", async () => pages.every((page) => payments(page).length === 1));
    await work("the problem is over", async () =>
      (await readStoreProblems(ctx(), shopId)).every(({ kind }) => kind !== "payments"),
    );
  });
});

describe("an order that is canceled in Shopify after it was sent", () => {
  const cancelInShopify = async (page: OrderDetails) => {
    testApp.shopify.cancelOrder(testApp.shop, page.number);
    return testApp.waitForOrder(page.number, "the cancellation", ({ reasons }) =>
      reasons.some(({ code }) => code === "cancelled_after_sent"),
    );
  };

  it("is canceled at the print service in time, and its money comes back", async () => {
    const [page] = await unpaid(1);
    if (!page) expect.fail();
    testApp.printService.markPaid(atService(page).serviceId);
    const canceled = await cancelInShopify(page);
    const offered = canceled.reasons.find(({ code }) => code === "cancelled_after_sent");
    expect(offered?.actions[0]).toBe("cancel_at_provider");
    testApp.printService.addFault({ endpoint: "cancel", effect: "too_many" });
    expect(await act(canceled, "cancel_at_provider")).toBe("done");
    await work(
      "the cancellation is known",
      async () => (await view(page.number)).submissions[0]?.state === "cancelled",
    );
    expect(atService(page).items.map(({ orderStatus }) => orderStatus)).toEqual(["Cancelled"]);
    expect(reasonCodes(await view(page.number))).toEqual([]);
    await sweep();
    expect(await view(page.number)).toMatchObject({ submissions: [{ state: "cancelled" }], reasons: [] });
  });

  it("says that it is too late where it is printed by then", async () => {
    const [page] = await unpaid(1);
    if (!page) expect.fail();
    testApp.printService.addEventFault({ effect: "drop", times: 20 });
    const { serviceId } = atService(page);
    testApp.printService.markPaid(serviceId);
    testApp.printService.startProduction(serviceId);
    expect(await act(await cancelInShopify(page), "cancel_at_provider")).toBe("done");
    await work("the refusal is known", async () => (await view(page.number)).submissions[0]?.openWrite === null);
    const { reasons, submissions } = await view(page.number);
    expect(submissions[0]?.state).toBe("in_production");
    const reason = reasons.find(({ code }) => code === "cancelled_after_sent");
    expect(reason).toMatchObject({ detail: { reason: "cancel_too_late" }, actions: ["acknowledge"] });
  });
});
