import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sweepShop } from "../../app/orders/receive/sweep-shop.ts";
import { installShop } from "../../app/shops/install.ts";
import { DEFAULT_ACCOUNT } from "../../sandbox/print-service/index.ts";
import { issueOfflineSession } from "../support/offline-session.ts";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { connect } from "../support/shops-context.ts";
import { hasReason } from "../support/reasons.ts";
import { itForRelease, onlyForRelease } from "../support/release.ts";
import { gidOf } from "../../app/ports/gid.ts";

const HOUR = 3_600_000;
let testApp: TestApp;
let goods: Goods;

beforeEach(async () => {
  testApp = await startTestApp();
  goods = await stockShop(testApp);
});
afterEach(() => testApp.close());

const db = () => testApp.services.core.ctx.db;
const buy = (over: Parameters<typeof order>[1] = {}) =>
  testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }], over));
const state = (id: string, expected: string) =>
  testApp.waitForOrder(id, expected, (v) => v.submissions[0]?.state === expected);
const made = () => testApp.printService.state().orders.length;
const shopRow = () => db().shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
/** A try that was under way when the clock was moved may fail, and the next one is due later than that: the clock is moved to it. */
const handled = () =>
  until("all handled", async () => {
    await testApp.shopify.settled();
    const next = await db().webhookDelivery.findFirst({ where: { state: "waiting" }, orderBy: { dueAt: "asc" } });
    const waitMs = (next?.dueAt?.getTime() ?? 0) - testApp.clock.now().getTime();
    if (waitMs > 0) testApp.clock.advance(waitMs);
    return next === null;
  });

async function uninstall(): Promise<void> {
  testApp.shopify.uninstall(testApp.shop);
  await until("gone", async () => (await shopRow()).uninstalledAt);
}

/** As the merchant's next visit does. */
async function reinstall(): Promise<void> {
  testApp.shopify.install(testApp.shop);
  const { core } = testApp.services;
  const session = issueOfflineSession(testApp.shopify, testApp.shop, testApp.clock.now());
  await core.sessions.storeSession(session);
  await installShop(core.ctx, testApp.shop, session.scope ?? "");
  await connect({ ...core.ctx, ...core.signIn.v1 }, testApp.shop, DEFAULT_ACCOUNT);
}

describe("a shop that leaves", () => {
  it("has nothing more printed, and nothing again when it comes back", async () => {
    const done = buy();
    await state(done.id, "submitted");
    await testApp.change({ editWindowMinutes: 30 });
    const waiting = buy();
    await state(waiting.id, "waiting");
    const created = testApp.shopify.webhooks.deliveries.find((d) => d.body.includes(done.name));
    await uninstall();
    testApp.clock.advance(31 * 60_000);
    await until("told", async () => {
      const view = await testApp.view(waiting.id);
      const [submission] = view?.submissions ?? [];
      return submission && (submission.due === null || hasReason(view, "shop_uninstalled"));
    });
    expect(made()).toBe(1);
    await reinstall();
    if (created) testApp.shopify.sendWebhook(testApp.shop, "orders/create", created.body);
    await handled();
    expect(made()).toBe(1);
  });

  itForRelease(
    "hears what became of its known orders meanwhile when it comes back; what was ordered meanwhile is ignored",
    async () => {
      const [sent, foreign] = [buy(), testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.lamp }]))];
      await state(sent.id, "submitted");
      await testApp.waitForOrder(foreign.id, "known", (view) => view.lines.length === 1);
      await uninstall();
      testApp.clock.advance(HOUR);
      testApp.shopify.cancelOrder(testApp.shop, sent.id);
      testApp.shopify.editOrder(testApp.shop, foreign.id, { addLines: [{ variantId: goods.shirt }] });
      const meanwhile = buy();
      testApp.clock.advance(HOUR);
      await reinstall();
      await sweepShop(testApp.services.core.ctx, (await shopRow()).id);
      await state(foreign.id, "submitted");
      await testApp.waitForOrder(sent.id, "the alarm", (view) => hasReason(view, "cancelled_after_sent"));
      expect((await testApp.view(meanwhile.id))?.ignoredReason).toBe("before_go_live");
      expect(made()).toBe(2);
    },
  );

  it("is erased on request, and still has nothing printed again", async () => {
    const done = buy();
    await state(done.id, "submitted");
    const body = testApp.shopify.webhooks.deliveries.find((d) => d.topic === "orders/create")?.body ?? "";
    await uninstall();
    testApp.clock.advance(48 * HOUR);
    testApp.shopify.requestPrivacy(testApp.shop, "shop/redact");
    await until("erased", async () => (await shopRow()).redactedAt);
    await handled();
    expect(await db().order.count()).toBe(0);
    expect(await db().session.count({ where: { shop: testApp.shop } })).toBe(0);
    await reinstall();
    await db().shop.updateMany({ data: { goLiveAt: new Date(0) } });
    testApp.shopify.sendWebhook(testApp.shop, "orders/create", body);
    await handled();
    const view = await testApp.view(done.id);
    expect([view?.ignoredReason, view?.submissions]).toEqual(["redacted", []]);
    expect(made()).toBe(1);
  });
});

