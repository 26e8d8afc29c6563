import { Prisma, type Attempt, type LookupKind, type Submission } from "../../../../prisma/client/client.ts";
import { changeOrder, changeOrderIn } from "../../core/change-orders.ts";
import { raiseReason, setColumns, submissionIn } from "../../core/order-rows.ts";
import type { OrdersContext } from "../../core/context.ts";
import { readRows } from "../../../database/rows.ts";
import type { Sql, Tx } from "../../../database/sql.ts";
import { idsOf } from "../../core/history.ts";
import { lockSubmission } from "../../core/lock.ts";
import { renewedClaim, scheduleRetry } from "../../core/reschedule.ts";
import type { LookupContext } from "../../provider-reader/shared-scan.ts";
import { applyProviderOrder } from "../../provider-updates/apply-provider-order.ts";
import { failedAttempts } from "../../core/failed-work.ts";
import { nextLookupAt, wakeForLaterOrders } from "./next-lookup.ts";
import { lookupDelay } from "../../core/policy.ts";
import { proveAbsence, type ProofResult } from "./absence-proof.ts";
import { concludeAbsent, isUnwanted, repeatCreate } from "./conclude-absent.ts";
import type { SubmissionId, PrintAccountId } from "../../../ports/ids.ts";
import { RemoteError, retryAfterOf } from "../../../ports/errors.ts";
import type { SyncedOrder } from "../../../ports/print-service.ts";
import { buildEvidence, earlierOrders, laterOrders } from "../../provider-reader/absence-evidence.ts";
import { findOrder, queryFor } from "../../provider-reader/find-order.ts";

/** Looks for an uncertain submission at the service, records the evidence and concludes from it. */
export async function reconcileUncertain(ctx: LookupContext, submissionId: SubmissionId): Promise<void> {
  const include = { order: { select: { cancelledAt: true, shop: { select: { printAccountId: true } } } } } as const;
  const row = await ctx.db.submission.findUnique({ where: { id: submissionId }, include });
  if (!row || row.state !== "uncertain" || !row.printAccountId || !row.sentAt) return;
  if (!(await claimLookup(ctx, row))) return;
  const target = { account: row.printAccountId, sentAt: row.sentAt };
  const { repeatableCreate } = await ctx.printService.forAccount(target.account).capabilities();
  // Nothing unwanted is sent again, and another account refuses no repetition: the absence has to be proven all the same.
  const isSameAccount = row.order.shop.printAccountId === row.printAccountId;
  const mayRepeat = repeatableCreate && isSameAccount && !isUnwanted(row);
  const isRepeated = mayRepeat && !(await lastAttempt(ctx.sql, submissionId)).alreadyThere;
  const lookups = await performLookup(ctx, row, target, { detailOnly: isRepeated });
  await recordLookups(ctx, submissionId, lookups);
  const match = lookups.find((one) => one.outcome === "found");
  if (!match) {
    const waits = lookups.map((one) => (one.outcome === "failed" ? one.retryAfterMs : 0));
    const repeat = isRepeated && lookups[0].outcome === "absent";
    return conclude(ctx, submissionId, { atLeastMs: Math.max(0, ...waits), repeat });
  }
  const reportedBy = match.kind === "list_scan" ? "list" : "detail";
  await applyProviderOrder(ctx, { submissionId, ...match.found, reportedBy });
  await wakeForLaterOrders(ctx, [submissionId]);
}

async function recordLookups(ctx: OrdersContext, submissionId: SubmissionId, lookups: LookupResult[]): Promise<void> {
  const rows = lookups.map((lookup) => {
    const { at, kind, detail, outcome: result } = lookup;
    const later = lookup.outcome === "absent" ? lookup.laterOrders : [];
    return { id: ctx.ids.uuid(), submissionId, at, kind, result, laterOrders: later, detail };
  });
  await ctx.db.lookup.createMany({ data: rows });
}

/**
 * One lookup of a submission at a time. The claim of a crashed process expires. Under the order's lock: who changes the state has
 * loaded the row before, and writes only what it changes. A claim in between would outlive the state that it belongs to.
 */
const claimLookup = (ctx: OrdersContext, { id, orderId, dueAt }: Submission): Promise<boolean> =>
  changeOrder(ctx, orderId, (rows) => {
    const row = submissionIn(rows, id);
    if (row.state !== "uncertain" || row.dueAt?.getTime() !== dueAt?.getTime()) return false;
    const { claimedAt: lookupClaimedAt, dueAt: until } = renewedClaim(ctx);
    setColumns(rows.submissions, id, { lookupClaimedAt, dueAt: until });
    return true;
  });

/**
 * Proven absent, or not shown on an account whose create can be repeated (`repeat`), at growing intervals: sends again or gives up.
 * Otherwise schedules the next lookup, and asks staff once that has lasted.
 */
