import type { OrdersContext } from "../core/context.ts";
import { instantsOf, type DateRange } from "./date-range.ts";
import type { ReconciliationShop } from "./reconcile.ts";

/** Each part is widened by a day on both sides (service-time.ts), and shows the progress where it ends. */
const PART_MS = 5 * 24 * 60 * 60_000;
const KEPT_MS = 60 * 60_000;

/**
 * Has workers compare a range of days, in place of an earlier comparison of the same days. One that is under way stays. Those
 * of other days are kept for an hour.
 */
export async function beginReconciliation(
  ctx: Pick<OrdersContext, "db" | "clock" | "ids">,
  shop: ReconciliationShop,
  range: DateRange,
): Promise<"begun" | "not_connected"> {
  const { id: shopId, printAccountId, timezone } = shop;
  if (!printAccountId) return "not_connected";
  const days = { fromDay: range.from, toDay: range.to };
  const startedAt = ctx.clock.now();
  const reconciliation = { id: ctx.ids.uuid(), shopId, printAccountId, timezone, startedAt, ...days };
  const isOld = { startedAt: { lt: new Date(startedAt.getTime() - KEPT_MS) } };
  await ctx.db.$transaction(async (tx) => {
    await tx.reconciliation.deleteMany({
      where: {
        shopId,
        OR: [{ printAccountId: { not: printAccountId } }, { state: { not: "reading" }, OR: [days, isOld] }],
      },
    });
    // Of two that begin at once, the unique days let one in.
    const { count } = await tx.reconciliation.createMany({ data: [reconciliation], skipDuplicates: true });
    const { begin, end } = instantsOf(range, timezone);
    const parts = partsOf(begin, end < startedAt ? end : startedAt);
    if (count > 0)
      await tx.reconciliationPart.createMany({
        data: parts.map((part, position) => ({ reconciliationId: reconciliation.id, position, ...part })),
      });
  });
  return "begun";
}

function partsOf(begin: Date, end: Date): { begin: Date; end: Date }[] {
  const parts = [];
  let start = begin;
  do {
    const until = new Date(Math.min(start.getTime() + PART_MS, end.getTime()));
    parts.push({ begin: start, end: until });
    start = until;
  } while (start < end);
  return parts;
}
