import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SyncedOrder } from "../../ports/print-service.ts";
import { STATES } from "../core/transitions.ts";
import { BUCKET_OF } from "./buckets.ts";
import { CALM, sortLedger, type Ours, type Sides } from "./classify.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const SETTLED = new Date("2026-11-21T11:50:00Z");
const LONG_AGO = new Date("2026-11-19T12:00:00Z");
const days = { from: "2026-11-15", to: null };

const ours = (over: Partial<Ours> = {}): Ours => ({
  reference: "1001-AAAAAAAAAA",
  state: "submitted",
  sentAt: LONG_AGO,
  replaced: false,
  serviceOrderId: null,
  fulfilledInShopify: false,
  parcels: [],
  ...over,
});

const row = (over: Partial<SyncedOrder> = {}): SyncedOrder => ({
  serviceOrderId: "P1",
  reference: "1001-AAAAAAAAAA",
  enteredAt: "2026-11-19 12:00:00",
  storeName: null,
  items: [],
  trackings: [],
  ...over,
});

const tracked = (...numbers: string[]) =>
  row({ trackings: numbers.map((trackingNumber) => ({ trackingNumber, trackingUrl: "", updatedAt: null })) });

function places(mine: Ours[], theirs: SyncedOrder[], more: Partial<Sides<Ours>> = {}): string[] {
  const sides = { ours: mine, theirs, known: new Map(), days, settledBefore: SETTLED, ...more };
  return sortLedger(sides).map(({ at }) => at);
}

describe("what we sent and the list does not show", () => {
  test("is missing there, in every state in which the service should have it", () => {
    for (const state of ["submitting", "uncertain", "submitted", "in_production"] as const) {
      expect(places([ours({ state })], [])).toEqual(["not_listed"]);
    }
    expect(places([ours({ state: "fulfilled" })], [])).toEqual(["not_listed_any_more"]);
  });

  test("is not missed when it is young, replaced, refused or not sent", () => {
    expect(places([ours({ sentAt: NOW })], [])).toEqual(["moving"]);
    expect(places([ours({ replaced: true })], [])).toEqual(["in_order"]);
    for (const state of ["waiting", "ready", "rejected", "cancelled"] as const) {
      expect(places([ours({ state })], [])).toEqual(["in_order"]);
    }
  });
});

describe("what the list shows", () => {
  test("and nobody carries is unknown here, within the range", () => {
    expect(places([], [row()])).toEqual(["nobodys"]);
    expect(places([], [row({ enteredAt: "2026-11-14 23:00:00" })])).toEqual(["outside"]);
    expect(places([], [row({ enteredAt: "2026-11-22 01:00:00" })])).toEqual(["nobodys"]);
    expect(places([], [row({ enteredAt: "2026-11-22 01:00:00" })], { days: { ...days, to: "2026-11-20" } })).toEqual([
      "outside",
    ]);
    expect(places([], [row({ enteredAt: null })])).toEqual(["nobodys"]);
  });

  test("of another shop on the account is not unknown", () => {
    expect(places([], [row()], { known: new Map([[row().reference, "other_shop"]]) })).toEqual(["other_shop"]);
  });

  test("twice under our reference is an alarm beside the first, whichever comes first", () => {
    const mine = ours({ serviceOrderId: "P2" });
    const twice = [row(), row({ serviceOrderId: "P2" })];
    for (const theirs of [twice, twice.toReversed()]) {
      const placed = sortLedger({ ours: [mine], theirs, known: new Map(), days, settledBefore: SETTLED });
      expect(placed.map((one) => [one.at, one.theirs?.serviceOrderId])).toEqual([
        ["in_order", "P2"],
        ["listed_twice", "P1"],
      ]);
    }
  });

  test("though here it was given up, refused or is unclear is unknown here", () => {
    for (const state of ["uncertain", "cancelled", "rejected", "waiting"] as const) {
      expect(places([ours({ state })], [row()])).toEqual(["not_counted_as_sent"]);
    }
    expect(places([ours({ state: "uncertain", sentAt: NOW })], [row()])).toEqual(["moving"]);
    expect(places([ours({ state: "waiting", sentAt: null })], [row()])).toEqual(["not_counted_as_sent"]);
  });
});

