import type { Prisma, Submission } from "@prisma/client";
import { RemoteError, UnavailableError } from "../../../ports/errors.ts";
import type { SyncedOrder } from "../../../ports/print-service.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { Tx } from "../../../database/transaction.ts";
import { earlierOrders, laterOrders } from "../../provider-reader/adjacent-orders.ts";
import { fetchDetail, detailDates, type DetailMatch } from "../../provider-reader/fetch-detail.ts";
import { buildEvidence } from "./absence-proof.ts";

/** One look for an uncertain submission at the service, as it is recorded. */
export interface LookupResult {
  kind: "detail" | "list_scan";
  /** When it began. */
  at: Date;
  result: "found" | "absent" | "failed";
  laterOrders: string[];
  detail: Prisma.InputJsonObject;
  found?: DetailMatch | { synced: SyncedOrder };
  retryAfterMs?: number | undefined;
}

/** Where to look. */
interface LookupTarget {
  account: string;
  sentAt: Date;
}

/** Asks for it by its reference. */
export async function lookUpByDetail(ctx: OrdersContext, row: Submission, target: LookupTarget): Promise<LookupResult> {
  const head = { kind: "detail" as const, at: ctx.clock.now(), laterOrders: [] };
  try {
    const found = await fetchDetail(ctx.printService.forAccount(target.account), row);
    if (found) return { ...head, result: "found", detail: { date: found.date }, found };
    return { ...head, result: "absent", detail: { dates: detailDates(row) } };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { ...head, ...failedLookup(error) };
  }
}

/** Looks for it in the whole list. `denied`: detail has just said intelligibly that there is no such order. */
export async function lookUpByListScan(
  ctx: OrdersContext,
  row: Submission,
  target: LookupTarget,
  absentInDetail: boolean,
): Promise<LookupResult> {
  const earlier = await earlierOrders(ctx, target.account, target.sentAt);
  const request = {
    account: target.account,
    reference: row.reference,
    from: earlier.at(-1)?.sentAt ?? target.sentAt,
    dueAt: row.dueAt ?? ctx.clock.now(),
  };
  const { startedAt, range, outcome } = await ctx.listScan.scanFor(request);
  const head = { kind: "list_scan" as const, at: startedAt, laterOrders: [] };
  if (outcome.failed) return { ...head, ...failedLookup(outcome.failed) };
  const found = outcome.found.get(row.reference);
  if (found) return { ...head, result: "found", detail: { ...range, rows: outcome.rows }, found: { synced: found } };
  const { ended } = await lastAttempt(ctx.db, row.id);
  const later = await laterOrders(ctx, target.account, { after: ended, until: startedAt });
  const evidence = buildEvidence({ earlier, later }, { startedAt, ...outcome }, ctx.policy.providerLagMs);
  if (evidence.later.length > 0 && !outcome.dateFilterHonoured)
    return { ...head, result: "failed", detail: { ...range, error: "date_filter_ignored" } };
  const detail = { ...range, rows: outcome.rows, absentInDetail, ...evidence };
  return { ...head, result: "absent", laterOrders: evidence.later, detail };
}

function failedLookup(error: RemoteError): Pick<LookupResult, "result" | "detail" | "retryAfterMs"> {
  const retryAfterMs = error instanceof UnavailableError ? error.retryAfterMs : undefined;
  return { result: "failed", detail: { error: error.name, httpStatus: error.httpStatus ?? null }, retryAfterMs };
}

/** When the last attempt to send it was over. */
export async function lastAttempt(db: Pick<Tx, "attempt">, submissionId: string): Promise<{ ended: Date }> {
  const last = await db.attempt.findFirstOrThrow({ where: { submissionId }, orderBy: { number: "desc" } });
  return { ended: last.endedAt ?? last.startedAt };
}
