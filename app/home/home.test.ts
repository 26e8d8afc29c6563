import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { SHIPPED_STATES } from "../orders/core/states.ts";
import { DEFAULT_QUERY } from "../orders/pages/list/list-query.ts";
import { readOrdersPage } from "../orders/pages/list/read-page.ts";
import { seedShop } from "../orders/pages/list/seed-shop.testing.ts";
import { createAccountFixture } from "../print-accounts/account-fixture.testing.ts";
import { changeSettings } from "../settings-page/save-settings.ts";
import { connectAccount } from "../settings-page/account.ts";
import { setWebhookActive } from "../print-accounts/webhooks/change-webhook.ts";
import { readWebhooksOverview } from "../print-accounts/webhooks/webhook-status.ts";
import { dismissGuide, readFigures, readHome } from "./home.ts";
import { seedOrder, createShopsContext } from "../../tests/support/shops-context.ts";
import { gidOf } from "../ports/gid.ts";

const NO_RULE = { vendors: [], productTags: [], productTypes: [], skuPrefixes: [] };

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

test("this shop's data completes each step of the guide, and a complete guide can be dismissed", async () => {
  const { ctx, service, credentials, newShop } = createAccountFixture(database);
  const [shop, other] = [await newShop(), await newShop()];
  const guide = async () => (await readHome(ctx, shop.domain))?.guide;
  const nothingDone = {
    connect: false,
    register: false,
    map: false,
    choose: false,
    review: false,
    check: false,
    send: false,
  };
  expect(await guide()).toEqual(nothingDone);
  expect(await readHome(ctx, shop.domain)).toMatchObject({ hasOrders: false });
  await connectAccount(ctx, shop, credentials);
  expect(await guide()).toEqual({ ...nothingDone, connect: true, register: true });
  const ids = { productGid: gidOf("Product", "1"), variantGid: gidOf("ProductVariant", "1") };
  await changeSettings(ctx, shop.id, { printableRule: { ...NO_RULE, vendors: ["Good Tees"] } });
  expect(await guide()).toMatchObject({ map: false, choose: true });
  await changeSettings(ctx, shop.id, { printableRule: NO_RULE });
  const mapping = { ...ids, itemSku: "S", requiredSides: [], updatedAt: ctx.clock.now() };
  await database.db.mapping.create({ data: { id: ctx.ids.uuid(), shopId: shop.id, ...mapping } });
  await changeSettings(ctx, shop.id, {});
  expect(await dismissGuide(ctx, shop.id)).toBe("not_complete");
  const { submissionId } = await seedOrder(ctx, shop.domain, "gid://shopify/Order/1", "submitted");
  await database.db.submission.update({ where: { id: submissionId }, data: { submittedAt: ctx.clock.now() } });
  expect(await guide()).toEqual({
    connect: true,
    register: true,
    map: true,
    choose: true,
    review: true,
    check: false,
    send: true,
  });
  expect(await readHome(ctx, shop.domain)).toMatchObject({ hasOrders: true });
  expect((await readHome(ctx, other.domain))?.guide).toEqual(nothingDone);
  await database.db.printAccount.updateMany({ data: { refusedAt: ctx.clock.now() } });
  expect(await guide()).toMatchObject({ connect: false });
  await database.db.printAccount.updateMany({ data: { refusedAt: null } });
  expect(await dismissGuide(ctx, shop.id)).toBe("dismissed");
  expect(await guide()).toBeNull();
  expect((await readHome(ctx, other.domain))?.guide).toEqual(nothingDone);
  expect(service.registered.tracking?.active).toBe(true);
});

test("updates that somebody switched off show as off, here and at the print service alike", async () => {
  const { ctx, service, credentials, newShop, shop: shopNow } = createAccountFixture(database);
  const { id, domain } = await newShop();
  const webhookStatus = async () => (await readHome(ctx, domain))?.webhookStatus;
  expect(await webhookStatus()).toBe("missing");
  await connectAccount(ctx, { id, domain }, credentials);
  expect(await webhookStatus()).toBe("registered");
  await setWebhookActive(ctx, await shopNow(id), { kind: "tracking", active: false });
  expect(await webhookStatus()).toBe("off");
  await setWebhookActive(ctx, await shopNow(id), { kind: "tracking", active: true });
  expect(await webhookStatus()).toBe("registered");
  service.registered.order_status = { ...service.registered.order_status!, active: false };
  await readWebhooksOverview(ctx, await shopNow(id));
  expect(await webhookStatus()).toBe("off");
});