async function conclude(
  ctx: OrdersContext,
  submissionId: SubmissionId,
  { atLeastMs, repeat }: { atLeastMs: number; repeat: boolean },
): Promise<void> {
  const mayResend = await ctx.sql.transaction(async (tx) => {
    const row = await lockSubmission(tx, submissionId);
    if (row?.state !== "uncertain") return false;
    const { ended, number, alreadyThere } = await lastAttempt(tx, submissionId);
    if (repeat && !isUnwanted(row)) {
      const waitMs =
        number === 1 ? 0 : ended.getTime() + lookupDelay(ctx.policy, number - 1) - ctx.clock.now().getTime();
      if (waitMs <= 0) return repeatCreate(tx, ctx, row);
      await scheduleNextLookup(tx, ctx, row, { qualifyingScans: [], ended, atLeastMs: waitMs });
      return false;
    }
    // The service has said that it has the order. Until the detail shows it, a person decides, whatever the list lacks.
    const result = alreadyThere
      ? ({ outcome: "unproven", qualifyingScans: [] } as const)
      : await proofSoFar(tx, ctx, submissionId, ended);
    if (result.outcome === "proven") return concludeAbsent(tx, ctx, row, result.proof);
    await scheduleNextLookup(tx, ctx, row, { ...result, ended, atLeastMs });
    return false;
  });
  if (mayResend) ctx.wake.submission(submissionId);
}

/** The newest scans are enough: many accumulate where staff does not decide for days. */
const MAX_SCANS = 100;

/** `ended`: the last attempt. */
async function proofSoFar(tx: Tx, ctx: OrdersContext, submissionId: SubmissionId, ended: Date): Promise<ProofResult> {
  const scans = await readRows(
    tx,
    "Lookup",
    Prisma.sql`WHERE "submissionId" = ${submissionId}::uuid AND "kind" = 'list_scan' AND "result" = 'absent' AND "at" >= ${ended}
      ORDER BY "at" DESC LIMIT ${MAX_SCANS}`,
  );
  return proveAbsence(scans, ended, ctx.policy.providerLagMs);
}

async function scheduleNextLookup(
  tx: Tx,
  ctx: OrdersContext,
  row: Submission,
  { ended, qualifyingScans, atLeastMs }: { ended: Date; qualifyingScans: readonly Date[]; atLeastMs: number },
): Promise<void> {
  const now = ctx.clock.now();
  const tries = row.tries + 1;
  const later = await tx.query`
    SELECT 1 FROM "Submission"
    WHERE "printAccountId" = ${row.printAccountId}::uuid AND "sentAt" > ${ended} AND "submittedAt" IS NOT NULL LIMIT 1`;
  const nextAt = nextLookupAt(ctx.policy, { now, tries, ended, qualifyingScans, laterOrderSeen: later.length > 0 });
  const { dueAt } = scheduleRetry(ctx, row.tries, { waitMs: nextAt.getTime() - now.getTime(), atLeastMs }).data;
  await changeOrderIn(tx, row.orderId, (rows) => {
    setColumns(rows.submissions, row.id, { dueAt, tries, lookupClaimedAt: null, version: row.version + 1 });
    // Of the first: a decision that is due some time later does not start over with each attempt.
    const [first] = failedAttempts(rows, row);
    const since = first ? (first.endedAt ?? first.startedAt) : ended;
    if (now.getTime() - since.getTime() >= ctx.policy.askStaffAfterMs)
      raiseReason(rows, ctx, { ...idsOf(row), code: "uncertain_needs_decision" });
  });
}

/** One lookup of an uncertain submission, with the evidence that is recorded. */
type LookupResult = {
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
  { detailOnly = false } = {},
): Promise<[LookupResult, ...LookupResult[]]> {
  const detail = await lookUpByDetail(ctx, row, target.account);
  if (detail.outcome === "found" || detailOnly) return [detail];
  return [detail, await lookUpByListScan(ctx, row, target, detail.outcome === "absent")];
}

async function lookUpByDetail(ctx: OrdersContext, row: Submission, account: PrintAccountId): Promise<LookupResult> {
  const head = { kind: "detail" as const, at: ctx.clock.now() };
  try {
    const { started: lastAttemptAt } = await lastAttempt(ctx.sql, row.id);
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
  const { ended } = await lastAttempt(ctx.sql, row.id);
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

/** When the last attempt to send a submission was made. `alreadyThere`: one was refused, since the service has the order. */
export async function lastAttempt(
  sql: Sql,
  submissionId: SubmissionId,
): Promise<{ started: Date; ended: Date; number: number; alreadyThere: boolean }> {
  const [last] = await sql.query<Pick<Attempt, "startedAt" | "endedAt" | "number" | "alreadyThere">>`
    SELECT "startedAt", "endedAt", "number",
      EXISTS (SELECT FROM "Attempt" a WHERE a."submissionId" = ${submissionId}::uuid AND a."alreadyThere") AS "alreadyThere"
    FROM "Attempt" WHERE "submissionId" = ${submissionId}::uuid ORDER BY "number" DESC LIMIT 1`;
  if (!last) throw new Error("a submission without an attempt");
  const { startedAt: started, endedAt, number, alreadyThere } = last;
  return { started, ended: endedAt ?? started, number, alreadyThere };
}
