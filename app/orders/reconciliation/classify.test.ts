import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SyncedOrder } from "../../ports/print-service.ts";
import { SUBMISSION_STATES } from "../core/states.ts";
import { BUCKET_OF } from "./buckets.ts";
import type { CompleteScan } from "../provider-reader/list-scan.ts";
import { OK_CATEGORIES, classifyOrders, type ComparedSubmission, type ReconciliationInput } from "./classify.ts";
import { NO_RECIPIENT, syncedItem } from "../../../tests/support/provider-orders.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const STABLE_BEFORE = new Date("2026-11-21T11:50:00Z");
const LONG_AGO = new Date("2026-11-19T12:00:00Z");
const completeScan = { complete: true } as CompleteScan;
const days = { from: "2026-11-15", to: null };

const submission = (over: Partial<ComparedSubmission> = {}): ComparedSubmission => ({
  reference: "1001-AAAAAAAAAA",
  state: "submitted",
  sentAt: LONG_AGO,
  replaced: false,
  serviceOrderId: null,
  items: [
    { itemSku: "TEE", quantity: 2 },
    { itemSku: "MUG", quantity: 1 },
  ],
  orderCancelled: false,
  fulfilledInShopify: false,
  parcels: [],
  ...over,
});

const row = (over: Partial<SyncedOrder> = {}): SyncedOrder => ({
  serviceOrderId: "P1",
  reference: "1001-AAAAAAAAAA",
  enteredAt: "2026-11-19 12:00:00",
  storeName: null,
  recipient: NO_RECIPIENT,
  items: [],
  trackings: [],
  ...over,
});

const tracked = (...numbers: string[]) =>
  row({ trackings: numbers.map((trackingNumber) => ({ trackingNumber, trackingUrl: "", updatedAt: null })) });

function categories(
  mine: ComparedSubmission[],
  providerOrders: SyncedOrder[],
  more: Partial<ReconciliationInput<ComparedSubmission>> = {},
): string[] {
  const sides = {
    submissions: mine,
    providerOrders,
    completeScan,
    knownReferences: new Map(),
    days,
    stableBefore: STABLE_BEFORE,
    ...more,
  };
  return classifyOrders(sides).map(({ category }) => category);
}

test("a package of a canceled order that Shopify takes no tracking of needs no repair", () => {
  const parcels = [
    { trackingNumber: "T1", state: "parked" as const, firstSeenAt: LONG_AGO, awaitingShipmentUntil: null },
  ];
  const shipped = submission({ state: "shipped", parcels });
  expect(categories([shipped], [tracked("T1")])).toEqual(["parcel_not_fulfilled"]);
  expect(categories([{ ...shipped, orderCancelled: true }], [tracked("T1")])).toEqual(["matched"]);
});

describe("what we sent and the list does not show", () => {
  test("is concluded from a complete scan only", () => {
    expect(() => categories([submission()], [], { completeScan: null })).toThrow("may be incomplete");
    expect(categories([submission()], [row()], { completeScan: null })).toEqual(["matched"]);
  });

  test("is missing there, in every state in which the service should have it", () => {
    for (const state of ["submitting", "uncertain", "submitted", "in_production"] as const) {
      expect(categories([submission({ state })], [])).toEqual(["not_listed"]);
    }
    expect(categories([submission({ state: "fulfilled" })], [])).toEqual(["shipped_not_listed"]);
  });

  test("is not missed when it is young, replaced, refused or not sent", () => {
    expect(categories([submission({ sentAt: NOW })], [])).toEqual(["pending"]);
    expect(categories([submission({ replaced: true })], [])).toEqual(["matched"]);
    for (const state of ["waiting", "ready", "rejected", "cancelled"] as const) {
      expect(categories([submission({ state })], [])).toEqual(["matched"]);
    }
  });
});

