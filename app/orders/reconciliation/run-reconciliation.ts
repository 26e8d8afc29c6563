import type { PrismaClient, Reconciliation as ReconciliationRecord } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import { UnavailableError } from "../../ports/errors.ts";
import type { ReconciliationId } from "../../ports/ids.ts";
import { joinParts, scanList } from "../provider-reader/list-scan.ts";
import { toListedOrder, type ListedOrder } from "./listed-order.ts";
import { reconcile } from "./reconcile.ts";
import { providerFailure, type ProviderFailure } from "./try-provider.ts";

/** Comparisons of many shops take turns of this length. */
const TURN_MS = 20_000;

/** The comparisons with work to do: the oldest of each shop. */
export const reconciliationsAtWork = ({ db }: { db: PrismaClient }): Promise<{ id: ReconciliationId }[]> =>
  db.reconciliation.findMany({
    where: { state: "reading", shop: { uninstalledAt: null } },
    orderBy: { startedAt: "asc" },
    distinct: ["shopId"],
    select: { id: true },
  });

/**
 * Goes on with a comparison: reads the list of the print service part by part for some time, then compares. One process at a
 * time, under a lease. A part that was cut off is read again. @throws RemoteError when nothing can be compared: staff may try again
 */
export async function runReconciliation(
  ctx: OrdersContext,
  id: ReconciliationId,
  stopping: AbortSignal,
): Promise<void> {
  const row = await ctx.db.reconciliation.findUnique({ where: { id } });
  if (row?.state !== "reading") return;
  try {
    if (await readParts(ctx, row, stopping)) await compare(ctx, row);
  } catch (error) {
    const problem = problemOf(error);
    if (problem) await end(ctx, id, { state: "failed", problem });
    throw error;
  }
}

/** Whether all is read. */
async function readParts(
  ctx: OrdersContext,
  { id, printAccountId }: ReconciliationRecord,
  stopping: AbortSignal,
): Promise<boolean> {
  const turnEnd = performance.now() + TURN_MS;
  const { db } = ctx;
  while (!stopping.aborted && performance.now() < turnEnd) {
    const part = await db.reconciliationPart.findFirst({
      where: { reconciliationId: id, complete: null },
      orderBy: { position: "asc" },
    });
    if (!part) return true;
    const listing = await scanList(ctx, printAccountId, part.begin, part.end);
    const rows = JSON.stringify(listing.rows.map(toListedOrder));
    // Another comparison may have taken its place meanwhile.
    await db.reconciliationPart.updateMany({
      where: { reconciliationId: id, position: part.position },
      data: { rows, complete: listing.complete },
    });
  }
  return false;
}

async function compare(ctx: OrdersContext, row: ReconciliationRecord): Promise<void> {
  const { id, shopId, printAccountId: account, startedAt, timezone } = row;
  const parts = await ctx.db.reconciliationPart.findMany({
    where: { reconciliationId: id },
    orderBy: { position: "asc" },
  });
  const listed = parts.map(({ rows }) => JSON.parse(rows ?? "[]") as ListedOrder[]);
  const complete = parts.every((part) => part.complete);
  const list = { account, startedAt, complete, rows: joinParts(listed) };
  const compared = await reconcile(ctx, { id: shopId, timezone }, { from: row.fromDay, to: row.toDay }, list);
  switch (compared.outcome) {
    case "incomplete":
      throw new UnavailableError("list: incomplete");
    case "date_filter_ignored":
      throw new DateFilterIgnoredError("list: date_filter_ignored");
    case "compared":
      await end(ctx, id, { state: "compared", result: JSON.stringify(compared.reconciliation) });
  }
}

class DateFilterIgnoredError extends UnavailableError {}

const problemOf = (error: unknown): ProviderFailure | null =>
  error instanceof DateFilterIgnoredError ? "date_filter_ignored" : providerFailure(error);

type Ending = { state: "compared"; result: string } | { state: "failed"; problem: ProviderFailure };

/** What was read of the list is needed no more. */
async function end({ db }: OrdersContext, id: ReconciliationId, ending: Ending): Promise<void> {
  await db.$transaction([
    db.reconciliation.updateMany({ where: { id, state: "reading" }, data: ending }),
    db.reconciliationPart.updateMany({ where: { reconciliationId: id }, data: { rows: null } }),
  ]);
}
