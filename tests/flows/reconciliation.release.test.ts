import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BUCKETS, type Bucket } from "../../app/orders/reconciliation/buckets.ts";
import {
  beginReconciliation,
  readReconciliation,
  type ReconciliationResult,
  reconciliationRun,
} from "../../app/orders/reconciliation/run-reconciliation.ts";
import type { Reconciliation, ReconciliationShop } from "../../app/orders/reconciliation/reconcile.ts";
import { exportReconciliation } from "../../app/orders/reconciliation/export.ts";
import { takeTurn } from "../../app/long-runs/engine.ts";
import { defaultRange } from "../../app/settings/date-range.ts";
import { dayOf } from "../../app/settings/wall-time.ts";
import { repairRows, type RepairRequest } from "../../app/orders/reconciliation/repair.ts";
import type { ReconciliationRow } from "../../app/orders/reconciliation/rows.ts";
import { readShop } from "../../app/orders/core/shop-row.ts";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { hasReason, reasonCodes } from "../support/reasons.ts";
import type { SubmissionId } from "../../app/ports/ids.ts";
import { idOf } from "../support/ids.ts";

const SHOP = { timezone: "UTC", account: "live" } as const;
const QUIET_MS = 60_000;
const HOUR_MS = 3_600_000;
const OTHER = "other.myshopify.com";
let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp({
    policy: { providerLagMs: QUIET_MS },
    intervals: { longRunsEveryMs: { reconciliation: HOUR_MS } },
  });
  goods = await stockShop(testApp);
  await testApp.addShop(OTHER);
});
beforeEach(() => {
  testApp.printService.clearFaults();
  testApp.printService.clearEventFaults();
});
afterAll(() => testApp.close());

const ctx = () => testApp.services.core.ctx;

async function shopRow(domain: string) {
  const row = await readShop(ctx().sql, { domain });
  if (!row) throw new Error("no such shop");
  return row;
}

async function range() {
  return defaultRange(dayOf(ctx().clock.now(), (await shopRow(testApp.shop)).timezone));
}

async function resultOf(shop: ReconciliationShop): Promise<ReconciliationResult> {
  const days = await range();
  if ((await beginReconciliation(ctx(), shop, days)) === "not_connected") return { status: "not_connected" };
  const options = { stopping: new AbortController().signal, claimMs: HOUR_MS };
  for (const due of await reconciliationRun.due(ctx()))
    await takeTurn(ctx(), reconciliationRun, due, options).catch(() => undefined);
  return readReconciliation(ctx(), shop, days);
}

async function compare(domain = testApp.shop): Promise<Reconciliation> {
  const compared = await resultOf(await shopRow(domain));
  if (compared.status !== "compared") throw new Error(compared.status);
  return compared.reconciliation;
}

async function repair(request: RepairRequest, domain = testApp.shop) {
  return (await repairRows(ctx(), await shopRow(domain), { ...request, userId: "7" })).map(({ outcome }) => outcome);
}

/** An order that the print service has taken, old enough to count. */
async function sent() {
  const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
  const view = await testApp.waitForOrder(placed.id, "submitted", (v) => v.submissions[0]?.state === "submitted");
  const { id = idOf(""), reference = "" } = view.submissions[0] ?? {};
  testApp.clock.advance(QUIET_MS + 1_000);
  return { placed, id, reference };
}

/** What tests made unknown to the service, by the reference under which it has them. */
const lost = new Map<SubmissionId, string>();

/** Gives a submission a reference that the service never saw. */
async function hideProviderOrder(one: { id: SubmissionId; reference: string }, reference: string): Promise<void> {
  lost.set(one.id, one.reference);
  await ctx().db.submission.update({ where: { id: one.id }, data: { reference } });
}

/**
 * The same, under a reference that the service never saw, with a later order that vouches for the list. Those that
 * earlier tests lost are found again: a list without them would prove nothing.
 */
async function missing() {
  for (const [id, reference] of lost) await ctx().db.submission.update({ where: { id }, data: { reference } });
  const one = await sent();
  await sent();
  const reference = `LOST-${randomBytes(5).toString("hex").toUpperCase()}`;
  await hideProviderOrder(one, reference);
  return { ...one, reference, listedAs: one.reference };
}

async function rowOf(
  reference: string,
  domain = testApp.shop,
): Promise<(ReconciliationRow & { bucket: Bucket }) | null> {
  const { buckets } = await compare(domain);
  const rows = BUCKETS.flatMap((bucket) => buckets[bucket].map((row) => ({ ...row, bucket })));
  return rows.find((row) => row.reference === reference) ?? null;
}

const state = (id: string, expected: string) =>
  testApp.waitForOrder(id, expected, (v) => v.submissions[0]?.state === expected);

describe("both sides agree", () => {
  it("about what was just sent, and about what other shops on the account sent", async () => {
    const { reference } = await sent();
    expect(await rowOf(reference)).toBeNull();
    expect((await compare()).counts.matched).toBeGreaterThan(0);
    const there = await compare(OTHER);
    expect(there.counts.other_shop).toBeGreaterThan(0);
    const shown = Object.values(there.buckets).flat();
    expect(shown.filter((row) => row.reference === reference || row.order)).toEqual([]);
  });
});