describe("what the list shows", () => {
  test("and nobody carries is unknown here, within the range", () => {
    expect(categories([], [row()])).toEqual(["unknown_reference"]);
    expect(categories([], [row({ enteredAt: "2026-11-14 23:00:00" })])).toEqual(["outside_range"]);
    expect(categories([], [row({ enteredAt: "2026-11-22 01:00:00" })])).toEqual(["unknown_reference"]);
    expect(
      categories([], [row({ enteredAt: "2026-11-22 01:00:00" })], { days: { ...days, to: "2026-11-20" } }),
    ).toEqual(["outside_range"]);
    expect(categories([], [row({ enteredAt: null })])).toEqual(["unknown_reference"]);
  });

  test("of another shop on the account is not unknown", () => {
    expect(categories([], [row()], { knownReferences: new Map([[row().reference, "other_shop"]]) })).toEqual([
      "other_shop",
    ]);
  });

  test("twice under our reference is an alarm beside the first, whichever comes first", () => {
    const mine = submission({ serviceOrderId: "P2" });
    const duplicates = [row(), row({ serviceOrderId: "P2" })];
    for (const providerOrders of [duplicates, duplicates.toReversed()]) {
      const classified = classifyOrders({
        submissions: [mine],
        providerOrders,
        completeScan,
        knownReferences: new Map(),
        days,
        stableBefore: STABLE_BEFORE,
      });
      expect(classified.map((one) => [one.category, one.providerOrder?.serviceOrderId])).toEqual([
        ["matched", "P2"],
        ["listed_twice", "P1"],
      ]);
    }
  });

  test("in several orders under our reference, together what was sent, is one that the service split", () => {
    const part = (serviceOrderId: string, itemSku: string, quantity: number, ...numbers: string[]) =>
      row({ ...tracked(...numbers), serviceOrderId, items: [syncedItem({ itemSku, quantity })] });
    const parcels = ["T1", "T2"].map((trackingNumber) => ({
      trackingNumber,
      state: "fulfilled" as const,
      firstSeenAt: LONG_AGO,
      awaitingShipmentUntil: null,
    }));
    const mine = submission({ serviceOrderId: "P2", state: "fulfilled", parcels });
    expect(categories([mine], [part("P1", "TEE", 2, "T1"), part("P2", "MUG", 1, "T2")])).toEqual(["matched"]);
    expect(categories([mine], [part("P1", "TEE", 2, "T1"), part("P2", "MUG", 1, "T3")])).toEqual(["unknown_tracking"]);
    // The wire's quantity is the unfulfilled one.
    expect(categories([mine], [part("P1", "TEE", 0, "T1"), part("P2", "MUG", 0, "T2")])).toEqual(["matched"]);
    const pieces = [part("P1", "TEE", 1), part("P2", "TEE", 1), part("P3", "PW-MUG", 1)];
    expect(categories([submission()], pieces)).toEqual(["matched"]);
    const whole = ["P1", "P2"].map((serviceOrderId) =>
      row({ serviceOrderId, items: [...submission().items].map((item) => syncedItem({ ...item, quantity: 0 })) }),
    );
    expect(categories([submission()], whole)).toEqual(["matched", "listed_twice"]);
    expect(categories([submission()], [...pieces, part("P4", "MUG", 1)])).toContain("listed_twice");
  });

  test("though here it was given up, refused or is unclear is unknown here", () => {
    for (const state of ["uncertain", "cancelled", "rejected", "waiting"] as const) {
      expect(categories([submission({ state })], [row()])).toEqual(["listed_but_not_sent"]);
    }
    expect(categories([submission({ state: "uncertain", sentAt: NOW })], [row()])).toEqual(["pending"]);
    expect(categories([submission({ state: "waiting", sentAt: null })], [row()])).toEqual(["listed_but_not_sent"]);
  });
});

