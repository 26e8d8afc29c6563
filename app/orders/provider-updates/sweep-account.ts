import { RemoteError, UnauthorizedError } from "../../ports/errors.ts";
import type { SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import { recordReadFailure, NO_READ_FAILURE } from "../provider-reader/find-order.ts";
import { scanList } from "../provider-reader/list-scan.ts";
import { alertMissing } from "./alert-missing.ts";
import { chooseReading, findDueComparisons } from "./reading-plan.ts";
import { compareByDetail, compareDetail, type DetailComparison, compareListed } from "./compare-orders.ts";
import type { ComparisonRow } from "./comparison-row.ts";
import { SHIPPED_STATES } from "../core/states.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

/**
 * Compares the submissions of an account that are due for it with the service: recent ones by the list, others by their
 * detail, whichever takes fewer requests; some that the list shows without tracking by their detail, too. Finds tracking and
 * statuses whose events were lost. Older submissions are compared more rarely, so that the cost does not grow with history. Where
 * the list cannot be read, the detail of each is. `stopping` ends it early. Returns how many were due.
 * @throws RemoteError when the service cannot be read, which is recorded; what was applied before stays
 */
export async function sweepAccount(
  ctx: OrdersContext,
  printAccountId: PrintAccountId,
  stopping?: AbortSignal,
): Promise<number> {
  const due = await findDueComparisons(ctx, printAccountId);
  if (due.length > 0) await compareDue(ctx, printAccountId, due, stopping);
  await ctx.db.printAccount.update({
    where: { id: printAccountId },
    data: { sweptAt: ctx.clock.now(), ...NO_READ_FAILURE },
    select: { id: true },
  });
  return due.length;
}

async function compareDue(
  ctx: OrdersContext,
  printAccountId: PrintAccountId,
  due: readonly ComparisonRow[],
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { listFrom } = await chooseReading(ctx, printAccountId, due);
  const readContext = { ctx, printAccountId };
  const list = await tryList(ctx, printAccountId, listFrom);
  if ("error" in list) {
    await compareWithoutList(ctx, due, { printAccountId, stopping, listError: list.error });
    throw list.error;
  }
  const { listed } = list;
  const othersCompared = (await compareListed(ctx, printAccountId, listed, stopping)) > 0;
  const notListed = due.filter(({ reference }) => !listed.has(reference));
  const parts = await recordReadFailure({ ...readContext, call: "detail" }, () =>
    compareByDetail(ctx, notListed, { printAccountId, othersCompared, stopping }),
  );
  await recordReadFailure({ ...readContext, call: "list" }, () => compareParts(ctx, printAccountId, parts));
  await recordReadFailure({ ...readContext, call: "list" }, () => alertMissing(ctx, printAccountId, notListed));
  const withoutTracking = due.filter(({ reference }) => listed.get(reference)?.trackings.length === 0);
  await compareWithoutTracking(ctx, withoutTracking, { printAccountId, stopping });
}

/** The detail shows one order of several that the service made of one of ours; the list shows all of them. */
async function compareParts(
  ctx: OrdersContext,
  printAccountId: PrintAccountId,
  parts: readonly ComparisonRow[],
): Promise<void> {
  if (parts.length === 0) return;
  const scan = await scanList(ctx, printAccountId, new Date(Math.min(...parts.map(({ sentAt }) => sentAt.getTime()))));
  const references = new Set(parts.map(({ reference }) => reference));
  const listed = new Map([...scan.orders].filter(([reference]) => references.has(reference)));
  await compareListed(ctx, printAccountId, listed);
}

/** Listed orders without tracking that one sweep asks the detail about, too. */
const DETAILS_OF_LISTED = 50;

/**
 * The list may leave out the tracking that the detail shows, so some listed orders without any are asked by their detail,
 * other ones in each sweep. A detail that cannot be read says nothing: the list has shown the orders.
 */
async function compareWithoutTracking(
  ctx: OrdersContext,
  rows: readonly ComparisonRow[],
  { printAccountId, stopping }: Pick<DetailComparison, "printAccountId" | "stopping">,
): Promise<void> {
  // Those with a known parcel come last: the place is below 1.
  const placed = rows.map((row) => ({ row, place: ctx.random() + (SHIPPED_STATES.includes(row.state) ? 1 : 0) }));
  try {
    for (const { row } of placed.sort((a, b) => a.place - b.place).slice(0, DETAILS_OF_LISTED)) {
      if (stopping?.aborted) return;
      await compareDetail(ctx, printAccountId, row, { otherwiseShown: true });
    }
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ printAccount: printAccountId, error: error.name }, "the details of listed orders cannot be read");
  }
}

/** What the service lists, or why the list cannot be read, which is recorded. */
async function tryList(
  ctx: OrdersContext,
  printAccountId: PrintAccountId,
  listFrom: Date | null,
): Promise<{ listed: ReadonlyMap<string, SyncedOrder> } | { error: RemoteError }> {
  if (!listFrom) return { listed: new Map() };
  try {
    const scan = () => scanList(ctx, printAccountId, listFrom);
    return { listed: (await recordReadFailure({ ctx, printAccountId, call: "list" }, scan)).orders };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { error };
  }
}

/** One row that cannot be read makes the whole list unreadable, and the detail shows the orders all the same. */
async function compareWithoutList(
  ctx: OrdersContext,
  due: readonly ComparisonRow[],
  { listError, ...comparison }: Omit<DetailComparison, "othersCompared"> & { listError: RemoteError },
): Promise<void> {
  // Of a rejected account nothing can be read.
  if (listError instanceof UnauthorizedError) return;
  try {
    await compareByDetail(ctx, due, { ...comparison, othersCompared: false });
  } catch (error) {
    // The failure of the list stands on the account.
    if (!(error instanceof RemoteError)) throw error;
  }
}
