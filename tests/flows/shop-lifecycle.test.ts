import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sweepShop } from "../../app/orders/receive/sweep-shop.ts";
import { installShop } from "../../app/shops/install.ts";
import { DEFAULT_ACCOUNT } from "../../sandbox/print-service/index.ts";
import { issueOfflineSession } from "../support/offline-session.ts";
import { until } from "../support/until.ts";
import { order, stock, type Goods } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";
import { connect } from "../support/shops-context.ts";

const HOUR = 3_600_000;
let world: World;
let goods: Goods;

beforeEach(async () => {
  world = await openWorld();
  goods = await stock(world);
});
afterEach(() => world.close());

const db = () => world.services.core.ctx.db;
const buy = (over: Parameters<typeof order>[1] = {}) =>
  world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }], over));
const state = (id: string, wanted: string) => world.seen(id, wanted, (v) => v.submissions[0]?.state === wanted);
const made = () => world.press.state().orders.length;
const shopRow = () => db().shop.findUniqueOrThrow({ where: { domain: world.shop } });
const handled = () =>
  until("all handled", async () => {
    await world.shopify.settled();
    return (await db().delivery.count({ where: { state: "waiting" } })) === 0;
  });

async function leave(): Promise<void> {
  world.shopify.uninstall(world.shop);
  await until("gone", async () => (await shopRow()).uninstalledAt);
}

/** As the merchant's next visit does. */
async function comeBack(): Promise<void> {
  world.shopify.install(world.shop);
  const { core } = world.services;
  const session = issueOfflineSession(world.shopify, world.shop, world.clock.now());
  await core.sessions.storeSession(session);
  await installShop(core.ctx, world.shop, session.scope ?? "");
  await connect({ ...core.ctx, fetchToken: core.fetchPrintToken }, world.shop, DEFAULT_ACCOUNT);
}

describe("a shop that leaves", () => {
  it("has nothing more printed, and nothing again when it comes back", async () => {
    const done = buy();
    await state(done.id, "submitted");
    await world.change({ editWindowMinutes: 30 });
    const waiting = buy();
    await state(waiting.id, "waiting");
    const created = world.shopify.webhooks.deliveries.find((d) => d.body.includes(done.name));
    await leave();
    world.clock.pass(31 * 60_000);
    await until("told", async () => {
      const view = await world.view(waiting.id);
      const [submission] = view?.submissions ?? [];
      return (
        submission && (submission.dueAt === null || submission.attention.some((a) => a.code === "shop_uninstalled"))
      );
    });
    expect(made()).toBe(1);
    await comeBack();
    if (created) world.shopify.sendWebhook(world.shop, "orders/create", created.body);
    await handled();
    expect(made()).toBe(1);
  });

  it("hears what became of its known orders meanwhile when it comes back; what was ordered meanwhile is left alone", async () => {
    const [sent, foreign] = [buy(), world.shopify.placeOrder(world.shop, order([{ variantId: goods.lamp }]))];
    await state(sent.id, "submitted");
    await world.seen(foreign.id, "known", (view) => view.lines.length === 1);
    await leave();
    world.clock.pass(HOUR);
    world.shopify.cancelOrder(world.shop, sent.id);
    world.shopify.editOrder(world.shop, foreign.id, { addLines: [{ variantId: goods.shirt }] });
    const meanwhile = buy();
    world.clock.pass(HOUR);
    await comeBack();
    await sweepShop(world.services.core.ctx, (await shopRow()).id);
    await state(foreign.id, "submitted");
    await world.seen(sent.id, "the alarm", (view) =>
      Boolean(view.submissions[0]?.attention.some(({ code }) => code === "cancelled_after_sent")),
    );
    expect((await world.view(meanwhile.id))?.leftAlone).toBe("before_go_live");
    expect(made()).toBe(2);
  });

  it("is erased on request, and still has nothing printed again", async () => {
    const done = buy();
    await state(done.id, "submitted");
    const body = world.shopify.webhooks.deliveries.find((d) => d.topic === "orders/create")?.body ?? "";
    await leave();
    world.clock.pass(48 * HOUR);
    world.shopify.requestPrivacy(world.shop, "shop/redact");
    await until("erased", async () => (await shopRow()).redactedAt);
    await handled();
    expect(await db().order.count()).toBe(0);
    expect(await db().session.count({ where: { shop: world.shop } })).toBe(0);
    await comeBack();
    await db().shop.updateMany({ data: { goLiveAt: new Date(0) } });
    world.shopify.sendWebhook(world.shop, "orders/create", body);
    await handled();
    const view = await world.view(done.id);
    expect([view?.leftAlone, view?.submissions]).toEqual(["redacted", []]);
    expect(made()).toBe(1);
  });
});

