import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { UnauthorizedError, UnavailableError, type RemoteError } from "../../ports/errors.ts";
import { CAPABILITIES, type PrintAccountCalls, type SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import type { SubmissionState } from "../core/states.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { insertSentOrders } from "../../../tests/support/many-orders.ts";
import { syncedItem, syncedOrder } from "../../../tests/support/provider-orders.ts";
import { count, record, render } from "../../../tests/support/statement-recorder.ts";
import { sweepAccount } from "./sweep-account.ts";
import { recordStatus } from "./record-events.testing.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const world = await openOrdersWorld();
afterAll(() => world.close());
const { db, pool } = world;

/** A print service that shows these orders, by its list or by their detail alone. */
let listed: Map<string, SyncedOrder>;
let shownByDetail: Map<string, SyncedOrder>;
let failing: Set<string>;
let listError: RemoteError | null;
let calls: { list: number; detail: string[] };
let ctx: OrdersContext;
let seller: Awaited<ReturnType<typeof world.shop>>;
let names = 0;

beforeEach(async () => {
  [listed, shownByDetail, failing, calls] = [new Map(), new Map(), new Set(), { list: 0, detail: [] }];
  listError = null;
  const service: Partial<PrintAccountCalls> = {
    listAll: async () => {
      calls.list += 1;
      if (listError) throw listError;
      return { rows: [...listed.values()], complete: true };
    },
    list: async () => [],
    capabilities: () => Promise.resolve(CAPABILITIES.v1),
    detail: async ({ reference }) => {
      calls.detail.push(reference);
      if (failing.has(reference)) throw new UnavailableError("detail: away");
      return shownByDetail.get(reference) ?? null;
    },
  };
  ctx = { ...world.ctx, printService: { forAccount: () => service as PrintAccountCalls } };
  seller = await world.shop({ settings: { fulfillWhen: "tracking" } });
});

const daysAgo = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY);

/** Submissions that were sent so long ago; returns their references. */
async function sent(number: number, days: number, over: { state?: SubmissionState; checkedAt?: Date } = {}) {
  const prefix = `M${(names += 1)}-`;
  await insertSentOrders(pool, {
    shopId: seller.shop.id,
    accountId: seller.account.id,
    count: number,
    state: over.state ?? "submitted",
    sentAt: daysAgo(days),
    checkedAt: over.checkedAt ?? null,
    prefix,
  });
  return Array.from({ length: number }, (_, at) => `${prefix}${at + 1}`);
}

const shows = (reference: string, orderStatus: string | null = null) =>
  syncedOrder({ reference, serviceOrderId: reference, items: [syncedItem({ itemSku: "MUG", orderStatus })] });
const list = (references: readonly string[], orderStatus: string | null = null) =>
  references.forEach((reference) => listed.set(reference, shows(reference, orderStatus)));
const sweep = () => sweepAccount(ctx, seller.account.id);
const rowOf = (reference: string) => db.submission.findUniqueOrThrow({ where: { reference } });
const comparedNow = async () =>
  (await db.submission.findMany({ where: { printAccountId: seller.account.id, checkedAt: ctx.clock.now() } })).map(
    ({ reference }) => reference,
  );

describe("a page of the list without changes", () => {
  it("costs one read and one write, whatever its size", async () => {
    const references = await sent(20, 0.5);
    list(references);
    await sweep();
    world.advance(15 * MINUTE);
    const entries = await record(() => sweep());
    const { statements, transactions } = count(entries);
    // What is due, the choice of list or detail, the page, its comparison, the account.
    expect(statements, render(entries)).toBeLessThanOrEqual(5);
    expect(transactions).toBe(0);
    expect((await comparedNow()).sort()).toEqual([...references].sort());
  });

  it("reads and writes nothing that is encrypted", async () => {
    const references = await sent(3, 0.5);
    list(references);
    await sweep();
    world.advance(15 * MINUTE);
    const entries = await record(() => sweep());
    expect(render(entries)).not.toContain("Encrypted");
  });

  it("also compares what is not due, so that the next sweeps have less to do", async () => {
    const [due = ""] = await sent(1, 0.5);
    const [notDue = ""] = await sent(1, 0.4, { checkedAt: daysAgo(0.005) });
    list([due, notDue]);
    expect(await sweep()).toBe(1);
    expect((await comparedNow()).sort()).toEqual([due, notDue].sort());
    expect(await sweep()).toBe(0);
  });
});

