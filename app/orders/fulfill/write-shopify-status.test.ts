import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { idOf } from "../../../tests/support/ids.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { until } from "../../../tests/support/until.ts";
import { gidOf } from "../../ports/gid.ts";
import { saveSettings } from "../../settings-page/save-settings.ts";
import { shopSettings, type ShopSettings } from "../../settings/settings.ts";
import { newHold, type AttentionCode } from "../core/attention.ts";
import { changeOrder } from "../core/change-orders.ts";
import { SHOW_AGAIN } from "../core/shopify-status.ts";
import { clearReasons, moveSubmission, raiseReason } from "../core/order-rows.ts";
import type { SubmissionEvent } from "../core/transitions.ts";
import { writeShopifyStatuses } from "./write-shopify-status.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());
// What another test left to be tried again would be written to the Shopify of this one.
beforeEach(() => world.db.shopifyStatus.deleteMany());

const MINUTE = 60_000;
const MUG = { gid: gidOf("LineItem", "2"), sku: "MUG", quantity: 2 };
const LINK = "https://admin.shopify.com/store/print/apps/key/app/orders/1";

/** An unsent order with a fulfillment order, in a shop with these settings. */
async function placed(inShopify: Partial<ShopSettings["inShopify"]>, scopes = "read_orders,write_orders") {
  const { shop, order, submission } = await world.order([MUG], "waiting");
  const ids = { shopId: shop.id, orderId: order.id, submissionId: submission.id };
  const { db, ctx } = world;
  const settings = shopSettings.shape.inShopify.parse({ tags: false, ...inShopify });
  const domain = `print.${ctx.ids.uuid()}.myshopify.com`;
  await db.shop.update({ where: { id: shop.id }, data: { scopes, domain, settings: { inShopify: settings } } });
  const shopify = world.shopify();
  const fo = shopify.addFulfillmentOrder({ [MUG.gid]: 2 });
  const written = () => shopify.calls.filter((call) => call.endsWith("OrderStatus")).length;
  return {
    ...{ shopify, fo, written, shopId: shop.id, orderId: order.id },
    write: () => writeShopifyStatuses({ ...ctx, apiKey: "key" }),
    tags: () => [...shopify.tags].sort(),
    move: (event: SubmissionEvent) =>
      changeOrder(ctx, order.id, (rows) => moveSubmission(rows, ctx, submission.id, event)),
    raise: (code: AttentionCode) =>
      changeOrder(ctx, order.id, (rows) => raiseReason(rows, ctx, { ...ids, ...newHold(code) })),
    clear: (code: AttentionCode) =>
      changeOrder(ctx, order.id, (rows) => clearReasons(rows, ctx, { codes: [code] }, "facts")),
    change: (changed: Partial<ShopSettings["inShopify"]>) =>
      saveSettings(ctx, shop.id, { inShopify: { ...settings, ...changed } }),
    row: () => db.shopifyStatus.findUnique({ where: { orderId: order.id } }),
  };
}

it("nothing is noted or written in a shop that wants nothing shown", async () => {
  const { move, raise, write, row, shopify } = await placed({});
  await raise("awaiting_approval");
  await move("release");
  expect(await write()).toBe(0);
  expect(await row()).toBeNull();
  expect(shopify.calls).toEqual([]);
});

it("an order has one tag of the app at a time, written once a minute at most with the state at its end", async () => {
  const { move, write, tags, written, shopify, raise } = await placed({ tags: true, tagPrefix: "Shirts:" });
  shopify.tags.add("VIP").add("Print: shipped");
  await move("release");
  await write();
  expect(tags()).toEqual(["Print: shipped", "Shirts: waiting", "VIP"]);
  expect(shopify.metafields).toEqual(["Waiting", LINK]);
  await move("claim");
  await move("accepted");
  await move("shipped");
  await write();
  expect([written(), tags()]).toEqual([1, ["Print: shipped", "Shirts: waiting", "VIP"]]);
  world.advance(MINUTE);
  await write();
  expect(tags()).toEqual(["Print: shipped", "Shirts: shipped", "VIP"]);
  world.advance(MINUTE);
  // A line of history that changes nothing of it costs no call.
  await raise("not_sent_yet");
  expect(await write()).toBe(1);
  await write();
  expect(written()).toBe(2);
});

