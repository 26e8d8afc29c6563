import { expect } from "vitest";
import type { SyncedItem, SyncedOrder, SyncedTracking } from "../../../app/ports/print-service.ts";
import { TODAY } from "../dialects.ts";
import { seenOnce } from "../run-clauses.testing.ts";
import type { Check, Checks } from "../run-clauses.testing.ts";
import { DAY, DETAIL, ITEM, LIST, REFERENCE } from "./harness.testing.ts";
import type { ClientHarness } from "./harness.testing.ts";

const ASK = { reference: REFERENCE, date: TODAY };
const ITEMS = [
  { ...ITEM, artworkBack: "https://art.example/back.png" },
  { ...ITEM, itemSku: "POSTER-A3" },
];
const page = (limit: number, number = 1) => ({ ...DAY, limit, page: number });

/** An order on its way, as our client reads it in the list and in the detail. */
async function read(harness: ClientHarness): Promise<SyncedOrder[]> {
  await harness.create({ items: ITEMS });
  harness.standIn.startProduction(REFERENCE);
  harness.standIn.printLabel(REFERENCE, { trackingNumber: "9400" });
  const [row] = await harness.account.list(page(50));
  const detail = await harness.account.detail(ASK);
  return [row, detail].filter((order) => order != null);
}
const seen = seenOnce(read);
const order =
  (expected: Partial<SyncedOrder>): Check<ClientHarness> =>
  async (harness) => {
    expect(await seen(harness)).toMatchObject([expected, expected]);
  };
const item = (expected: Partial<SyncedItem>) =>
  order({ items: [expect.objectContaining(expected), expect.any(Object)] });
const tracking = (expected: Partial<SyncedTracking>) => order({ trackings: [expect.objectContaining(expected)] });
const many = async (harness: ClientHarness, count: number, items = ITEMS) => {
  for (let n = 0; n < count; n += 1) await harness.create({ reference: `CONF-${n}-MANY`, items });
};
/** Three orders, of which a page shows two. */
const onTwoPages = async (harness: ClientHarness) => {
  harness.standIn.changeListing({ shortPages: [2] });
  await many(harness, 3);
};
/** A bound goes out as it was given, and what is outside is not in the list. */
const bound =
  (ours: "from" | "to", wire: string, within: string, without: string): Check<ClientHarness> =>
  async (harness) => {
    await harness.create();
    for (const [value, rows] of [
      [within, 1],
      [without, 0],
    ] as const) {
      expect(await harness.account.list({ ...page(50), [ours]: value })).toHaveLength(rows);
      expect(harness.fields(LIST)[wire]).toBe(value);
    }
  };
/** The service counts items: three orders have more than fifty. */
const limit: Check<ClientHarness> = async (harness) => {
  harness.standIn.changeListing({ limitCounts: "items" });
  await many(
    harness,
    3,
    Array.from({ length: 25 }, () => ITEM),
  );
  for (const [value, rows] of [
    [50, 2],
    [200, 3],
  ] as const) {
    expect(await harness.account.list(page(value))).toHaveLength(rows);
    expect(Number(harness.fields(LIST).limit)).toBe(value);
  }
};
const second: Check<ClientHarness> = async (harness) => {
  await onTwoPages(harness);
  expect(await harness.account.list(page(50, 2))).toHaveLength(1);
  expect(Number(harness.fields(LIST).page)).toBe(2);
};

