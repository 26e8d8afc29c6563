import { expect } from "vitest";
import type { SyncedItem, SyncedOrder, SyncedTracking } from "../../../app/ports/print-service.ts";
import { TODAY } from "../dialects.ts";
import type { Check, Checks } from "../run-clauses.testing.ts";
import { DAY, DETAIL, ITEM, LIST, REFERENCE } from "./harness.testing.ts";
import type { ClientWorld } from "./harness.testing.ts";

const ASK = { reference: REFERENCE, date: TODAY };
const ITEMS = [
  { ...ITEM, artworkBack: "https://art.example/back.png" },
  { ...ITEM, itemSku: "POSTER-A3" },
];
const page = (limit: number, number = 1) => ({ ...DAY, limit, page: number });

/** An order on its way, as our client reads it in the list and in the detail. */
async function read(world: ClientWorld): Promise<SyncedOrder[]> {
  await world.create({ items: ITEMS });
  world.standIn.startProduction(REFERENCE);
  world.standIn.ship(REFERENCE, { trackingNumber: "9400" });
  const [row] = await world.account.list(page(50));
  const detail = await world.account.detail(ASK);
  return [row, detail].filter((order) => order != null);
}
const order =
  (wanted: Partial<SyncedOrder>): Check<ClientWorld> =>
  async (world) => {
    expect(await read(world)).toMatchObject([wanted, wanted]);
  };
const item = (wanted: Partial<SyncedItem>) => order({ items: [expect.objectContaining(wanted), expect.any(Object)] });
const tracking = (wanted: Partial<SyncedTracking>) => order({ trackings: [expect.objectContaining(wanted)] });
const many = async (world: ClientWorld, count: number) => {
  await Promise.all(Array.from({ length: count }, (_, n) => world.create({ reference: `CONF-${n}-MANY` })));
};
/** A bound goes out as it was given, and what is outside is not in the list. */
const bound =
  (ours: "from" | "to", wire: string, within: string, without: string): Check<ClientWorld> =>
  async (world) => {
    await world.create();
    for (const [value, rows] of [
      [within, 1],
      [without, 0],
    ] as const) {
      expect(await world.account.list({ ...page(50), [ours]: value })).toHaveLength(rows);
      expect(world.fields(LIST)[wire]).toBe(value);
    }
  };
const limit: Check<ClientWorld> = async (world) => {
  await many(world, 53);
  for (const [value, rows] of [
    [50, 50],
    [200, 53],
  ] as const) {
    expect(await world.account.list(page(value))).toHaveLength(rows);
    expect(Number(world.fields(LIST).limit)).toBe(value);
  }
};
const second: Check<ClientWorld> = async (world) => {
  await many(world, 53);
  expect(await world.account.list(page(50, 2))).toHaveLength(3);
  expect(Number(world.fields(LIST).page)).toBe(2);
};

export const SYNCED_CHECKS: Checks<ClientWorld> = {
  "2.7/prefix_order_id": order({ serviceOrderId: expect.stringMatching(/^P\d+$/) }),
  "2.7/order_name": order({ reference: REFERENCE }),
  "2.7/dtime_entered": async (world) => expect((await read(world))[0]?.enteredAt).toBe("2026-11-20 12:00:00"),
  "2.7/dtime_entered-list-only": async (world) => expect((await read(world))[1]?.enteredAt).toBeNull(),
  "2.7/store_name": order({ storeName: "API" }),
  "2.7/order_items": async (world) => {
    for (const { items } of await read(world)) expect(items.map((i) => i.itemSku)).toEqual(["MUG-11OZ", "POSTER-A3"]);
  },
  "2.7/trackings": async (world) => {
    await world.create();
    expect((await world.account.detail(ASK))?.trackings).toEqual([]);
    world.standIn.ship(REFERENCE, { split: 2 });
    expect((await world.account.detail(ASK))?.trackings).toHaveLength(2);
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
  "3/values-open": async (world) => {
    await world.create();
    world.standIn.setStatus(REFERENCE, "MUG-11OZ", "Dreaming of ink");
    expect((await world.account.detail(ASK))?.items[0]?.orderStatus).toBe("Dreaming of ink");
  },
  "3/transitions-open": async (world) => {
    await world.create();
    for (const status of ["In production", "Not verify", "In production", "Pending"]) {
      world.standIn.setStatus(REFERENCE, "MUG-11OZ", status);
      expect((await world.account.detail(ASK))?.items[0]?.orderStatus).toBe(status);
    }
  },
  "4.5/created_at_min": bound("from", "created_at_min", "2026-11-20 12:00:00", "2026-11-20 12:00:01"),
  "4.5/created_at_max": bound("to", "created_at_max", "2026-11-20 12:00:00", "2026-11-20 11:59:59"),
  "4.5/limit": limit,
  "4.5/page": async (world) => {
    await many(world, 205);
    expect((await world.account.listAll(DAY)).rows).toHaveLength(205);
    // The second page is short, and only the third, which is empty, says that it was the last.
    expect(world.requests.filter(({ path }) => path === LIST)).toHaveLength(3);
  },
  "4.5/length": async (world) => {
    await many(world, 2);
    expect((await world.account.listAll(DAY)).rows).toHaveLength(2);
    expect(world.requests.filter(({ path }) => path === LIST)).toHaveLength(2);
  },
  "4.5/orders": async (world) => {
    expect(await world.account.listAll(DAY)).toEqual({ rows: [], whole: true });
    await many(world, 2);
    expect((await world.account.listAll(DAY)).rows.map((o) => o.reference).toSorted()).toEqual([
      "CONF-0-MANY",
      "CONF-1-MANY",
    ]);
  },
  "4.6/order_id": async (world) => {
    await read(world);
    expect(world.fields(DETAIL).order_id).toBe(REFERENCE);
    expect(await world.account.detail({ ...ASK, reference: "INK-1002-B8" })).toBeNull();
  },
  "4.6/date": async (world) => {
    await read(world);
    expect(world.fields(DETAIL).date).toBe(TODAY);
    expect(await world.account.detail({ ...ASK, date: "2026-11-19" })).toBeNull();
  },
  "4.6/answer": order({ reference: REFERENCE, items: [expect.any(Object), expect.any(Object)] }),
  "8/limit": limit,
  "8/page": second,
};
