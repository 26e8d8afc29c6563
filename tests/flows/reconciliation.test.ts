import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BUCKETS, type Bucket } from "../../app/orders/reconciliation/buckets.ts";
import { compareLedger, type Ledger } from "../../app/orders/reconciliation/reconcile.ts";
import { exportLedger } from "../../app/orders/reconciliation/export.ts";
import { ledgerShop } from "../../app/orders/reconciliation/reconciliation-shop.ts";
import { dayOf, usualRange } from "../../app/orders/reconciliation/date-range.ts";
import { repairRows, type RepairWish } from "../../app/orders/reconciliation/repair.ts";
import type { LedgerRow } from "../../app/orders/reconciliation/rows.ts";
import { readShop } from "../../app/orders/core/shop-row.ts";
import { until } from "../support/until.ts";
import { order, stock, type Goods } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";

const QUIET_MS = 60_000;
const OTHER = "other.myshopify.com";
let world: World;
let goods: Goods;

beforeAll(async () => {
  world = await openWorld({ policy: { quietPeriodMs: QUIET_MS } });
  goods = await stock(world);
  await world.addShop(OTHER);
});
beforeEach(() => {
  world.press.clearFaults();
  world.press.clearEventFaults();
});
afterAll(() => world.close());

const ctx = () => world.services.core.ctx;

async function shopOf(domain: string) {
  const row = await readShop(ctx().db, { domain });
  if (!row) throw new Error("no such shop");
  return ledgerShop(ctx(), row);
}

async function range() {
  return usualRange(dayOf(ctx().clock.now(), (await shopOf(world.shop)).timezone));
}

async function compare(domain = world.shop): Promise<Ledger> {
  const compared = await compareLedger(ctx(), await shopOf(domain), await range());
  if (compared.status !== "compared") throw new Error(compared.status);
  return compared.ledger;
}

async function repair(wish: RepairWish, domain = world.shop) {
  return (await repairRows(ctx(), await shopOf(domain), wish)).map(({ outcome }) => outcome);
}

/** An order that the print service has taken, old enough to count. */
async function sent() {
  const placed = world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }]));
  const view = await world.seen(placed.id, "submitted", (v) => v.submissions[0]?.state === "submitted");
  const { id = "", reference = "" } = view.submissions[0] ?? {};
  world.clock.pass(QUIET_MS + 1_000);
  return { placed, id, reference };
}

/** What tests made unknown to the service, by the reference under which it has them. */
const lost = new Map<string, string>();

/** Gives a submission a reference that the service never saw. */
async function lose(one: { id: string; reference: string }, reference: string): Promise<void> {
  lost.set(one.id, one.reference);
  await ctx().db.submission.update({ where: { id: one.id }, data: { reference } });
}

/**
 * The same, under a reference that the service never saw, with a later order that vouches for the list. Those that earlier
 * tests lost are found again: a list without them would prove nothing.
 */
async function missing() {
  for (const [id, reference] of lost) await ctx().db.submission.update({ where: { id }, data: { reference } });
  const one = await sent();
  await sent();
  const reference = `LOST-${randomBytes(5).toString("hex").toUpperCase()}`;
  await lose(one, reference);
  return { ...one, reference, listedAs: one.reference };
}

async function rowOf(reference: string, domain = world.shop): Promise<(LedgerRow & { bucket: Bucket }) | null> {
  const { buckets } = await compare(domain);
  const rows = BUCKETS.flatMap((bucket) => buckets[bucket].map((row) => ({ ...row, bucket })));
  return rows.find((row) => row.reference === reference) ?? null;
}

const state = (id: string, wanted: string) => world.seen(id, wanted, (v) => v.submissions[0]?.state === wanted);

describe("both sides agree", () => {
  it("about what was just sent, and about what other shops on the account sent", async () => {
    const { reference } = await sent();
    expect(await rowOf(reference)).toBeNull();
    expect((await compare()).counts.in_order).toBeGreaterThan(0);
    const there = await compare(OTHER);
    expect(there.counts.other_shop).toBeGreaterThan(0);
    const shown = Object.values(there.buckets).flat();
    expect(shown.filter((row) => row.reference === reference || row.order)).toEqual([]);
  });
});