it("processes that write at once write an order once", async () => {
  const { move, write, written } = await placed({ tags: true });
  await move("release");
  await Promise.all([write(), write(), write()]);
  expect(written()).toBe(1);
});

it("a write whose answer was lost is written again with the state of then, and leaves no other tag", async () => {
  const { move, write, tags, shopify, row } = await placed({ tags: true });
  shopify.fail("setOrderStatus", "response_lost");
  await move("release");
  await write();
  expect(tags()).toEqual(["Print: waiting"]);
  expect(await row()).toMatchObject({ tags: ["Print: waiting"], tries: 1, claimToken: null });
  await move("claim");
  await move("accepted");
  world.advance(MINUTE);
  await write();
  expect(tags()).toEqual(["Print: at print service"]);
  expect(await row()).toMatchObject({ tags: ["Print: at print service"], tries: 0, dueAt: null });
});

it("what a worker had claimed that died is written again", async () => {
  const { move, write, tags, row, shopify } = await placed({ tags: true });
  await move("release");
  const { claimTtlMs } = world.ctx.policy;
  const now = world.ctx.clock.now();
  const claimed = { claimToken: world.ctx.ids.uuid(), claimedAt: now, dueAt: new Date(now.getTime() + claimTtlMs) };
  // The worker had told the database what it was about to write, and had not called yet.
  const data = { ...claimed, tags: ["Print: waiting"] };
  await world.db.shopifyStatus.updateMany({ where: { orderId: (await row())?.orderId ?? idOf("") }, data });
  await write();
  expect(shopify.calls).toEqual([]);
  world.advance(claimTtlMs);
  await write();
  expect(tags()).toEqual(["Print: waiting"]);
});

it("what a frozen process writes late does not stay", async () => {
  const { move, write, tags, shopify, row } = await placed({ tags: true });
  await move("release");
  const thawed = Promise.withResolvers<undefined>();
  const { setOrderStatus } = shopify.port;
  const late: typeof setOrderStatus = (...call) => thawed.promise.then(() => setOrderStatus(...call));
  const frozen = writeShopifyStatuses({
    ...world.ctx,
    apiKey: "key",
    shopify: { ...shopify.port, setOrderStatus: late },
  });
  await until("the claim", async () => (await row())?.tags.length === 1);
  await move("claim");
  await move("accepted");
  world.advance(world.ctx.policy.claimTtlMs);
  await write();
  expect(tags()).toEqual(["Print: at print service"]);
  thawed.resolve(undefined);
  await frozen;
  expect(tags()).toHaveLength(2);
  world.advance(MINUTE);
  await write();
  expect(tags()).toEqual(["Print: at print service"]);
});

it("what Shopify has no points for comes later, and does not count as written", async () => {
  const { move, write, tags, shopify } = await placed({ tags: true });
  shopify.fail("setOrderStatus", "not_processed");
  await move("release");
  await write();
  expect(tags()).toEqual([]);
  world.advance(5_000);
  await write();
  expect(tags()).toEqual(["Print: waiting"]);
});

it.each([
  ["an outage of Shopify is waited for, however long it lasts", "not_processed", ["Print: waiting"]],
  ["what Shopify refuses is left to the next change after a while", "rejected", []],
] as const)("%s", async (_, fault, expected) => {
  const { move, write, tags, shopify, row } = await placed({ tags: true });
  shopify.fail("setOrderStatus", fault, 30);
  await move("release");
  for (let tries = 0; tries < 31; tries += 1) {
    await write();
    world.advance(15 * MINUTE);
  }
  expect(tags()).toEqual(expected);
  expect((await row())?.dueAt).toBeNull();
  if (expected.length > 0) return;
  await move("claim");
  for (let tries = 0; tries < 12; tries += 1) {
    await write();
    world.advance(15 * MINUTE);
  }
  expect(tags()).toEqual(["Print: at print service"]);
});