describe("what is only claimed about a shop", () => {
  /** Of the claims: a delivery about an order may have been tried first while the app was gone. */
  const problems = async () => {
    const where = { problem: { not: null }, topic: { in: ["app/uninstalled", "shop/redact"] } };
    const rows = await db().webhookDelivery.findMany({ where, orderBy: { topic: "asc" } });
    return rows.map(({ topic, state, problem }) => `${topic} ${state} ${problem}`);
  };

  it("is rejected while Shopify accepts the shop's token: nothing is erased, forgotten or held", async () => {
    const done = buy();
    await state(done.id, "submitted");
    await uninstall();
    const left = testApp.shopify.webhooks.deliveries.find((d) => d.topic === "app/uninstalled");
    await reinstall();
    const before = await shopRow();
    // A captured body, as if it had just happened, in the future, and as a request to erase.
    testApp.shopify.sendWebhook(testApp.shop, "app/uninstalled", left?.body);
    // Not so long that data retention erases what was received before.
    testApp.clock.advance(50 * 24 * HOUR);
    await reinstall();
    testApp.shopify.sendWebhook(testApp.shop, "app/uninstalled", left?.body);
    testApp.shopify.requestPrivacy(testApp.shop, "shop/redact");
    await handled();
    expect(await shopRow()).toMatchObject({ uninstalledAt: null, redactedAt: null, goLiveAt: before.goLiveAt });
    expect(await problems()).toEqual([
      "app/uninstalled ignored app_installed",
      "app/uninstalled ignored app_installed",
      "shop/redact dead_letter app_installed",
    ]);
    expect(await testApp.services.metrics()).toContain(
      'inkbridge_unconfirmed_shop_webhooks{topic="shop/redact",outcome="rejected"} 1',
    );
    expect(await db().session.count({ where: { shop: testApp.shop } })).toBe(1);
    const next = buy();
    await state(next.id, "submitted");
    expect(await db().order.count()).toBe(2);
  });

  itForRelease("is carried out when the message of the uninstallation was lost", async () => {
    const done = buy();
    await state(done.id, "submitted");
    testApp.shopify.webhooks.addRule({ topic: "app/uninstalled", kind: "drop" });
    testApp.shopify.uninstall(testApp.shop);
    testApp.shopify.requestPrivacy(testApp.shop, "shop/redact");
    await until("held", async () => (await shopRow()).uninstalledAt);
    expect(await db().order.count()).toBe(1);
    expect(await testApp.services.metrics()).toContain(
      'inkbridge_unconfirmed_shop_webhooks{topic="shop/redact",outcome="waiting"} 1',
    );
    testApp.clock.advance(25 * HOUR);
    await handled();
    expect(await db().order.count()).toBe(0);
    expect(await db().submission.count({ where: { payloadEncrypted: { not: null } } })).toBe(0);
    expect(await db().session.count()).toBe(0);
  });

  it.each(["frozen" as const, ...onlyForRelease(["closed", "denied", "locked"] as const)])(
    "waits while the shop is %s",
    async (condition) => {
      const done = buy();
      await state(done.id, "submitted");
      testApp.shopify.setCondition(testApp.shop, condition);
      testApp.shopify.requestPrivacy(testApp.shop, "shop/redact");
      await until("tried", () => db().webhookDelivery.findFirst({ where: { topic: "shop/redact", tries: { gt: 0 } } }));
      expect(await shopRow()).toMatchObject({ uninstalledAt: null });
      testApp.shopify.setCondition(testApp.shop, "open");
      testApp.clock.advance(2 * HOUR);
      await handled();
      expect(await problems()).toEqual(["shop/redact dead_letter app_installed"]);
      expect(await db().order.count()).toBe(1);
    },
  );
});

