import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sendNow } from "../orders/actions/submission-actions.ts";
import { dispatchFlowEvents } from "../orders/flow-outbox/dispatch.ts";
import { DEFAULT_QUERY } from "../orders/pages/list/list-query.ts";
import { readOrdersPage } from "../orders/pages/list/read-page.ts";
import { countResendable } from "../orders/core/resendable.ts";
import { gidOf } from "../ports/gid.ts";
import { nightOf } from "../settings/wall-time.ts";
import { beginTurn } from "../long-runs/engine.ts";
import { readFindings, readSkuCheckSummary } from "./findings.ts";
import { recheckSku } from "./start.ts";
import { skuCheckRun } from "./step.ts";
import { openSkuChecksWorld } from "./world.testing.ts";

let world: Awaited<ReturnType<typeof openSkuChecksWorld>>;
beforeAll(async () => void (world = await openSkuChecksWorld()));
afterAll(() => world.close());
beforeEach(() => {
  world.service.clearFaults();
  world.flowEvents.length = 0;
});

type Shop = Awaited<ReturnType<typeof world.shop>>;
const variant = (place: number) => gidOf("ProductVariant", String(place));
const product = (place: number) => gidOf("Product", String(place));
const summary = async (shop: Shop) => (await readSkuCheckSummary(world.ctx, shop)) ?? expect.unreachable();

/** Puts a SKU into the print service's catalog, and tells how to take it out. */
function sell(sku: string, baseCost = "7.80") {
  world.catalog[sku] = { title: sku, baseCost, shipping: {}, shippingElsewhere: "4.00" };
  return () => void delete world.catalog[sku];
}

async function flowEvents() {
  await dispatchFlowEvents(world.ctx);
  return world.flowEvents.splice(0).toSorted((a, b) => b.trigger.localeCompare(a.trigger));
}

it("finds one SKU of 5,000 that is gone, in at most 30 requests", async () => {
  const skus = Array.from({ length: 5_000 }, (_, at) => `BULK-${String(at).padStart(4, "0")}`);
  for (const sku of skus) sell(sku);
  delete world.catalog["BULK-3127"];
  const shop = await world.shop(skus);
  const before = world.priceRequests();
  const run = await world.night(shop.printAccountId);
  expect(world.priceRequests() - before).toBeLessThanOrEqual(30);
  expect(run).toMatchObject({ problem: null, calls: world.priceRequests() - before, countryCodes: ["US"] });
  expect(await summary(shop)).toMatchObject({ rejected: { count: 1, skus: [{ itemSku: "BULK-3127" }] } });
  expect(world.service.state().orders).toEqual([]);
});

it("asks nothing for a shop that switched the check off, and continues once it is on again", async () => {
  sell("SWITCHED");
  const shop = await world.shop(["SWITCHED"]);
  const switchCheck = (nightlySkuCheck: boolean) =>
    world.db.shop.update({ where: { id: shop.id }, data: { settings: { nightlySkuCheck } } });
  await switchCheck(false);
  const before = world.priceRequests();
  await world.work(shop.printAccountId, 3);
  await skuCheckRun.step(world.ctx, shop.printAccountId, beginTurn(new AbortController().signal));
  expect(world.priceRequests()).toBe(before);
  expect(await readSkuCheckSummary(world.ctx, { ...shop, settings: { nightlySkuCheck: false } })).toMatchObject({
    enabled: false,
    last: null,
  });
  await switchCheck(true);
  await world.work(shop.printAccountId);
  expect(world.priceRequests()).toBe(before + 1);
  expect(await summary(shop)).toMatchObject({ enabled: true, last: { problem: null } });
});

