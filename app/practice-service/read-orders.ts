import type { PracticeOrder } from "../../prisma/client/client.ts";
import { UnavailableError } from "../ports/errors.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import { type OrderListing, type PrintAccountCalls, type SyncedOrder, serviceTime } from "../ports/print-service.ts";
import {
  readContent,
  readItems,
  recipientOf,
  STAGES,
  practiceTracking,
  type PracticeContext,
} from "./practice-order.ts";
import { DAY_MS } from "../ports/clock.ts";

type ListInput = Parameters<PrintAccountCalls["list"]>[0];

/** Limits of a page (print-service: listOrders). */
const PAGE = { min: 50, max: 200 };
/** More orders in one range cannot be read at once. */
const MAX_ROWS = 10_000;

/** One page of the list, the oldest order first. */
export async function listOrders(
  ctx: PracticeContext,
  printAccountId: PrintAccountId,
  { from, to, limit, page }: ListInput,
): Promise<SyncedOrder[]> {
  const take = Math.min(PAGE.max, Math.max(PAGE.min, limit));
  return findListed(ctx, printAccountId, { from, to }, { take, skip: (page - 1) * take });
}

/** Every order of a range. @throws UnavailableError where there are too many */
export async function listAllOrders(
  ctx: PracticeContext,
  printAccountId: PrintAccountId,
  range: Pick<ListInput, "from" | "to">,
): Promise<OrderListing> {
  const rows = await findListed(ctx, printAccountId, range, { take: MAX_ROWS + 1, skip: 0 });
  if (rows.length > MAX_ROWS) throw new UnavailableError("practice list: too_many_orders");
  return { rows, complete: true };
}

async function findListed(
  ctx: PracticeContext,
  printAccountId: PrintAccountId,
  range: Pick<ListInput, "from" | "to">,
  part: { take: number; skip: number },
): Promise<SyncedOrder[]> {
  const rows = await ctx.db.practiceOrder.findMany({
    where: { printAccountId, enteredAt: instantsBetween(range) },
    orderBy: [{ enteredAt: "asc" }, { id: "asc" }],
    ...part,
  });
  return rows.map((row) => ({ ...syncedOrder(ctx, row), enteredAt: serviceTime(row.enteredAt) }));
}

/** One order by its reference and the day on which it was entered, YYYY-MM-DD in UTC. */
export async function orderDetail(
  ctx: PracticeContext,
  printAccountId: PrintAccountId,
  { reference, date }: { reference: string; date: string },
): Promise<SyncedOrder | null> {
  const where = { printAccountId, reference, enteredAt: instantsOfDay(date) };
  const row = await ctx.db.practiceOrder.findFirst({ where });
  return row && syncedOrder(ctx, row);
}

/** print-service: SyncedOrder. An erased order has neither recipient nor artwork. */
function syncedOrder(ctx: PracticeContext, row: PracticeOrder): SyncedOrder {
  const content = readContent(ctx, row);
  const shipped = row.stage === "shipped";
  return {
    serviceOrderId: `PRACTICE-${row.reference}`,
    reference: row.reference,
    enteredAt: null,
    storeName: "Practice account",
    recipient: recipientOf(content),
    items: readItems(row).map((item, position) => ({
      ...item,
      ...(content?.items[position] ?? NO_CONTENT),
      orderStatus: STAGES[row.stage].status,
      paymentStatus: null,
    })),
    trackings: shipped ? [{ ...practiceTracking(ctx.appUrl, row.reference), updatedAt: serviceTime(row.stageAt) }] : [],
  };
}

const NO_CONTENT = { productName: "", artworkFront: "", artworkBack: "", mockup: "" };

/** The instants from the first to the last second of a range of such times. */
function instantsBetween({ from, to }: { from: string; to: string }): { gte: Date; lt: Date } {
  const instant = (time: string) => new Date(`${time.replace(" ", "T")}Z`);
  return { gte: instant(from), lt: new Date(instant(to).getTime() + 1000) };
}

/** The instants of a day, YYYY-MM-DD. */
function instantsOfDay(date: string): { gte: Date; lt: Date } {
  const gte = new Date(`${date}T00:00:00Z`);
  return { gte, lt: new Date(gte.getTime() + DAY_MS) };
}