it("turning tags on tags the open orders and leaves finished ones; turning them off removes every tag and metafield", async () => {
  const { move, write, change, tags, shopify, written, shopId } = await placed({});
  const finished = await world.db.order.create({
    data: {
      ...{ id: world.ctx.ids.uuid(), shopId, shopifyGid: gidOf("Order", "77"), name: "#77", currency: "USD" },
      ...{ shopifyCreatedAt: new Date(), shopifyUpdatedAt: new Date(), receivedAt: new Date() },
    },
  });
  await move("release");
  await change({ tags: true });
  await write();
  expect([tags(), written()]).toEqual([["Print: waiting"], 1]);
  expect(await world.db.shopifyStatus.count({ where: { orderId: finished.id } })).toBe(0);
  world.advance(MINUTE);
  await change({ tags: true, tagPrefix: "P" });
  await write();
  expect(tags()).toEqual(["P waiting"]);
  world.advance(MINUTE);
  await move("claim");
  await change({ tags: false });
  await write();
  expect([tags(), shopify.metafields]).toEqual([[], []]);
  world.advance(MINUTE);
  await move("accepted");
  await write();
  expect(written()).toBe(3);
});

it("without access to edit orders none is tagged, but held at once, and the tag comes once access is granted", async () => {
  const { raise, clear, write, tags, shopify, shopId, fo } = await placed({ tags: true, holds: true }, "read_orders");
  await raise("not_sent_yet");
  await write();
  expect(shopify.calls).toEqual([]);
  await raise("awaiting_approval");
  await write();
  expect([fo.holds.length, tags()]).toEqual([1, []]);
  await clear("awaiting_approval");
  await world.db.shop.update({ where: { id: shopId }, data: { scopes: "read_orders,write_orders" } });
  world.advance(MINUTE);
  await write();
  expect(tags()).toEqual(["Print: waiting"]);
});

it("an order that waits for a person is on hold in Shopify with its reason, until the reason ends", async () => {
  const { raise, clear, write, fo, shopify } = await placed({ holds: true }, "read_orders");
  await raise("awaiting_approval");
  await write();
  expect(fo.holds).toMatchObject([{ reason: "OTHER", heldByApp: true }]);
  await raise("risk_high");
  world.advance(MINUTE);
  await write();
  await raise("unmapped_line");
  world.advance(MINUTE);
  await write();
  // The more pressing reason is the one that is named.
  expect(fo.holds).toHaveLength(1);
  await clear("unmapped_line");
  await clear("awaiting_approval");
  world.advance(MINUTE);
  await write();
  expect(fo.holds).toMatchObject([{ reason: "HIGH_RISK_OF_FRAUD" }]);
  await clear("risk_high");
  world.advance(MINUTE);
  await write();
  expect([fo.status, fo.holds]).toEqual(["OPEN", []]);
  expect(shopify.calls.filter((call) => call.endsWith("OrderStatus"))).toEqual([]);
});

it("a hold that staff released in Shopify stays released, and one of somebody else stays", async () => {
  const { raise, clear, write, fo, shopify } = await placed({ holds: true });
  await raise("awaiting_approval");
  await write();
  const [ours] = fo.holds;
  await shopify.port.releaseHold("", fo.gid, ours?.handle ?? "");
  world.advance(MINUTE);
  await raise("not_sent_yet");
  await write();
  expect(fo.status).toBe("OPEN");
  const theirs = { gid: gidOf("FulfillmentHold", "9"), reason: "OTHER", handle: null, heldByApp: false };
  fo.holds.push(theirs);
  await clear("awaiting_approval");
  world.advance(MINUTE);
  await write();
  expect(fo.holds).toEqual([theirs]);
});