/** Topics of deliveries whose bodies are still there. */
async function countRows() {
  const rows = await db().webhookDelivery.findMany({ where: { source: "shopify", bodyEncrypted: { not: null } } });
  return rows.map((row) => `${row.topic} ${row.state} ${row.problem ?? ""}`);
}

describe("privacy requests", () => {
  itForRelease("for the data are recorded on each order, and print or erase nothing", async () => {
    const placed = buy();
    await state(placed.id, "submitted");
    testApp.shopify.requestPrivacy(testApp.shop, "customers/data_request", { orders: [placed.id] });
    const view = await testApp.waitForOrder(placed.id, "recorded", (v) =>
      v.history.some((h) => h.code === "privacy.data_requested"),
    );
    expect(view.submissions).toHaveLength(1);
    expect(made()).toBe(1);
  });

  it("erase the customer's data of an order, sent or not, and hold what is not sent", async () => {
    const sent = buy();
    await state(sent.id, "submitted");
    const open = buy({ financialStatus: "PENDING" });
    await state(open.id, "waiting");
    testApp.shopify.requestPrivacy(testApp.shop, "customers/redact", { orders: [sent.id, open.id] });
    await until("erased", async () => (await db().order.count({ where: { redactedAt: { not: null } } })) === 2);
    await handled();
    expect(await db().submission.count({ where: { payloadEncrypted: { not: null } } })).toBe(0);
    expect(await countRows()).toEqual([]);
    testApp.shopify.editOrder(testApp.shop, open.id, { financialStatus: "PAID" });
    await testApp.waitForOrder(open.id, "held", (v) => hasReason(v, "personal_data_erased"));
    await handled();
    expect(made()).toBe(1);
    expect(await countRows()).toEqual([]);
  });
});

describe("what Shopify grants", () => {
  it("is kept as it is now", async () => {
    testApp.shopify.grantScopes(testApp.shop, ["read_orders"]);
    await until("kept", async () => (await shopRow()).scopes === "read_orders");
  });

  it("is renewed once when the token has expired, however many ask", async () => {
    testApp.clock.advance(2 * 3_600_000);
    const placed = Array.from({ length: 8 }, () => buy());
    for (const { id } of placed) await state(id, "submitted");
    expect(testApp.shopify.refreshes).toHaveLength(1);
    expect(made()).toBe(8);
  });
});

describe("two shops on one print account", () => {
  itForRelease("hear each of its own orders alone", async () => {
    await testApp.addShop("two.myshopify.com");
    const two = await db().shop.findUniqueOrThrow({ where: { domain: "two.myshopify.com" } });
    const theirs = testApp.shopify.addProduct(two.domain, { title: "Mug", vendor: "Press" });
    const mapping = await db().mapping.findFirstOrThrow();
    const variantGid = gidOf("ProductVariant", theirs.variants[0]?.id);
    await db().mapping.create({ data: { ...mapping, id: crypto.randomUUID(), shopId: two.id, variantGid } });
    const mine = buy();
    const other = testApp.shopify.placeOrder(two.domain, order([{ variantId: theirs.variants[0]?.id ?? "" }]));
    expect(other.name).toBe(mine.name);
    await until("both made", () => made() === 2);
    await state(mine.id, "submitted");
    const [submission] = await db().submission.findMany({ where: { shopId: two.id } });
    testApp.printService.ship(submission?.reference ?? "", { trackingNumber: "TWO1" });
    await until("fulfilled", () => other.fulfillments.length === 1);
    expect(other.fulfillments[0]?.tracking.map((t) => t.number)).toEqual(["TWO1"]);
    expect(mine.fulfillments).toEqual([]);
  });
});