describe("changes", () => {
  it("on a page of many without are applied, and cost no more than before", async () => {
    const references = await sent(20, 0.5);
    list(references);
    await sweep();
    world.advance(15 * MINUTE);
    const [first = "", ...others] = references;
    list([first], "In production");
    const { statements } = count(await record(() => sweep()));
    expect(statements).toBeLessThanOrEqual(5 + 25);
    expect((await rowOf(first)).state).toBe("in_production");
    for (const reference of others) expect((await rowOf(reference)).state).toBe("submitted");
  });

  it("are also what the list showed before, where an event has changed the order since", async () => {
    const [reference = ""] = await sent(1, 0.5);
    list([reference], "In production");
    await sweep();
    const { id } = await rowOf(reference);
    const item = { itemSku: "MUG", orderStatus: "Not verify", messageError: null };
    await recordStatus(ctx, { reference, items: [item], deliveryId: null, reportedBy: "event" });
    expect(await world.openAttentions(id)).toEqual(["address_not_verified"]);
    world.advance(15 * MINUTE);
    await sweep();
    expect(await world.openAttentions(id)).toEqual([]);
  });

  it("are also that an unknown item of an event is not there", async () => {
    const [reference = ""] = await sent(1, 0.5);
    list([reference], "In production");
    await sweep();
    const { id } = await rowOf(reference);
    const item = { itemSku: "CAP", orderStatus: "In production", messageError: null };
    await recordStatus(ctx, { reference, items: [item], deliveryId: null, reportedBy: "event" });
    expect(await world.openAttentions(id)).toEqual(["status_unmatched"]);
    world.advance(15 * MINUTE);
    await sweep();
    expect(await world.openAttentions(id)).toEqual([]);
  });

  it("are that an order which was missing shows again as it was", async () => {
    const [reference = ""] = await sent(1, 0.5);
    const [, other = ""] = await sent(2, 0.5);
    list([reference, other]);
    await sweep();
    listed.delete(reference);
    world.advance(15 * MINUTE);
    await sweep();
    expect((await rowOf(reference)).missingChecks).toBe(1);
    list([reference]);
    world.advance(15 * MINUTE);
    await sweep();
    expect(await rowOf(reference)).toMatchObject({ missingSince: null, missingChecks: 0 });
  });

  it("come by the detail, too, and the same detail again changes nothing", async () => {
    const [reference = ""] = await sent(1, 0.5);
    await db.submission.update({ where: { reference }, data: { serviceDate: "2026-11-20" } });
    shownByDetail.set(reference, shows(reference, "In production"));
    await sweep();
    const before = await rowOf(reference);
    expect([before.state, calls.list]).toEqual(["in_production", 0]);
    world.advance(15 * MINUTE);
    await sweep();
    expect(await rowOf(reference)).toEqual({ ...before, checkedAt: ctx.clock.now() });
    expect(calls.detail).toEqual([reference, reference]);
  });
});

