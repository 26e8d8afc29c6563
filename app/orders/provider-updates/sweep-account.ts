import type { OrdersContext } from "../core/context.ts";
import { recordReadFailure, NO_READ_FAILURE } from "../provider-reader/read-failures.ts";
import { scanList } from "../provider-reader/list-scan.ts";
import { alertMissing } from "./alert-missing.ts";
import { chooseReading } from "./choose-reading.ts";
import { compareByDetail } from "./compare-by-detail.ts";
import { compareListed } from "./compare-listed.ts";
import type { ComparisonRow } from "./comparison-row.ts";
import { findDueComparisons } from "./due-comparisons.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

/**
 * Compares the submissions of an account that are due for it with the service: recent ones by the list, others by their
 * detail, whichever takes fewer requests. Finds tracking and statuses whose events were lost. Older submissions are
 * compared more rarely, so that the cost does not grow with history. `stopping` ends it early. Returns how many were due.
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
  const listed = await recordReadFailure({ ...readContext, call: "list" }, async () =>
    listFrom ? (await scanList(ctx, printAccountId, listFrom)).orders : new Map<string, never>(),
  );
  const othersCompared = (await compareListed(ctx, printAccountId, listed, stopping)) > 0;
  const notListed = due.filter(({ reference }) => !listed.has(reference));
  await recordReadFailure({ ...readContext, call: "detail" }, () =>
    compareByDetail(ctx, notListed, { printAccountId, othersCompared, stopping }),
  );
  await recordReadFailure({ ...readContext, call: "list" }, () => alertMissing(ctx, printAccountId, notListed));
}