it("reports a discontinued SKU and a changed cost, once, and withdraws what is fixed", async () => {
  const takeOut = sell("NIGHT-GONE");
  sell("NIGHT-DEARER", "5.00");
  const shop = await world.shop(["NIGHT-GONE", "NIGHT-DEARER", "TEE-BLACK-M"], "HK");
  await world.night(shop.printAccountId);
  expect(await summary(shop)).toMatchObject({
    last: { problem: null },
    rejected: { count: 0 },
    costRaised: { count: 0 },
  });

  takeOut();
  sell("NIGHT-DEARER", "6.5");
  await world.night(shop.printAccountId);
  expect(await summary(shop)).toMatchObject({
    rejected: { count: 1, skus: [{ itemSku: "NIGHT-GONE", productGid: product(1) }] },
    costRaised: { count: 1, skus: [{ itemSku: "NIGHT-DEARER", productGid: product(2) }] },
    costLowered: { count: 0 },
  });
  expect(await readFindings(world.ctx, shop, product(1))).toMatchObject({
    [variant(1)]: {
      rejected: { countries: [{ code: "HK", name: "Hong Kong" }], acceptedAt: expect.any(String) as string },
      costChanges: [],
    },
  });
  expect(await readFindings(world.ctx, shop, product(2))).toMatchObject({
    [variant(2)]: {
      rejected: null,
      costChanges: [{ previous: "5", now: "6.5", currency: "USD", margin: { previous: "75", now: "67.5" } }],
    },
  });
  expect(await flowEvents()).toMatchObject([
    { trigger: "sku_rejected", itemSku: "NIGHT-GONE", productGid: product(1), countryCodes: ["HK"] },
    { trigger: "sku_cost_changed", itemSku: "NIGHT-DEARER", cost: { previous: "5", now: "6.5", currency: "USD" } },
  ]);

  await world.night(shop.printAccountId);
  expect(await flowEvents()).toEqual([]);
  expect(await summary(shop)).toMatchObject({ rejected: { count: 1 }, costRaised: { count: 1 } });
  expect(await recheckSku(world.ctx, shop, "NIGHT-GONE")).toBe("rejected");
  sell("NIGHT-GONE");
  expect(await recheckSku(world.ctx, shop, "NIGHT-GONE")).toBe("accepted");
  world.advance(15 * 24 * 3_600_000);
  expect(await summary(shop)).toMatchObject({ rejected: { count: 0 }, costRaised: { count: 0 } });
});

it("tells what a changed cost does to the month, by what was sent where, and believes no price of nothing", async () => {
  sell("MONTH-UP", "5.00");
  sell("MONTH-DOWN", "5.00");
  const shop = await world.shop(["MONTH-UP", "MONTH-DOWN"], "HK");
  const other = await world.shop(["MONTH-UP"], "HK");
  await world.sent(shop, { itemSku: "MONTH-UP", quantity: 7, country: "HK" });
  await world.sent(shop, { itemSku: "MONTH-UP", quantity: 2, country: "FR", daysAgo: 10 });
  await world.sent(shop, { itemSku: "MONTH-UP", quantity: 50, country: "HK", daysAgo: 40 });
  await world.sent(other, { itemSku: "MONTH-UP", quantity: 100, country: "HK" });
  await world.sent(shop, { itemSku: "MONTH-DOWN", quantity: 3, country: "HK" });
  await world.night(shop.printAccountId);

  for (const worthless of ["0", "-1.00"]) {
    sell("MONTH-UP", worthless);
    await world.night(shop.printAccountId);
    expect(await summary(shop)).toMatchObject({ costLowered: { count: 0 }, last: { problem: null } });
  }
  sell("MONTH-UP", "5.40");
  sell("MONTH-DOWN", "4.90");
  await world.night(shop.printAccountId);
  const raised = { previous: "5", now: "5.4", isRaised: true, month: { units: 9, effect: "3.6", isAtLeast: false } };
  expect(await summary(shop)).toMatchObject({
    costRaised: { count: 1, skus: [{ itemSku: "MONTH-UP", changes: [raised] }] },
    costLowered: { count: 1, skus: [{ changes: [{ isRaised: false, month: { units: 3, effect: "-0.3" } }] }] },
  });
  expect(await readFindings(world.ctx, shop, product(1))).toMatchObject({ [variant(1)]: { costChanges: [raised] } });
});

it("rejected orders can be sent again once the service accepts their SKU, until they are sent", async () => {
  const shop = await world.shop(["BACK-AGAIN", "OTHER-GONE"]);
  const other = await world.shop(["BACK-AGAIN"]);
  const message = "Invalid item sku : BACK-AGAIN. Not found this sku.";
  const submission = await world.rejected(shop, message);
  await world.rejected(other, "The artwork of BACK-AGAIN is too small.");
  const resendable = async () =>
    (await readOrdersPage(world.ctx, shop.id, { ...DEFAULT_QUERY, resendable: true })).rows.map(({ id }) => id);
  const onProduct = async () => (await readFindings(world.ctx, shop, product(1)))[variant(1)]?.resendableOrders ?? 0;
  await world.rejected(shop, `${message} Invalid item sku : OTHER-GONE. Not found this sku.`);
  expect([await resendable(), await onProduct()]).toEqual([[], 0]);
  world.advance(60_000);
  sell("BACK-AGAIN");
  expect(await recheckSku(world.ctx, shop, "BACK-AGAIN")).toBe("accepted");
  expect([await resendable(), await onProduct()]).toEqual([[submission.orderId], 1]);
  expect(await Promise.all([shop, other].map(({ id }) => countResendable(world.ctx, id)))).toEqual([1, 0]);
  await sendNow(world.ctx, { shopId: shop.id, submissionId: submission.id, userId: null });
  expect([await resendable(), await onProduct()]).toEqual([[], 0]);
});

