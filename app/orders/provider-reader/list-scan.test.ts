import { expect, it } from "vitest";
import type { PrintAccountCalls, SyncedOrder } from "../../ports/print-service.ts";
import { evidenceByNeighbors, evidenceByWholeList } from "./absence-evidence.ts";
import { requireComplete, requireDateFilter, scanHistory, scanList, type ReaderContext } from "./list-scan.ts";
import { idOf } from "../../../tests/support/ids.ts";
import { syncedItem, syncedOrder } from "../../../tests/support/provider-orders.ts";

const NOW = new Date("2026-11-21T09:00:00Z");
const DAY = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY);
const order = (reference: string) => ({ reference, serviceOrderId: reference }) as SyncedOrder;
const OURS = "1001-0123456789ABCDEF";

/** A service whose list is always the same, and the ranges that it was asked for. */
function service({ rows = [order(OURS)], complete = true, honored = true } = {}) {
  const ranges: { from: string; to: string }[] = [];
  const calls: Pick<PrintAccountCalls, "list" | "listAll"> = {
    listAll: async (range) => {
      ranges.push(range);
      return { rows, complete };
    },
    list: async (range) => {
      ranges.push(range);
      return honored ? [] : rows;
    },
  };
  const ctx: ReaderContext = {
    clock: { now: () => NOW },
    printService: { forAccount: () => calls as PrintAccountCalls },
  };
  return { ctx, ranges };
}

it("a scan shows what the list showed, with every row of a reference that is listed twice", async () => {
  const { ctx, ranges } = service({ rows: [order("A"), order("B"), order("A")] });
  const scan = await scanList(ctx, idOf("a1"), daysAgo(2));
  expect(scan).toMatchObject({ account: "a1", startedAt: NOW, complete: true, range: ranges[0] });
  expect([scan.rows.length, [...scan.orders.keys()]]).toEqual([3, ["A", "B"]]);
  expect(ranges).toEqual([{ from: "2026-11-18 09:00:00", to: "2026-11-22 09:00:00" }]);
});

it("a long range is read in parts, of which none has more pages than one reading may; each order comes once", async () => {
  const { ctx, ranges } = service({ rows: [order("A"), order("B")] });
  const scan = await scanList(ctx, idOf("a1"), daysAgo(30));
  expect([ranges.length, ranges[0]?.from, ranges.at(-1)?.to]).toEqual([3, scan.range.from, scan.range.to]);
  expect(scan.rows.map(({ reference }) => reference)).toEqual(["A", "B"]);
});

it("two orders of one reference come once each, however many parts show both", async () => {
  const twice = ["1", "2"].map((serviceOrderId) => ({ ...order("A"), serviceOrderId }));
  const { ctx } = service({ rows: twice });
  const scan = await scanList(ctx, idOf("a1"), daysAgo(30));
  expect(scan.rows.map(({ serviceOrderId }) => serviceOrderId)).toEqual(["1", "2"]);
});

it("an order that the service split into several is read with the items and parcels of all, however many parts show it", async () => {
  const split = ["2", "1"].map((id) => {
    const trackings = [{ trackingNumber: `T${id}`, trackingUrl: "", updatedAt: null }];
    return syncedOrder({
      reference: "A",
      serviceOrderId: id,
      items: [syncedItem({ itemSku: `SKU-${id}` })],
      trackings,
    });
  });
  const { ctx } = service({ rows: split });
  const order = (await scanList(ctx, idOf("a1"), daysAgo(30))).orders.get("A");
  expect(order).toMatchObject({
    serviceOrderId: "1",
    items: [{ itemSku: "SKU-1" }, { itemSku: "SKU-2" }],
    trackings: [{ trackingNumber: "T1" }, { trackingNumber: "T2" }],
  });
});

it("a scan is complete where each of its parts is", async () => {
  let parts = 0;
  const { ctx } = service();
  const listAll = async () => ({ rows: [], complete: (parts += 1) !== 2 });
  const printService = { forAccount: () => ({ listAll }) as Partial<PrintAccountCalls> as PrintAccountCalls };
  expect((await scanList({ ...ctx, printService }, idOf("a1"), daysAgo(40))).complete).toBe(false);
  expect(parts).toBe(3);
});

it.each([
  ["complete", { complete: true, honored: true }, 2],
  // Whether the range counts does not matter then, and is not asked.
  ["incomplete", { complete: false, honored: true }, 1],
  ["date_filter_ignored", { complete: true, honored: false }, 2],
] as const)("a list that is %s", async (outcome, answers, requests) => {
  const { ctx, ranges } = service(answers);
  expect((await requireComplete(ctx, await scanList(ctx, idOf("a1"), NOW))).outcome).toBe(outcome);
  expect(ranges).toHaveLength(requests);
});

it("a history is read in windows, 90 days at most, and keeps only references like ours", async () => {
  const { ctx, ranges } = service({ rows: [order(OURS), order("somebody else's")] });
  const scan = await scanHistory(ctx, idOf("a1"), daysAgo(400));
  // Seven of 14 days, each a day longer at both ends.
  expect([ranges.length, ranges[0]]).toEqual([7, { from: "2026-08-22 09:00:00", to: "2026-09-07 09:00:00" }]);
  expect(ranges.at(-1)).toEqual({ from: "2026-11-14 09:00:00", to: "2026-11-22 09:00:00" });
  expect(scan.rows.map(({ reference }) => reference)).toEqual([OURS]);
});

it("absence cannot be concluded from a scan whose preconditions were not checked", async () => {
  const { ctx } = service();
  const scan = await scanList(ctx, idOf("a1"), NOW);
  const adjacent = {
    earlier: [{ reference: OURS, sentAt: daysAgo(1) }],
    later: [{ reference: OURS, sentAt: daysAgo(0.5) }],
  };
  // @ts-expect-error the date filter was not checked
  evidenceByNeighbors(scan, adjacent, 0);
  const checked = await requireDateFilter(ctx, scan);
  if (checked.outcome !== "honored") throw new Error("honored by the service above");
  expect(evidenceByNeighbors(checked.scan, adjacent, 0)).toMatchObject({ rows: 1, later: [OURS] });
  expect(evidenceByNeighbors(checked.scan, { ...adjacent, later: [] }, 0)).toBeNull();
  // @ts-expect-error nor does a date filter that counts make a scan complete
  void (() => evidenceByWholeList({} as never, checked.scan, { from: NOW, absent: [] }));
});
