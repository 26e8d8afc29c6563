import type { Prisma, Submission } from "@prisma/client";
import { ForeignError, Unavailable } from "../../../ports/errors.ts";
import type { SyncedOrder } from "../../../ports/print-service.ts";
import type { OrdersContext, Tx } from "../../core/context.ts";
import { earlierOrders, laterOrders } from "../../provider-reader/adjacent-orders.ts";
import { askDetail, detailDates, type Detailed } from "../../provider-reader/fetch-detail.ts";
import { evidenceOf } from "./absence-proof.ts";

/** One look for an uncertain submission at the service, as it is recorded. */
export interface Look {
  kind: "detail" | "walk";
  /** When it began. */
  at: Date;
  result: "found" | "absent" | "failed";
  witnesses: string[];
  detail: Prisma.InputJsonObject;
  found?: Detailed | { synced: SyncedOrder };
  retryAfterMs?: number | undefined;
}

/** Where to look. */
interface Place {
  account: string;
  sentAt: Date;
}

/** Asks for it by its reference. */
export async function lookByDetail(ctx: OrdersContext, row: Submission, place: Place): Promise<Look> {
  const head = { kind: "detail" as const, at: ctx.clock.now(), witnesses: [] };
  try {
    const found = await askDetail(ctx.printService.forAccount(place.account), row);
    if (found) return { ...head, result: "found", detail: { date: found.date }, found };
    return { ...head, result: "absent", detail: { dates: detailDates(row) } };
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error;
    return { ...head, ...failed(error) };
  }
}

/** Looks for it in the whole list. `denied`: detail has just said intelligibly that there is no such order. */
export async function lookByWalk(ctx: OrdersContext, row: Submission, place: Place, denied: boolean): Promise<Look> {
  const earlier = await earlierOrders(ctx, place.account, place.sentAt);
  const need = {
    account: place.account,
    reference: row.reference,
    from: earlier.at(-1)?.sentAt ?? place.sentAt,
    dueAt: row.dueAt ?? ctx.clock.now(),
  };
  const { startedAt, range, seen } = await ctx.walks.reading(need);
  const head = { kind: "walk" as const, at: startedAt, witnesses: [] };
  if (seen.failed) return { ...head, ...failed(seen.failed) };
  const found = seen.found.get(row.reference);
  if (found) return { ...head, result: "found", detail: { ...range, rows: seen.rows }, found: { synced: found } };
  const { ended } = await lastAttempt(ctx.db, row.id);
  const later = await laterOrders(ctx, place.account, { after: ended, until: startedAt });
  const evidence = evidenceOf({ earlier, later }, { startedAt, ...seen }, ctx.policy.quietPeriodMs);
  if (evidence.later.length > 0 && !seen.heeded)
    return { ...head, result: "failed", detail: { ...range, error: "range_not_heeded" } };
  const detail = { ...range, rows: seen.rows, denied, ...evidence };
  return { ...head, result: "absent", witnesses: evidence.later, detail };
}

function failed(error: ForeignError): Pick<Look, "result" | "detail" | "retryAfterMs"> {
  const retryAfterMs = error instanceof Unavailable ? error.retryAfterMs : undefined;
  return { result: "failed", detail: { error: error.name, httpStatus: error.httpStatus ?? null }, retryAfterMs };
}

/** When the last attempt to send it was over. */
export async function lastAttempt(db: Pick<Tx, "attempt">, submissionId: string): Promise<{ ended: Date }> {
  const last = await db.attempt.findFirstOrThrow({ where: { submissionId }, orderBy: { number: "desc" } });
  return { ended: last.endedAt ?? last.startedAt };
}