test("the figures equal the counts of the orders they link to, of this shop only", async () => {
  const ctx = createShopsContext(database);
  const shop = await seedShop(database.db, "Pacific/Auckland");
  const other = await seedShop(database.db);
  await other.order({ submissions: [{ state: "shipped" }], attentions: ["rejected"] });
  const recently = "2026-11-20T12:00:00Z";
  await shop.order({
    placedAt: recently,
    submissions: [{ state: "waiting" }],
    attentions: ["unmapped_line", "not_sent_yet"],
  });
  await shop.order({ placedAt: recently, submissions: [{ state: "submitted" }, { state: "fulfilled" }] });
  await shop.order({
    placedAt: recently,
    submissions: [{ state: "fulfilled" }, { state: "submitted", replaced: true }],
  });
  // The 22nd of October begins in Auckland at 11:00 UTC of the day before.
  await shop.order({ placedAt: "2026-10-21T11:00:00Z", submissions: [{ state: "shipped" }, { state: "cancelled" }] });
  await shop.order({ placedAt: "2026-10-21T10:59:59Z", submissions: [{ state: "shipped" }] });
  const { domain } = await database.db.shop.findUniqueOrThrow({ where: { id: shop.shopId } });
  expect(await readHome(ctx, domain)).toMatchObject({
    account: { state: "none" },
    figures: {
      attention: 1,
      waiting: 1,
      at_provider: 1,
      shipped: 3,
      fulfilled: 1,
      since: "2026-10-22",
      moreRecent: false,
      week: 3,
    },
    needingStaff: { ofWeek: 1, others: 0 },
    attentions: [
      { code: "unmapped_line", orders: 1, since: expect.stringMatching(/^2026-/) },
      { code: "not_sent_yet", orders: 1 },
    ],
  });
  const newest = await readFigures(ctx, { id: shop.shopId, timezone: "Pacific/Auckland" }, 3);
  expect(newest).toMatchObject({ shipped: 2, fulfilled: 1, moreRecent: true });
  const shipped = { ...DEFAULT_QUERY, states: SHIPPED_STATES, placedFrom: "2026-10-22" };
  expect((await readOrdersPage(ctx, shop.shopId, shipped)).rows).toHaveLength(3);
});

test("a reason says of how many orders it is too late to stop printing", async () => {
  const ctx = createShopsContext(database);
  const shop = await seedShop(database.db);
  for (const state of ["shipped", "in_production"] as const) {
    const orderId = await shop.order({ submissions: [{ state }], attentions: ["cancelled_after_sent"] });
    const { id } = await database.db.submission.findFirstOrThrow({ where: { orderId } });
    await database.db.attention.updateMany({ where: { orderId }, data: { submissionId: id } });
  }
  const { domain } = await database.db.shop.findUniqueOrThrow({ where: { id: shop.shopId } });
  expect((await readHome(ctx, domain))?.attentions).toMatchObject([
    { code: "cancelled_after_sent", orders: 2, shipped: 1 },
  ]);
});

test("orders that were placed before the start date and found since are told, for a week", async () => {
  const ctx = createShopsContext(database);
  const shop = await seedShop(database.db);
  const now = ctx.clock.now();
  const { domain } = await database.db.shop.update({ where: { id: shop.shopId }, data: { goLiveAt: now } });
  const told = async () => (await readHome(ctx, domain))?.placedBeforeStart;
  const ignored = async (changes: object, seed: Parameters<typeof shop.order>[0] = {}) => {
    const id = await shop.order(seed);
    const data = { ignoredReason: "before_go_live", receivedAt: now, ...changes } as const;
    await database.db.order.update({ where: { id }, data });
    return id;
  };
  await ignored({ receivedAt: new Date(now.getTime() - 60_000) });
  await ignored({ cancelledAt: now });
  await ignored({}, { lines: [["Candle", 1, false]] });
  expect(await told()).toMatchObject({ orders: 0, whileUninstalled: false });
  const placedAt = new Date(now.getTime() - 60_000);
  await ignored({ shopifyCreatedAt: placedAt });
  expect(await told()).toEqual({ orders: 1, whileUninstalled: false, reading: false });
  // Shopify's time of the order has no fraction of a second.
  const lastUninstalledAt = new Date(placedAt.getTime() + 999);
  await database.db.shop.update({ where: { domain }, data: { lastUninstalledAt, reinstalledAt: now } });
  expect(await told()).toEqual({ orders: 1, whileUninstalled: true, reading: true });
  await database.db.shop.update({
    where: { domain },
    data: { lastUninstalledAt: new Date(placedAt.getTime() + 1000) },
  });
  expect(await told()).toMatchObject({ orders: 1, whileUninstalled: false });
  await database.db.shop.update({ where: { domain }, data: { ordersSweptAt: now } });
  await ignored({ shopifyCreatedAt: new Date(now.getTime() + 1) });
  expect(await told()).toEqual({ orders: 2, whileUninstalled: false, reading: false });
  await database.db.order.updateMany({ where: { shopId: shop.shopId }, data: { ignoredReason: null } });
  expect(await told()).toMatchObject({ orders: 0 });
});

test("several orders that Shopify fulfilled first show as a fault of the setup, one alone does not", async () => {
  const ctx = createShopsContext(database);
  const shop = await seedShop(database.db);
  const { domain } = await database.db.shop.findUniqueOrThrow({ where: { id: shop.shopId } });
  const fulfilledFirst = async () => (await readHome(ctx, domain))?.fulfilledFirst;
  await shop.order({ submissions: [], attentions: ["fulfilled_elsewhere"] });
  expect(await fulfilledFirst()).toBe(0);
  await shop.order({ submissions: [], attentions: ["fulfilled_elsewhere"] });
  expect(await fulfilledFirst()).toBe(2);
  const long = new Date(ctx.clock.now().getTime() - 8 * 24 * 60 * 60 * 1000);
  await database.db.attention.updateMany({ where: { shopId: shop.shopId }, data: { openedAt: long } });
  expect(await fulfilledFirst()).toBe(0);
});