export const SYNCED_CHECKS: Checks<ClientHarness> = {
  "2.7/prefix_order_id": order({ serviceOrderId: expect.stringMatching(/^P\d+$/) }),
  "2.7/order_name": order({ reference: REFERENCE }),
  "2.7/dtime_entered": async (harness) => expect((await seen(harness))[0]?.enteredAt).toBe("2026-11-20 12:00:00"),
  "2.7/dtime_entered-list-only": async (harness) => expect((await seen(harness))[1]?.enteredAt).toBeNull(),
  "2.7/store_name": order({ storeName: "API" }),
  "2.7/order_items": async (harness) => {
    for (const { items } of await seen(harness)) expect(items.map((i) => i.itemSku)).toEqual(["MUG-11OZ", "POSTER-A3"]);
  },
  "2.7/trackings": async (harness) => {
    await harness.create();
    expect((await harness.account.detail(ASK))?.trackings).toEqual([]);
    harness.standIn.printLabel(REFERENCE, { split: 2 });
    expect((await harness.account.detail(ASK))?.trackings).toHaveLength(2);
  },
  "2.8/product_name": item({ productName: "Whale mug" }),
  "2.8/unfulfill_quantity": item({ quantity: 2 }),
  "2.8/item_sku": item({ itemSku: "MUG-11OZ" }),
  "2.8/artwork_front": item({ artworkFront: "https://art.example/whale.png" }),
  "2.8/artwork_back": item({ artworkBack: "https://art.example/back.png" }),
  "2.8/order_status": item({ orderStatus: "In production" }),
  "2.8/payment_status": item({ paymentStatus: "Unpaid" }),
  "2.9/tracking_number": tracking({ trackingNumber: "9400" }),
  "2.9/tracking_url": tracking({ trackingUrl: "https://track.example/9400" }),
  "2.9/updated_at": tracking({ updatedAt: "2026-11-20 12:00:00" }),
  "3/in-production": item({ orderStatus: "In production" }),
  "3/unpaid": item({ paymentStatus: "Unpaid" }),
  "3/values-open": async (harness) => {
    await harness.create();
    harness.standIn.setStatus(REFERENCE, "MUG-11OZ", "Dreaming of ink");
    expect((await harness.account.detail(ASK))?.items[0]?.orderStatus).toBe("Dreaming of ink");
  },
  "3/transitions-open": async (harness) => {
    await harness.create();
    for (const status of ["In production", "Not verify", "In production", "Pending"]) {
      harness.standIn.setStatus(REFERENCE, "MUG-11OZ", status);
      expect((await harness.account.detail(ASK))?.items[0]?.orderStatus).toBe(status);
    }
  },
  "4.5/created_at_min": bound("from", "created_at_min", "2026-11-20 12:00:00", "2026-11-20 12:00:01"),
  "4.5/created_at_max": bound("to", "created_at_max", "2026-11-20 12:00:00", "2026-11-20 11:59:59"),
  "4.5/limit": limit,
  "4.5/page": async (harness) => {
    await onTwoPages(harness);
    expect((await harness.account.listAll(DAY)).rows).toHaveLength(3);
    // The second page is short, and only the third, which is empty, says that it was the last.
    expect(harness.requests.filter(({ path }) => path === LIST)).toHaveLength(3);
  },
  "4.5/length": async (harness) => {
    await many(harness, 2);
    expect((await harness.account.listAll(DAY)).rows).toHaveLength(2);
    expect(harness.requests.filter(({ path }) => path === LIST)).toHaveLength(2);
  },
  "4.5/orders": async (harness) => {
    expect(await harness.account.listAll(DAY)).toEqual({ rows: [], complete: true });
    await many(harness, 2);
    expect((await harness.account.listAll(DAY)).rows.map((o) => o.reference).toSorted()).toEqual([
      "CONF-0-MANY",
      "CONF-1-MANY",
    ]);
  },
  "4.6/order_id": async (harness) => {
    await read(harness);
    expect(harness.fields(DETAIL).order_id).toBe(REFERENCE);
    expect(await harness.account.detail({ ...ASK, reference: "INK-1002-B8" })).toBeNull();
  },
  "4.6/date": async (harness) => {
    await read(harness);
    expect(harness.fields(DETAIL).date).toBe(TODAY);
    expect(await harness.account.detail({ ...ASK, date: "2026-11-19" })).toBeNull();
  },
  "4.6/answer": order({ reference: REFERENCE, items: [expect.any(Object), expect.any(Object)] }),
  "8/limit": limit,
  "8/page": second,
};