describe("what is only claimed about a shop", () => {
  const problems = async () =>
    (await db().delivery.findMany({ where: { problem: { not: null } }, orderBy: { topic: "asc" } })).map(
      ({ topic, state, problem }) => `${topic} ${state} ${problem}`,
    );

  it("is refused while Shopify takes the shop's token: nothing is erased, forgotten or held", async () => {
    const done = buy();
    await state(done.id, "submitted");
    await leave();
    const left = world.shopify.webhooks.deliveries.find((d) => d.topic === "app/uninstalled");
    await comeBack();
    const before = await shopRow();
    // A captured body, as if it had just happened, in the future, and as a request to erase.
    world.shopify.sendWebhook(world.shop, "app/uninstalled", left?.body);
    world.clock.pass(365 * 24 * HOUR);
    await comeBack();
    world.shopify.sendWebhook(world.shop, "app/uninstalled", left?.body);
    world.shopify.requestPrivacy(world.shop, "shop/redact");
    await handled();
    expect(await shopRow()).toMatchObject({ uninstalledAt: null, redactedAt: null, goLiveAt: before.goLiveAt });
    expect(await problems()).toEqual([
      "app/uninstalled ignored app_installed",
      "app/uninstalled ignored app_installed",
      "shop/redact poison app_installed",
    ]);
    expect(await world.services.metrics()).toContain('inkbridge_shop_claims{topic="shop/redact",outcome="refused"} 1');
    expect(await db().session.count({ where: { shop: world.shop } })).toBe(1);
    const next = buy();
    await state(next.id, "submitted");
    expect(await db().order.count()).toBe(2);
  });

  it("is carried out when the message of the uninstallation was lost", async () => {
    const done = buy();
    await state(done.id, "submitted");
    world.shopify.webhooks.addRule({ topic: "app/uninstalled", kind: "drop" });
    world.shopify.uninstall(world.shop);
    world.shopify.requestPrivacy(world.shop, "shop/redact");
    await until("held", async () => (await shopRow()).uninstalledAt);
    expect(await db().order.count()).toBe(1);
    expect(await world.services.metrics()).toContain('inkbridge_shop_claims{topic="shop/redact",outcome="waiting"} 1');
    world.clock.pass(25 * HOUR);
    await handled();
    expect(await db().order.count()).toBe(0);
    expect(await db().submission.count({ where: { payloadSealed: { not: null } } })).toBe(0);
    expect(await db().session.count()).toBe(0);
  });

  it.each(["frozen", "closed", "denied", "locked"] as const)("waits while the shop is %s", async (condition) => {
    const done = buy();
    await state(done.id, "submitted");
    world.shopify.setCondition(world.shop, condition);
    world.shopify.requestPrivacy(world.shop, "shop/redact");
    await until("tried", () => db().delivery.findFirst({ where: { topic: "shop/redact", attempts: { gt: 0 } } }));
    expect(await shopRow()).toMatchObject({ uninstalledAt: null });
    world.shopify.setCondition(world.shop, "open");
    world.clock.pass(2 * HOUR);
    await handled();
    expect(await problems()).toEqual(["shop/redact poison app_installed"]);
    expect(await db().order.count()).toBe(1);
  });
});

/** Topics of deliveries whose bodies are still there. */
async function kept() {
  const rows = await db().delivery.findMany({ where: { source: "shopify", bodySealed: { not: null } } });
  return rows.map((row) => `${row.topic} ${row.state} ${row.problem ?? ""}`);
}

describe("privacy requests", () => {
  it("for the data are noted at each order, and print or erase nothing", async () => {
    const placed = buy();
    await state(placed.id, "submitted");
    world.shopify.requestPrivacy(world.shop, "customers/data_request", { orders: [placed.id] });
    const view = await world.seen(placed.id, "noted", (v) =>
      v.history.some((h) => h.code === "privacy.data_requested"),
    );
    expect(view.submissions).toHaveLength(1);
    expect(made()).toBe(1);
  });

  it("erase the buyer's data of an order, sent or not, and hold what is not sent", async () => {
    const sent = buy();
    await state(sent.id, "submitted");
    const open = buy({ financialStatus: "PENDING" });
    await state(open.id, "waiting");
    world.shopify.requestPrivacy(world.shop, "customers/redact", { orders: [sent.id, open.id] });
    await until("erased", async () => (await db().order.count({ where: { redactedAt: { not: null } } })) === 2);
    await handled();
    expect(await db().submission.count({ where: { payloadSealed: { not: null } } })).toBe(0);
    expect(await kept()).toEqual([]);
    world.shopify.editOrder(world.shop, open.id, { financialStatus: "PAID" });
    await world.seen(
      open.id,
      "held",
      (v) => v.submissions[0]?.attention.some((a) => a.code === "personal_data_erased") === true,
    );
    await handled();
    expect(made()).toBe(1);
    expect(await kept()).toEqual([]);
  });
});

describe("what Shopify grants", () => {
  it("is kept as it is now", async () => {
    world.shopify.grantScopes(world.shop, ["read_orders"]);
    await until("kept", async () => (await shopRow()).scopes === "read_orders");
  });

  it("is renewed once when the token has expired, however many ask", async () => {
    world.clock.pass(2 * 3_600_000);
    const placed = Array.from({ length: 8 }, () => buy());
    for (const { id } of placed) await state(id, "submitted");
    expect(world.shopify.refreshes).toHaveLength(1);
    expect(made()).toBe(8);
  });
});

describe("two shops on one print account", () => {
  it("hear each of its own orders alone", async () => {
    await world.addShop("two.myshopify.com");
    const two = await db().shop.findUniqueOrThrow({ where: { domain: "two.myshopify.com" } });
    const theirs = world.shopify.addProduct(two.domain, { title: "Mug", vendor: "Press" });
    const mapping = await db().mapping.findFirstOrThrow();
    const variantGid = `gid://shopify/ProductVariant/${theirs.variants[0]?.id}`;
    await db().mapping.create({ data: { ...mapping, id: crypto.randomUUID(), shopId: two.id, variantGid } });
    const mine = buy();
    const other = world.shopify.placeOrder(two.domain, order([{ variantId: theirs.variants[0]?.id ?? "" }]));
    expect(other.name).toBe(mine.name);
    await until("both made", () => made() === 2);
    await state(mine.id, "submitted");
    const [submission] = await db().submission.findMany({ where: { shopId: two.id } });
    world.press.ship(submission?.reference ?? "", { trackingNumber: "TWO1" });
    await until("fulfilled", () => other.fulfillments.length === 1);
    expect(other.fulfillments[0]?.tracking.map((t) => t.number)).toEqual(["TWO1"]);
    expect(mine.fulfillments).toEqual([]);
  });
});
