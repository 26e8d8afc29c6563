import type { Reconciliation as ReconciliationRecord } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import { countProgress, defineRun, type Turn } from "../../long-runs/engine.ts";
import { type RemoteError, UnavailableError } from "../../ports/errors.ts";
import type { ReconciliationId } from "../../ports/ids.ts";
import { joinParts, scanList } from "../provider-reader/list-scan.ts";
import { toListedOrder, type ListedOrder } from "./listed-order.ts";
import { reconcile } from "./reconcile.ts";
import { providerFailure, type ProviderFailure } from "./try-provider.ts";

/** Reads the list of the print service part by part, then compares. A part that was cut off is read again. */
export const reconciliationRun = defineRun<OrdersContext, ReconciliationId>({
  kind: "reconciliation",
  everyMs: 1_000,
  // Nothing is retried unasked: a person waits, and may try again.
  retry: { tries: 1 },
  /** The oldest of each shop. */
  due: ({ db }) =>
    db.reconciliation.findMany({
      where: { state: "reading", shop: { uninstalledAt: null } },
      orderBy: { startedAt: "asc" },
      distinct: ["shopId"],
      select: { id: true, shopId: true },
    }),
  async step(ctx, id, turn) {
    const row = await ctx.db.reconciliation.findUnique({ where: { id } });
    if (row?.state === "reading" && (await readParts(ctx, row, turn))) await compare(ctx, row);
  },
  progress: ({ db }, reconciliationId) =>
    countProgress(db.reconciliationPart, { reconciliationId }, { complete: null }),
  onFailure: (ctx, id, error) => end(ctx, id, { state: "failed", problem: problemOf(error) }),
});

/** Whether all is read. */
async function readParts(
  ctx: OrdersContext,
  { id, printAccountId }: ReconciliationRecord,
  turn: Turn,
): Promise<boolean> {
  const { db } = ctx;
  while (!turn.isOver()) {
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

const problemOf = (error: RemoteError): ProviderFailure =>
  error instanceof DateFilterIgnoredError ? "date_filter_ignored" : providerFailure(error);

type Ending = { state: "compared"; result: string } | { state: "failed"; problem: ProviderFailure };

/** What was read of the list is needed no more. */
async function end({ db }: OrdersContext, id: ReconciliationId, ending: Ending): Promise<void> {
  await db.$transaction([
    db.reconciliation.updateMany({ where: { id, state: "reading" }, data: ending }),
    db.reconciliationPart.updateMany({ where: { reconciliationId: id }, data: { rows: null } }),
  ]);
}
