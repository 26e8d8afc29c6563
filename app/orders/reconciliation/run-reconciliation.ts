import type { Reconciliation as ReconciliationRecord, PrismaClient } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import { countProgress, defineRun, type Turn, type ProgressCounts } from "../../long-runs/engine.ts";
import { RemoteError, UnavailableError, UnauthorizedError } from "../../ports/errors.ts";
import type { ReconciliationId } from "../../ports/ids.ts";
import { joinParts, scanList } from "../provider-reader/list-scan.ts";
import { toListedOrder, type ListedOrder } from "./listed-order.ts";
import { reconcile, type ReconciliationShop, type Reconciliation } from "./reconcile.ts";
import { instantsOf, type DateRange } from "../../settings/date-range.ts";
import { DAY_MS, HOUR_MS } from "../../ports/clock.ts";

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

/** Each part is widened by a day on both sides (find-order.ts), and shows the progress where it ends. */
const PART_MS = 5 * DAY_MS;
const KEPT_MS = HOUR_MS;

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

/** How far the comparison of some days is, or what came of it. */
export type ReconciliationResult =
  | { status: "reading"; range: DateRange; progress: ProgressCounts }
  | { status: "compared"; reconciliation: Reconciliation }
  | { status: "not_connected" | ProviderFailure };

/** The newest comparison of a shop's days with the account that it uses. `unavailable`, too, once it is deleted. */
export async function readReconciliation(
  ctx: { db: PrismaClient },
  { id: shopId, printAccountId }: Pick<ReconciliationShop, "id" | "printAccountId">,
  range: DateRange,
): Promise<ReconciliationResult> {
  if (!printAccountId) return { status: "not_connected" };
  const row = await ctx.db.reconciliation.findUnique({
    where: { shopId_fromDay_toDay: { shopId, fromDay: range.from, toDay: range.to }, printAccountId },
  });
  if (row?.result) return { status: "compared", reconciliation: JSON.parse(row.result) as Reconciliation };
  const progress = row?.state === "reading" ? await reconciliationRun.progress(ctx, row.id) : null;
  if (progress) return { status: "reading", range, progress };
  return { status: row?.problem ?? "unavailable" };
}

export type ProviderFailure = "account_rejected" | "unavailable" | "date_filter_ignored";

type ProviderAnswer<T> = { outcome: "answered"; value: T } | { outcome: "failed"; failure: ProviderFailure };

/** @throws errors of our own */
export async function tryProvider<T>(call: () => Promise<T>): Promise<ProviderAnswer<T>> {
  try {
    return { outcome: "answered", value: await call() };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { outcome: "failed", failure: providerFailure(error) };
  }
}

const providerFailure = (error: RemoteError): "account_rejected" | "unavailable" =>
  error instanceof UnauthorizedError ? "account_rejected" : "unavailable";