describe("an order that the service split into two", () => {
  /** Two orders of one mug each, under one reference; the detail shows the first alone. */
  const split = (reference: string, numbers: readonly string[] = []) => {
    const orders = ["1", "2"].map((serviceOrderId, at) => ({
      ...shows(reference, "In production"),
      serviceOrderId,
      trackings: numbers
        .slice(at, at + 1)
        .map((trackingNumber) => ({ trackingNumber, trackingUrl: "", updatedAt: null })),
    }));
    for (const order of orders) listed.set(`${reference}/${order.serviceOrderId}`, order);
    if (orders[0]) shownByDetail.set(reference, orders[0]);
  };
  const numbersOf = async (reference: string) =>
    (await db.parcel.findMany({ where: { submission: { reference } } })).map((parcel) => parcel.trackingNumber).sort();

  it.each([
    ["the list", 20],
    ["the detail", 0],
  ])("brings both parcels, and raises no alarm, where the account is read by %s", async (_, others) => {
    list(await sent(others, 0.5));
    const [reference = ""] = await sent(1, 0.5);
    const { id } = await rowOf(reference);
    await db.submissionLine.updateMany({ where: { submissionId: id }, data: { quantity: 2 } });
    split(reference);
    await sweep();
    expect([(await rowOf(reference)).state, await world.openAttentions(id)]).toEqual(["in_production", []]);
    split(reference, ["T-ONE", "T-TWO"]);
    world.advance(15 * MINUTE);
    await sweep();
    expect([await numbersOf(reference), await world.openAttentions(id)]).toEqual([["T-ONE", "T-TWO"], []]);
  });

  it("still raises the alarm where the list lacks an item, or has one twice", async () => {
    const [less = "", twice = ""] = await sent(2, 0.5);
    await db.submissionLine.updateMany({ where: { submission: { reference: less } }, data: { quantity: 3 } });
    for (const reference of [less, twice]) split(reference);
    await sweep();
    for (const reference of [less, twice])
      expect(await world.openAttentions((await rowOf(reference)).id)).toEqual(["items_differ"]);
  });
});

describe("a list that shows no tracking", () => {
  const withParcel = (reference: string) => ({
    ...shows(reference, "In production"),
    trackings: [{ trackingNumber: `T-${reference}`, trackingUrl: "https://carrier.test/", updatedAt: null }],
  });

  it("hides no parcel that the detail shows", async () => {
    const references = await sent(60, 0.5);
    list(references, "In production");
    for (const reference of references) shownByDetail.set(reference, withParcel(reference));
    const shipped = () => db.submission.count({ where: { reference: { in: references }, state: "shipped" } });
    await sweep();
    expect(await shipped()).toBe(50);
    for (let sweeps = 0; sweeps < 20 && (await shipped()) < 60; sweeps += 1) {
      world.advance(15 * MINUTE);
      await sweep();
    }
    expect(await shipped()).toBe(60);
  });

  it("is enough where the detail cannot be read, or shows nothing", async () => {
    const references = await sent(3, 0.5);
    list(references, "In production");
    const [first = ""] = references;
    failing.add(first);
    await sweep();
    for (const reference of references)
      expect(await rowOf(reference)).toMatchObject({
        state: "in_production",
        missingSince: null,
        readFailingSince: null,
      });
    const { readFailingSince } = await db.printAccount.findUniqueOrThrow({ where: { id: seller.account.id } });
    expect(readFailingSince).toBeNull();
  });
});