describe("missing there", () => {
  it("is looked up: what the service still does not show waits for staff, and is not sent again", async () => {
    const { placed, id, reference } = await missing();
    const orders = testApp.printService.state().orders.length;
    expect(await rowOf(reference)).toMatchObject({
      bucket: "missing_at_provider",
      submissionId: id,
      reportedMissing: false,
    });
    expect(await repair({ repair: "look_up", submissionId: id })).toEqual(["absent"]);
    const view = await testApp.view(placed.id);
    expect(reasonCodes(view)).toEqual(["missing_at_provider"]);
    expect(view?.history.map(({ code }) => code)).toContain("submission.missing_at_provider");
    expect(await rowOf(reference)).toMatchObject({ reportedMissing: true });
    expect(testApp.printService.state().orders).toHaveLength(orders);
  });

  it("is looked up: what is there after all clears the reason automatically", async () => {
    const { placed, id, listedAs } = await missing();
    await repair({ repair: "look_up", submissionId: id });
    await ctx().db.submission.update({ where: { id }, data: { reference: listedAs } });
    expect(await repair({ repair: "look_up", submissionId: id })).toEqual(["found"]);
    expect(reasonCodes(await testApp.view(placed.id))).toEqual([]);
    expect(await rowOf(listedAs)).toBeNull();
  });

  it("is concluded only where the list shows what was sent around it", async () => {
    const { placed, id } = await missing();
    const later = await sent();
    await hideProviderOrder(later, "LOST-NEIGHBOUR");
    expect(await repair({ repair: "look_up", submissionId: id })).toEqual(["list_incomplete"]);
    expect(reasonCodes(await testApp.view(placed.id))).toEqual([]);
  });

  it("says so when the service does not answer, and concludes nothing", async () => {
    const { placed, id } = await missing();
    testApp.printService.addFault({ endpoint: "detail", effect: "server_error", times: 10 });
    expect(await repair({ repair: "look_up", submissionId: id })).toEqual(["unavailable"]);
    expect(reasonCodes(await testApp.view(placed.id))).toEqual([]);
  });

  it("looks up an uncertain submission as every lookup does", async () => {
    const { placed, id, listedAs } = await missing();
    // Late enough that no lookup of the worker comes between.
    const later = { dueAt: new Date(ctx().clock.now().getTime() + HOUR_MS) };
    await ctx().db.submission.update({ where: { id }, data: { state: "uncertain", tries: 3, ...later } });
    expect(await repair({ repair: "look_up", submissionId: id })).toEqual(["still_uncertain"]);
    await ctx().db.submission.update({ where: { id }, data: { reference: listedAs, ...later } });
    expect(await rowOf(listedAs)).toMatchObject({ bucket: "unexpected_at_provider", why: "listed_but_not_sent" });
    // The worker may be looking for it at this moment: then the answer is that it is still unclear.
    await until("found", async () => {
      await repair({ repair: "look_up", submissionId: id });
      return (await testApp.view(placed.id))?.submissions[0]?.state === "submitted";
    });
  });
});

describe("unknown here", () => {
  it("shows what the service says, and which order name the reference contains", async () => {
    const { placed, listedAs } = await missing();
    expect(await rowOf(listedAs)).toMatchObject({
      bucket: "unexpected_at_provider",
      why: "unknown_reference",
      order: null,
      orderHint: { name: placed.name.slice(1), number: placed.id },
      providerOrder: { items: [{ itemSku: "TEE-BLACK-M", quantity: 1 }] },
    });
  });

  it("is added to its order in one click, as sent", async () => {
    const { placed, listedAs } = await missing();
    const created = testApp.printService.state().orders.length;
    expect(await repair({ repair: "add_order", reference: listedAs, range: await range() })).toEqual(["added"]);
    const view = await testApp.view(placed.id);
    expect(view?.submissions.map(({ reference }) => reference)).toContain(listedAs);
    expect(view?.history.map(({ code }) => code)).toContain("reconciliation.added");
    expect(await rowOf(listedAs)).toBeNull();
    expect(testApp.printService.state().orders).toHaveLength(created);
    // The order was sent under another reference already: the service has it twice.
    expect(reasonCodes(view)).toEqual(["reduced_after_sent"]);
  });

  it("applies what was given up here and is there after all", async () => {
    const { placed, id, reference } = await sent();
    await ctx().db.submission.update({ where: { id }, data: { state: "cancelled" } });
    expect(await rowOf(reference)).toMatchObject({ bucket: "unexpected_at_provider", why: "listed_but_not_sent" });
    expect(await repair({ repair: "refresh", submissionIds: [id], range: await range() })).toEqual(["updated"]);
    await testApp.waitForOrder(placed.id, "the alarm", (v) => hasReason(v, "printed_after_cancelled"));
  });

  it("shows what is listed and was never sent as far as is known here", async () => {
    const { id, reference } = await sent();
    await ctx().db.submission.update({ where: { id }, data: { state: "cancelled", sentAt: null } });
    expect(await rowOf(reference)).toMatchObject({ bucket: "unexpected_at_provider", why: "listed_but_not_sent" });
    expect((await compare(OTHER)).counts.outside_range).toBe(0);
  });
});