describe("missing there", () => {
  it("is looked up: what the service still does not show waits for a person, and is not sent again", async () => {
    const { placed, id, reference } = await missing();
    const orders = world.press.state().orders.length;
    expect(await rowOf(reference)).toMatchObject({ bucket: "missing_there", submissionId: id, askedFor: false });
    expect(await repair({ repair: "look_up", submissionId: id })).toEqual(["absent"]);
    const view = await world.view(placed.id);
    expect(view?.submissions[0]?.attention.map(({ code }) => code)).toEqual(["missing_at_service"]);
    expect(view?.history.map(({ code }) => code)).toContain("submission.not_shown");
    expect(await rowOf(reference)).toMatchObject({ askedFor: true });
    expect(world.press.state().orders).toHaveLength(orders);
  });

  it("is looked up: what is there after all clears the reason by itself", async () => {
    const { placed, id, listedAs } = await missing();
    await repair({ repair: "look_up", submissionId: id });
    await ctx().db.submission.update({ where: { id }, data: { reference: listedAs } });
    expect(await repair({ repair: "look_up", submissionId: id })).toEqual(["found"]);
    expect((await world.view(placed.id))?.submissions[0]?.attention).toEqual([]);
    expect(await rowOf(listedAs)).toBeNull();
  });

  it("is concluded only where the list shows what was sent around it", async () => {
    const { placed, id } = await missing();
    const later = await sent();
    await lose(later, "LOST-NEIGHBOUR");
    expect(await repair({ repair: "look_up", submissionId: id })).toEqual(["list_incomplete"]);
    expect((await world.view(placed.id))?.submissions[0]?.attention).toEqual([]);
  });

  it("says so when the service does not answer, and concludes nothing", async () => {
    const { placed, id } = await missing();
    world.press.addFault({ endpoint: "detail", effect: "server_error", times: 10 });
    expect(await repair({ repair: "look_up", submissionId: id })).toEqual(["unavailable"]);
    expect((await world.view(placed.id))?.submissions[0]?.attention).toEqual([]);
  });

  it("looks for an unclear one the way that every look-up goes", async () => {
    const { placed, id, listedAs } = await missing();
    await ctx().db.submission.update({ where: { id }, data: { state: "uncertain" } });
    expect(await repair({ repair: "look_up", submissionId: id })).toEqual(["still_unclear"]);
    await ctx().db.submission.update({ where: { id }, data: { reference: listedAs } });
    expect(await rowOf(listedAs)).toMatchObject({ bucket: "unknown_here", why: "not_counted_as_sent" });
    // The worker may be looking for it at this moment: then the answer is that it is still unclear.
    await until("found", async () => {
      await repair({ repair: "look_up", submissionId: id });
      return (await world.view(placed.id))?.submissions[0]?.state === "submitted";
    });
  });
});

describe("unknown here", () => {
  it("tells what the service says, and which order the reference seems to carry", async () => {
    const { placed, listedAs } = await missing();
    expect(await rowOf(listedAs)).toMatchObject({
      bucket: "unknown_here",
      why: "nobodys",
      order: null,
      named: { name: placed.name.slice(1), number: placed.id },
      there: { items: [{ itemSku: "TEE-BLACK-M", quantity: 1 }] },
    });
  });

  it("takes in what was given up here and is there after all", async () => {
    const { placed, id, reference } = await sent();
    await ctx().db.submission.update({ where: { id }, data: { state: "cancelled" } });
    expect(await rowOf(reference)).toMatchObject({ bucket: "unknown_here", why: "not_counted_as_sent" });
    expect(await repair({ repair: "take_in", submissionIds: [id], range: await range() })).toEqual(["taken_in"]);
    await world.seen(placed.id, "the alarm", (v) =>
      (v.submissions[0]?.attention ?? []).some(({ code }) => code === "alive_after_cancelled"),
    );
  });
});