describe("tracking", () => {
  const parcel = (trackingNumber: string, state: "fulfilled" | "parked" | "waiting", firstSeenAt = LONG_AGO) => ({
    trackingNumber,
    state,
    firstSeenAt,
    awaitingShipmentUntil: null,
  });

  test("that is new here, stuck or late is shipped there and open here", () => {
    expect(categories([submission()], [tracked("T1")])).toEqual(["unknown_tracking"]);
    expect(
      categories([submission({ state: "fulfilled", parcels: [parcel("T1", "fulfilled")] })], [tracked("T1", "T2")]),
    ).toEqual(["unknown_tracking"]);
    expect(
      categories([submission({ state: "shipped", parcels: [parcel("T1", "parked", NOW)] })], [tracked("T1")]),
    ).toEqual(["parcel_not_fulfilled"]);
    expect(categories([submission({ state: "shipped", parcels: [parcel("T1", "waiting")] })], [tracked("T1")])).toEqual(
      ["parcel_not_fulfilled"],
    );
    expect(
      categories([submission({ state: "shipped", parcels: [parcel("T1", "waiting", NOW)] })], [tracked("T1")]),
    ).toEqual(["pending"]);
    expect(
      categories([submission({ state: "fulfilled", parcels: [parcel("T1", "fulfilled")] })], [tracked(" T1\n")]),
    ).toEqual(["matched"]);
    expect(
      categories([submission({ state: "fulfilled", parcels: [parcel("JD 0146", "fulfilled")] })], [tracked("jd0146")]),
    ).toEqual(["matched"]);
  });

  test("that is only a label yet is not expected to be fulfilled", () => {
    const label = { ...parcel("T1", "waiting"), awaitingShipmentUntil: NOW };
    expect(categories([submission({ state: "in_production", parcels: [label] })], [tracked("T1")])).toEqual([
      "matched",
    ]);
  });

  test("that the service does not name is fulfilled here and not shipped there", () => {
    expect(categories([submission({ state: "shipped" })], [tracked("  ")])).toEqual(["no_tracking"]);
    expect(categories([submission({ state: "fulfilled" })], [row()])).toEqual(["no_tracking"]);
    const shippedMeanwhile = { ...parcel("T1", "fulfilled"), firstSeenAt: NOW };
    expect(categories([submission({ state: "fulfilled", parcels: [shippedMeanwhile] })], [row()])).toEqual(["pending"]);
    expect(categories([submission({ fulfilledInShopify: true })], [row()])).toEqual(["fulfilled_outside_app"]);
    expect(categories([submission({ fulfilledInShopify: true, replaced: true })], [row()])).toEqual(["matched"]);
  });
});

describe("every disagreement has one place", () => {
  const reference = fc.constantFrom("A-1", "A-2", "A-3", "A-4", "A-5");
  const at = fc.constantFrom(LONG_AGO, NOW);
  const number = fc.constantFrom("T1", "T2", " ", "");
  const anySubmission = fc.record({
    reference,
    state: fc.constantFrom(...SUBMISSION_STATES),
    sentAt: fc.option(at),
    replaced: fc.boolean(),
    serviceOrderId: fc.constantFrom(null, "P1", "P2"),
    items: fc.constant([{ itemSku: "TEE", quantity: 1 }]),
    orderCancelled: fc.boolean(),
    fulfilledInShopify: fc.boolean(),
    parcels: fc.array(
      fc.record({
        trackingNumber: number,
        state: fc.constantFrom("waiting", "writing", "fulfilled", "parked"),
        firstSeenAt: at,
        awaitingShipmentUntil: fc.option(at),
      }),
      { maxLength: 2 },
    ),
  });
  const anyProviderOrder = fc.record({
    reference,
    serviceOrderId: fc.constantFrom(null, "P1", "P2"),
    enteredAt: fc.constantFrom(null, "2026-11-14 01:00:00", "2026-11-19 01:00:00", "soon"),
    storeName: fc.constant(null),
    recipient: fc.constant(NO_RECIPIENT),
    items: fc.constant<SyncedOrder["items"]>([]),
    trackings: fc.array(
      number.map((trackingNumber) => ({ trackingNumber, trackingUrl: "", updatedAt: null })),
      { maxLength: 2 },
    ),
  });
  const known = fc.dictionary(reference, fc.constantFrom("other_shop" as const, "outside_range" as const));

  test("each submission and each row of the list ends in exactly one, and the counts add up", () => {
    const mine = fc.uniqueArray(anySubmission, { selector: (one) => one.reference });
    fc.assert(
      fc.property(mine, fc.array(anyProviderOrder, { maxLength: 8 }), known, (left, right, others) => {
        const classified = classifyOrders({
          submissions: left,
          providerOrders: right,
          completeScan,
          knownReferences: new Map(Object.entries(others)),
          days,
          stableBefore: STABLE_BEFORE,
        });
        const first = classified.filter(({ category }) => category !== "listed_twice");
        expect(first.flatMap((one) => one.submission ?? []).toSorted(byReference)).toEqual(left.toSorted(byReference));
        const rows = classified.flatMap((one) => one.providerOrder ?? []);
        expect(rows).toHaveLength(right.length);
        expect(new Set(rows)).toEqual(new Set(right));
        for (const one of classified) {
          expect(one.category in BUCKET_OF || (OK_CATEGORIES as readonly string[]).includes(one.category)).toBe(true);
          if (one.submission && one.providerOrder) expect(one.submission.reference).toBe(one.providerOrder.reference);
        }
      }),
    );
  });
});

const byReference = (a: { reference: string }, b: { reference: string }) => a.reference.localeCompare(b.reference);