describe("who is compared when", () => {
  it("old open submissions delay no young one: neither those that are not due, nor those that are", async () => {
    const old = await sent(2_000, 40, { checkedAt: ctx.clock.now() });
    const [young = ""] = await sent(1, 0, { checkedAt: ctx.clock.now() });
    shownByDetail.set(young, shows(young));
    for (let hours = 0; hours < 12; hours += 1) {
      world.advance(15 * MINUTE);
      expect(await sweep()).toBe(1);
      expect(await comparedNow()).toEqual([young]);
      world.advance(45 * MINUTE);
      // Forty intervals after the last comparison.
      if (hours === 9) break;
    }
    // The young one is among the youngest and among the longest overdue.
    expect(await sweep()).toBe(499);
    const compared = await comparedNow();
    expect(compared).toContain(young);
    expect(compared.filter((reference) => old.includes(reference))).toHaveLength(498);
    world.advance(MINUTE);
    await sweep();
    expect(await comparedNow()).toHaveLength(500);
  });

  it("hundreds of old open submissions that are long overdue come after no young one's turn, and dead ones come no more", async () => {
    const dead = await sent(600, 200, { checkedAt: daysAgo(190) });
    const old = await sent(600, 40, { checkedAt: daysAgo(30) });
    const young = await sent(100, 0.5, { checkedAt: daysAgo(0.1) });
    list(young);
    expect(await sweep()).toBe(500);
    expect(await comparedNow()).toEqual(expect.arrayContaining(young));
    expect(await sweep()).toBe(200);
    expect((await comparedNow()).sort()).toEqual([...young, ...old].sort());
    expect(await sweep()).toBe(0);
    expect(calls.detail.filter((reference) => dead.includes(reference))).toEqual([]);
  });

  it("young submissions, however many, delay no old one", async () => {
    const [old = ""] = await sent(1, 40, { checkedAt: daysAgo(20) });
    await sent(260, 0.5, { checkedAt: daysAgo(0.2) });
    await sweep();
    expect(await comparedNow()).toContain(old);
  });

  it("the interval grows with age, and ends", async () => {
    const dueAfter = async (days: number, minutes: number, state: SubmissionState = "submitted") => {
      const [reference] = await sent(1, days, { state, checkedAt: ctx.clock.now() });
      world.advance(minutes * MINUTE);
      await sweep();
      const isDue = (await comparedNow()).includes(reference ?? "");
      await db.submission.updateMany({ where: { reference }, data: { state: "cancelled" } });
      return isDue;
    };
    expect([await dueAfter(0, 14), await dueAfter(0, 15)]).toEqual([false, true]);
    expect([await dueAfter(1.5, 14), await dueAfter(1.5, 15)]).toEqual([false, true]);
    expect([await dueAfter(10, 149), await dueAfter(10, 150)]).toEqual([false, true]);
    expect([await dueAfter(170, 169 * 15), await dueAfter(170, 171 * 15)]).toEqual([false, true]);
    expect(await dueAfter(180.1, 10 * 24 * 60)).toBe(false);
    expect([await dueAfter(3, 60, "fulfilled"), await dueAfter(3, 24 * 60, "fulfilled")]).toEqual([false, true]);
    expect(await dueAfter(15, 24 * 60, "fulfilled")).toBe(false);
  });

  it("what staff asks for is compared at any age", async () => {
    const [dead = ""] = await sent(1, 300);
    expect(await sweep()).toBe(1);
    expect(await comparedNow()).toEqual([dead]);
  });

  it("orders that the service fails to show delay no other one", async () => {
    const broken = await sent(5, 0.6);
    for (const reference of broken) failing.add(reference);
    await expect(sweep()).rejects.toThrow(UnavailableError);
    await expect(sweep()).rejects.toThrow(UnavailableError);
    const others = await sent(3, 0.5);
    await db.submission.updateMany({
      where: { reference: { in: [...broken, ...others] } },
      data: { serviceDate: "2026-11-20" },
    });
    for (const reference of others) shownByDetail.set(reference, shows(reference));
    listed.clear();
    await sweep();
    expect((await comparedNow()).sort()).toEqual([...others].sort());
    const account = await db.printAccount.findUniqueOrThrow({ where: { id: seller.account.id } });
    expect(account.readFailingSince).toBeNull();
  });
});

describe("a list that cannot be read", () => {
  const account = () => db.printAccount.findUniqueOrThrow({ where: { id: seller.account.id } });

  it("leaves the comparisons by detail, and is recorded", async () => {
    const references = await sent(20, 0.5);
    for (const reference of references) shownByDetail.set(reference, shows(reference, "In production"));
    listError = new UnavailableError("list: unexpected_shape", { httpStatus: 200 });
    await expect(sweep()).rejects.toBe(listError);
    expect(calls.list).toBe(1);
    for (const reference of references) expect((await rowOf(reference)).state).toBe("in_production");
    const failure = { readFailingSince: ctx.clock.now(), readFailedCall: "list", readFailedStatus: 200 };
    expect(await account()).toMatchObject(failure);
  });

  it("stays the failure that is shown where the detail fails, too", async () => {
    for (const reference of await sent(20, 0.5)) failing.add(reference);
    listError = new UnavailableError("list: server_error", { httpStatus: 502 });
    await expect(sweep()).rejects.toBe(listError);
    expect(new Set(calls.detail).size).toBe(3);
    expect(await account()).toMatchObject({ readFailedCall: "list", readFailedStatus: 502 });
  });

  it("since the account is rejected ends the sweep", async () => {
    await sent(20, 0.5);
    listError = new UnauthorizedError("list: unauthorized");
    await expect(sweep()).rejects.toBe(listError);
    expect(calls.detail).toEqual([]);
  });
});