describe("shipped there and open here", () => {
  it("takes in tracking whose events never came: one by one, and all at once", async () => {
    const all = [await sent(), await sent(), await sent()];
    world.press.addEventFault({ effect: "drop", times: 10 });
    for (const { reference } of all) world.press.ship(reference);
    const [first, ...others] = all.map(({ id }) => id);
    expect((await compare()).buckets.shipped_there_open_here.map((row) => row.why)).toEqual(
      all.map(() => "tracking_new"),
    );
    expect(await repair({ repair: "take_in", submissionIds: [first ?? ""], range: await range() })).toEqual([
      "taken_in",
    ]);
    expect(await repair({ repair: "take_in", submissionIds: others, range: await range() })).toEqual(
      others.map(() => "taken_in"),
    );
    for (const { placed } of all) await state(placed.id, "fulfilled");
    expect((await compare()).buckets.shipped_there_open_here).toEqual([]);
    expect(await repair({ repair: "take_in", submissionIds: others, range: await range() })).toEqual(
      others.map(() => "nothing_new"),
    );
  });
});

describe("fulfilled here and not shipped there", () => {
  it("is refreshed, or marked as seen to and then left out", async () => {
    const { placed, id, reference } = await sent();
    await ctx().db.submission.update({ where: { id }, data: { state: "fulfilled" } });
    const row = await rowOf(reference);
    expect(row).toMatchObject({ bucket: "fulfilled_here_not_shipped_there", why: "no_tracking" });
    expect(await repair({ repair: "take_in", submissionIds: [id], range: await range() })).toEqual(["nothing_new"]);
    const serviceOrderId = row?.there?.serviceOrderId ?? null;
    expect(await repair({ repair: "note", submissionId: id, why: "no_tracking", serviceOrderId })).toEqual(["noted"]);
    expect(await rowOf(reference)).toBeNull();
    expect((await compare()).counts.noted).toBe(1);
    expect((await world.view(placed.id))?.history.at(-1)).toMatchObject({ code: "ledger.noted", actor: "person" });
  });

  it("is an order that somebody fulfilled in Shopify while it is still being printed", async () => {
    const { placed, reference } = await sent();
    world.shopify.fulfillByHand(world.shop, placed.id, {});
    await world.seen(placed.id, "the fulfillment was seen", (v) => v.lines.every((line) => line.remaining === 0));
    expect(await rowOf(reference)).toMatchObject({ why: "fulfilled_by_hand" });
  });
});

describe("the comparison", () => {
  it("is whole or an error", async () => {
    const shop = await shopOf(world.shop);
    world.press.addFault({ endpoint: "list", effect: "server_error", times: 10 });
    expect(await compareLedger(ctx(), shop, await range())).toEqual({ status: "unavailable" });
    world.press.clearFaults();
    expect(await compareLedger(ctx(), { ...shop, printAccountId: null }, await range())).toEqual({
      status: "not_connected",
    });
  });

  it("repairs nothing of another shop", async () => {
    const { id } = await sent();
    expect(await repair({ repair: "look_up", submissionId: id }, OTHER)).toEqual(["not_found"]);
    expect(await repair({ repair: "take_in", submissionIds: [id], range: await range() }, OTHER)).toEqual([
      "not_found",
    ]);
    expect(await repair({ repair: "note", submissionId: id, why: "no_tracking", serviceOrderId: null }, OTHER)).toEqual(
      ["not_found"],
    );
  });

  it("is exported, one bucket or all, under the name of its days", async () => {
    const { reference } = await missing();
    const ledger = await compare();
    const { fileName, text } = exportLedger(ledger, "missing_there", "UTC");
    expect(fileName).toBe(`ledger-missing-there-${ledger.range.from}-to-${ledger.range.to}.csv`);
    expect(text).toContain(`"${reference}"`);
    expect(text.split("\r\n")).toHaveLength(ledger.buckets.missing_there.length + 2);
    const all = Object.values(ledger.buckets).flat().length;
    expect(exportLedger(ledger, null, "UTC").text.split("\r\n")).toHaveLength(all + 2);
  });
});