describe("tracking", () => {
  const parcel = (trackingNumber: string, state: "fulfilled" | "stuck" | "waiting", firstSeenAt = LONG_AGO) => ({
    trackingNumber,
    state,
    firstSeenAt,
  });

  test("that is new here, stuck or late is shipped there and open here", () => {
    expect(places([ours()], [tracked("T1")])).toEqual(["tracking_new"]);
    expect(places([ours({ state: "fulfilled", parcels: [parcel("T1", "fulfilled")] })], [tracked("T1", "T2")])).toEqual(
      ["tracking_new"],
    );
    expect(places([ours({ state: "shipped", parcels: [parcel("T1", "stuck", NOW)] })], [tracked("T1")])).toEqual([
      "parcel_open",
    ]);
    expect(places([ours({ state: "shipped", parcels: [parcel("T1", "waiting")] })], [tracked("T1")])).toEqual([
      "parcel_open",
    ]);
    expect(places([ours({ state: "shipped", parcels: [parcel("T1", "waiting", NOW)] })], [tracked("T1")])).toEqual([
      "moving",
    ]);
    expect(places([ours({ state: "fulfilled", parcels: [parcel("T1", "fulfilled")] })], [tracked(" T1\n")])).toEqual([
      "in_order",
    ]);
  });

  test("that the service does not name is fulfilled here and not shipped there", () => {
    expect(places([ours({ state: "shipped" })], [tracked("  ")])).toEqual(["no_tracking"]);
    expect(places([ours({ state: "fulfilled" })], [row()])).toEqual(["no_tracking"]);
    expect(places([ours({ fulfilledInShopify: true })], [row()])).toEqual(["fulfilled_by_hand"]);
    expect(places([ours({ fulfilledInShopify: true, replaced: true })], [row()])).toEqual(["in_order"]);
  });
});

describe("every disagreement has one place", () => {
  const reference = fc.constantFrom("A-1", "A-2", "A-3", "A-4", "A-5");
  const at = fc.constantFrom(LONG_AGO, NOW);
  const number = fc.constantFrom("T1", "T2", " ", "");
  const someOurs = fc.record({
    reference,
    state: fc.constantFrom(...STATES),
    sentAt: fc.option(at),
    replaced: fc.boolean(),
    serviceOrderId: fc.constantFrom(null, "P1", "P2"),
    fulfilledInShopify: fc.boolean(),
    parcels: fc.array(
      fc.record({
        trackingNumber: number,
        state: fc.constantFrom("waiting", "writing", "fulfilled", "stuck"),
        firstSeenAt: at,
      }),
      { maxLength: 2 },
    ),
  });
  const someTheirs = fc.record({
    reference,
    serviceOrderId: fc.constantFrom(null, "P1", "P2"),
    enteredAt: fc.constantFrom(null, "2026-11-14 01:00:00", "2026-11-19 01:00:00", "soon"),
    storeName: fc.constant(null),
    items: fc.constant<SyncedOrder["items"]>([]),
    trackings: fc.array(
      number.map((trackingNumber) => ({ trackingNumber, trackingUrl: "", updatedAt: null })),
      { maxLength: 2 },
    ),
  });
  const known = fc.dictionary(reference, fc.constantFrom("other_shop" as const, "outside" as const));

  test("each submission and each row of the list ends in exactly one, and the counts add up", () => {
    const mine = fc.uniqueArray(someOurs, { selector: (one) => one.reference });
    fc.assert(
      fc.property(mine, fc.array(someTheirs, { maxLength: 8 }), known, (left, right, others) => {
        const placed = sortLedger({
          ours: left,
          theirs: right,
          known: new Map(Object.entries(others)),
          days,
          settledBefore: SETTLED,
        });
        const first = placed.filter(({ at }) => at !== "listed_twice");
        expect(first.flatMap((one) => one.ours ?? []).toSorted(byReference)).toEqual(left.toSorted(byReference));
        const rows = placed.flatMap((one) => one.theirs ?? []);
        expect(rows).toHaveLength(right.length);
        expect(new Set(rows)).toEqual(new Set(right));
        for (const one of placed) {
          expect(one.at in BUCKET_OF || (CALM as readonly string[]).includes(one.at)).toBe(true);
          if (one.ours && one.theirs) expect(one.ours.reference).toBe(one.theirs.reference);
        }
      }),
    );
  });
});

const byReference = (a: { reference: string }, b: { reference: string }) => a.reference.localeCompare(b.reference);