describe("shipped there and open here", () => {
  it("is repaired in one click where tracking never came: one order, or all of them", async () => {
    const all = [await sent(), await sent(), await sent()];
    testApp.printService.addEventFault({ effect: "drop", times: 10 });
    for (const { reference } of all) testApp.printService.ship(reference);
    const [first, ...others] = all.map(({ id }) => id);
    expect((await compare()).buckets.shipped_not_fulfilled.map((row) => row.why)).toEqual(
      all.map(() => "unknown_tracking"),
    );
    expect(await repair({ repair: "refresh", submissionIds: [first ?? idOf("")], range: await range() })).toEqual([
      "updated",
    ]);
    expect(await repair({ repair: "refresh", submissionIds: others, range: await range() })).toEqual(
      others.map(() => "updated"),
    );
    for (const { placed } of all) await state(placed.id, "fulfilled");
    expect((await compare()).buckets.shipped_not_fulfilled).toEqual([]);
    expect(await repair({ repair: "refresh", submissionIds: others, range: await range() })).toEqual(
      others.map(() => "no_changes"),
    );
  });
});

describe("fulfilled here and not shipped there", () => {
  it("is refreshed, or dismissed and then left out", async () => {
    const { placed, id, reference } = await sent();
    await ctx().db.submission.update({ where: { id }, data: { state: "fulfilled" } });
    const row = await rowOf(reference);
    expect(row).toMatchObject({ bucket: "fulfilled_not_shipped", why: "no_tracking" });
    expect(await repair({ repair: "refresh", submissionIds: [id], range: await range() })).toEqual(["no_changes"]);
    const serviceOrderId = row?.providerOrder?.serviceOrderId ?? null;
    expect(await repair({ repair: "dismiss", submissionId: id, why: "no_tracking", serviceOrderId })).toEqual([
      "dismissed",
    ]);
    expect(await rowOf(reference)).toBeNull();
    expect((await compare()).counts.dismissed).toBe(1);
    expect((await testApp.view(placed.id))?.history[0]).toMatchObject({
      code: "reconciliation.dismissed",
      actor: "person",
    });
  });

  it("is an order that somebody fulfilled in Shopify while it is still being printed", async () => {
    const { placed, reference } = await sent();
    testApp.shopify.fulfillByHand(testApp.shop, placed.id, {});
    await testApp.waitForOrder(placed.id, "the fulfillment was seen", (v) =>
      v.lines.every((line) => line.remaining === 0),
    );
    expect(await rowOf(reference)).toMatchObject({ why: "fulfilled_outside_app" });
  });
});

describe("the comparison", () => {
  it("is whole or an error", async () => {
    const shop = await shopRow(testApp.shop);
    testApp.printService.addFault({ endpoint: "list", effect: "server_error", times: 10 });
    expect(await resultOf(shop)).toEqual({ status: "unavailable" });
    testApp.printService.clearFaults();
    expect(await resultOf({ ...shop, printAccountId: null })).toEqual({ status: "not_connected" });
  });

  it("repairs nothing of another shop", async () => {
    const { id } = await sent();
    expect(await repair({ repair: "look_up", submissionId: id }, OTHER)).toEqual(["not_found"]);
    expect(await repair({ repair: "refresh", submissionIds: [id], range: await range() }, OTHER)).toEqual([
      "not_found",
    ]);
    expect(
      await repair({ repair: "dismiss", submissionId: id, why: "no_tracking", serviceOrderId: null }, OTHER),
    ).toEqual(["not_found"]);
  });

  it("is exported, one bucket or all, under the name of its days", async () => {
    const { reference } = await missing();
    const reconciliation = await compare();
    const { fileName, batches } = exportReconciliation(reconciliation, "missing_at_provider", SHOP);
    const lines = batches.flat();
    expect(fileName).toBe(
      `reconciliation-missing-at-provider-${reconciliation.range.from}-to-${reconciliation.range.to}.csv`,
    );
    const row = lines.find((line) => line.includes(reference));
    expect(row).toContain("Sent to print");
    expect(lines).toHaveLength(reconciliation.buckets.missing_at_provider.length + 1);
    const all = Object.values(reconciliation.buckets).flat().length;
    expect(lines.flat().join()).not.toContain("Practice");
    const practice = exportReconciliation(reconciliation, null, { ...SHOP, account: "practice" });
    expect(practice.fileName).toContain("practice-reconciliation");
    expect(practice.batches.flat()[1]).toContain("Practice account: nothing is printed");
    expect(exportReconciliation(reconciliation, null, SHOP).batches.flat()).toHaveLength(all + 1);
  });
});