it.each([
  ["that Shopify refuses", "read_orders,write_orders"],
  ["that the app may not write", "read_orders"],
])("a tag %s delays no hold, and does not bring back one that staff released", async (_, scopes) => {
  const { raise, clear, write, fo, shopify, row } = await placed({ tags: true, holds: true }, scopes);
  shopify.fail("setOrderStatus", "rejected", 30);
  await raise("awaiting_approval");
  await write();
  expect(fo.holds).toHaveLength(1);
  await shopify.port.releaseHold("", fo.gid, fo.holds[0]?.handle ?? "");
  for (let hour = 0; hour < 3; hour += 1) {
    world.advance(60 * MINUTE);
    await write();
  }
  expect(await row()).toMatchObject({ tries: 4, claimedAt: null });
  expect(fo.holds).toEqual([]);
  await clear("awaiting_approval");
  await raise("risk_high");
  world.advance(60 * MINUTE);
  await write();
  expect(fo.holds).toHaveLength(1);
});

it("after a restored backup, tags and holds that it does not know are put right by what Shopify has", async () => {
  const { move, raise, clear, write, tags, fo, shopify, shopId, orderId, row } = await placed({
    tags: true,
    holds: true,
  });
  shopify.tags.add("VIP");
  await move("release");
  await write();
  const backup = await row();
  await move("wait");
  await raise("awaiting_approval");
  world.advance(MINUTE);
  await write();
  expect([tags(), fo.holds.length]).toEqual([["Print: needs attention", "VIP"], 1]);
  // The hold of an order that the backup does not have was written under another id.
  const handle = "inkbridge-order-0123456789abcdef";
  fo.holds.push({ gid: gidOf("FulfillmentHold", "8"), reason: "OTHER", handle, heldByApp: true });
  await clear("awaiting_approval");
  const restored = async (data: object) => {
    await world.db.shopifyStatus.update({
      where: { orderId },
      data: { ...data, writtenAt: backup?.writtenAt ?? null },
    });
    world.advance(MINUTE);
    const statusesLostAt = world.ctx.clock.now();
    await world.db.shop.update({ where: { id: shopId }, data: { ...SHOW_AGAIN, statusesLostAt } });
  };
  await restored({ tags: ["Print: waiting"], hold: null });
  shopify.fail("releaseHold", "response_lost");
  await write();
  world.advance(60 * MINUTE);
  await write();
  expect([tags(), fo.holds]).toEqual([["Print: waiting", "VIP"], []]);
  await raise("risk_high");
  world.advance(MINUTE);
  await restored({ tags: [], hold: null });
  fo.status = "ON_HOLD";
  fo.holds.push({ gid: gidOf("FulfillmentHold", "8"), reason: "OTHER", handle, heldByApp: true });
  await write();
  expect(fo.holds).toMatchObject([{ reason: "HIGH_RISK_OF_FRAUD" }]);
  // Once it is put right, what staff releases stays released.
  await shopify.port.releaseHold("", fo.gid, fo.holds[0]?.handle ?? "");
  world.advance(MINUTE);
  await raise("not_sent_yet");
  await write();
  expect(fo.holds).toEqual([]);
  expect(await row()).toMatchObject({ dueAt: null, tries: 0 });
});

it("orders that are tried again later keep no other shop waiting", async () => {
  const waiting = await Promise.all(Array.from({ length: 12 }, () => placed({ tags: true }, "read_orders")));
  for (const { raise } of waiting) await raise("awaiting_approval");
  await waiting[0]?.write();
  const { move, write, tags } = await placed({ tags: true });
  await move("release");
  await write();
  expect(tags()).toEqual(["Print: waiting"]);
});

it("a hold whose answer was lost is there once, and goes once the order is sent", async () => {
  const { raise, write, fo, shopify, move, clear } = await placed({ holds: true });
  shopify.fail("hold", "response_lost");
  await raise("awaiting_approval");
  await write();
  world.advance(MINUTE);
  await write();
  expect(fo.holds).toHaveLength(1);
  await clear("awaiting_approval");
  await move("release");
  await move("claim");
  world.advance(MINUTE);
  await write();
  expect(fo.holds).toEqual([]);
});
