import type { Prisma, Submission, LookupKind } from "../../../../prisma/client/client.ts";
import { RemoteError, retryAfterOf } from "../../../ports/errors.ts";
import type { SyncedOrder } from "../../../ports/print-service.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { Tx } from "../../../database/transaction.ts";
import { buildEvidence } from "../../provider-reader/absence-evidence.ts";
import { earlierOrders, laterOrders } from "../../provider-reader/adjacent-orders.ts";
import { findOrder, queryFor } from "../../provider-reader/find-order.ts";
import type { LookupContext } from "../../provider-reader/shared-scan.ts";
import type { SubmissionId, PrintAccountId } from "../../../ports/ids.ts";

/** One lookup of an uncertain submission, with the evidence that is recorded. */
export type LookupResult = {
  kind: LookupKind;
  /** When it began. */
  at: Date;
  detail: Prisma.InputJsonObject;
} & (
  | { outcome: "found"; found: { synced: SyncedOrder; date?: string } }
  | { outcome: "absent"; laterOrders: string[] }
  | { outcome: "failed"; retryAfterMs: number }
);

/** Asks for the detail, then, where that does not show the submission, for the list. Other lookups may share the list scan. */
export async function performLookup(
  ctx: LookupContext,
  row: Submission,
  target: { account: PrintAccountId; sentAt: Date },
): Promise<[LookupResult, ...LookupResult[]]> {
  const detail = await lookUpByDetail(ctx, row, target.account);
  if (detail.outcome === "found") return [detail];
  return [detail, await lookUpByListScan(ctx, row, target, detail.outcome === "absent")];
}

async function lookUpByDetail(ctx: OrdersContext, row: Submission, account: PrintAccountId): Promise<LookupResult> {
  const head = { kind: "detail" as const, at: ctx.clock.now() };
  try {
    const { started: lastAttemptAt } = await lastAttempt(ctx.db, row.id);
    const answer = await findOrder(ctx, queryFor({ ...row, lastAttemptAt }, account));
    return answer.outcome === "found"
      ? { ...head, outcome: "found", detail: { date: answer.date }, found: answer }
      : { ...head, outcome: "absent", detail: { dates: answer.dates }, laterOrders: [] };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { ...head, ...failed(error) };
  }
}

/** `absentInDetail`: detail has just shown clearly that there is no such order. */
async function lookUpByListScan(
  ctx: LookupContext,
  row: Submission,
  { account, sentAt }: { account: PrintAccountId; sentAt: Date },
  absentInDetail: boolean,
): Promise<LookupResult> {
  const earlier = await earlierOrders(ctx, account, sentAt);
  const { startedAt, result } = await ctx.listScan.scanFor({
    account,
    reference: row.reference,
    from: earlier.at(-1)?.sentAt ?? sentAt,
    dueAt: row.dueAt ?? ctx.clock.now(),
  });
  const head = { kind: "list_scan" as const, at: startedAt };
  if (result.outcome === "failed") return { ...head, ...failed(result.error) };
  const { listing, filtered } = result;
  const shown = { ...listing.range, rows: listing.rowCount };
  const synced = listing.found.get(row.reference);
  if (synced) return { ...head, outcome: "found", detail: shown, found: { synced } };
  const { ended } = await lastAttempt(ctx.db, row.id);
  const later = await laterOrders(ctx, account, { after: ended, until: startedAt });
  const evidence = buildEvidence({ earlier, later }, listing, ctx.policy.providerLagMs);
  // Without a later order the scan proves nothing, whatever its range.
  if (evidence.later.length > 0 && !filtered) {
    const detail = { ...listing.range, error: "date_filter_ignored" };
    return { ...head, outcome: "failed", detail, retryAfterMs: 0 };
  }
  return { ...head, outcome: "absent", laterOrders: evidence.later, detail: { ...shown, absentInDetail, ...evidence } };
}

const failed = (error: RemoteError) => ({
  outcome: "failed" as const,
  detail: { error: error.name, httpStatus: error.httpStatus ?? null },
  retryAfterMs: retryAfterOf(error),
});

/** When the last attempt to send a submission was made. */
export async function lastAttempt(
  db: Pick<Tx, "attempt">,
  submissionId: SubmissionId,
): Promise<{ started: Date; ended: Date }> {
  const last = await db.attempt.findFirstOrThrow({ where: { submissionId }, orderBy: { number: "desc" } });
  return { started: last.startedAt, ended: last.endedAt ?? last.startedAt };
}