it.each(["server_error", "too_many", "bad_gateway", "reset", "truncated"] as const)(
  "blames no SKU for an outage (%s), and continues where it was",
  async (effect) => {
    const shop = await world.shop(["TEE-BLACK-M", "MUG-11OZ"]);
    world.service.addFault({ endpoint: "test_price", effect, times: 3 });
    expect(await world.night(shop.printAccountId)).toMatchObject({ problem: null, endedAt: expect.any(Date) as Date });
    expect(await summary(shop)).toMatchObject({ rejected: { count: 0 } });

    world.service.addFault({ endpoint: "test_price", effect, times: 100 });
    const run = await world.night(shop.printAccountId);
    expect(run.endedAt).toBeNull();
    world.advance(3_600_000);
    world.service.clearFaults();
    await world.work(shop.printAccountId);
    expect(await summary(shop)).toMatchObject({ last: { problem: null }, rejected: { count: 0 } });
  },
);

it("blames no SKU where the service rejects everything, whatever it is", async () => {
  const skus = Array.from({ length: 40 }, (_, at) => `ALL-${at}`);
  for (const sku of skus) sell(sku);
  const shop = await world.shop(skus);
  for (let night = 0; night < 2; night += 1) {
    world.service.addFault({ endpoint: "test_price", effect: "body_status", status: 404, times: 200 });
    expect(await world.night(shop.printAccountId)).toMatchObject({ problem: "all_rejected" });
    world.service.clearFaults();
  }
  expect(await summary(shop)).toMatchObject({ last: { problem: "all_rejected" }, rejected: { count: 0 } });
  expect(await flowEvents()).toEqual([]);
});

it("blames the only SKU of a shop in the second night", async () => {
  const shop = await world.shop(["ONLY-GONE"]);
  await world.night(shop.printAccountId);
  expect(await summary(shop)).toMatchObject({ rejected: { count: 0 } });
  await world.night(shop.printAccountId);
  expect(await summary(shop)).toMatchObject({ rejected: { count: 1 } });
});

it("runs once a night, whatever starts it, and continues after a crash", async () => {
  const takeOut = sell("CRASH-GONE");
  takeOut();
  const shop = await world.shop(["CRASH-GONE", "TEE-BLACK-M", "TEE-BLACK-L"]);
  const step = () => skuCheckRun.step(world.ctx, shop.printAccountId, beginTurn(AbortSignal.abort()));
  await Promise.all([step(), step(), step()]);
  expect(await world.db.skuCheckRun.count({ where: { printAccountId: shop.printAccountId } })).toBe(1);
  expect(await world.db.skuCheck.count({ where: { printAccountId: shop.printAccountId, pending: true } })).toBe(3);

  // The process dies in the middle of a search.
  world.service.addFault({ endpoint: "test_price", effect: "reset", times: 1 });
  await world.work(shop.printAccountId);
  await Promise.all([world.work(shop.printAccountId), world.work(shop.printAccountId)]);
  expect(await summary(shop)).toMatchObject({ last: { problem: null }, rejected: { count: 1 } });
  expect((await flowEvents()).filter((event) => "itemSku" in event && event.itemSku === "CRASH-GONE")).toHaveLength(1);
});

it("leaves out practice accounts, rejected accounts and shops that are gone, and waits while orders are limited", async () => {
  const shop = await world.shop(["TEE-BLACK-M"]);
  const isDue = async () => (await skuCheckRun.due(world.ctx)).some(({ id }) => id === shop.printAccountId);
  expect(await isDue()).toBe(true);
  const name = `print-account-rate-limit:${shop.printAccountId}`;
  const until = new Date(world.ctx.clock.now().getTime() + 3_600_000);
  await world.db.lease.create({ data: { name, holder: world.ctx.ids.uuid(), until } });
  const before = world.priceRequests();
  await world.work(shop.printAccountId, 3);
  expect(world.priceRequests()).toBe(before);

  const where = { id: shop.printAccountId };
  await world.db.printAccount.update({ where, data: { refusedAt: until } });
  expect(await isDue()).toBe(false);
  await world.db.printAccount.update({ where, data: { refusedAt: null } });
  expect(await isDue()).toBe(true);
  await world.db.shop.update({ where: { id: shop.id }, data: { uninstalledAt: until } });
  expect(await isDue()).toBe(false);
});

it("counts nights from two in the morning of the shop's clock", () => {
  const at = (time: string) => nightOf(new Date(time), "America/New_York");
  expect(at("2026-11-22T06:59:00Z")).toBe("2026-11-21");
  expect(at("2026-11-22T07:00:00Z")).toBe("2026-11-22");
});
