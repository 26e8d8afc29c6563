import type { AttemptOutcome } from "../../../../prisma/client/client.ts";
import type { OrdersContext } from "../../core/context.ts";
import { findQualifyingScans, parseEvidence } from "../../submit/lookup/absence-proof.ts";
import type { StoredSubmission } from "./stored-order.ts";
import { MINUTE_MS } from "../../../ports/clock.ts";

/** The lookups of one kind. */
interface LookupCounts {
  absent: number;
  failed: number;
  /** When the newest absent one ran. */
  lastAbsent: string | null;
}

/** The evidence for and against the print service having an uncertain submission. Times: UTC, ISO 8601. */
export interface UncertaintyView {
  /** The start and the outcome of the last attempt. */
  sentAt: string;
  outcome: AttemptOutcome | null;
  httpStatus: number | null;
  /** The attempt ended less than a quiet period ago: the service may not list the order yet. */
  tooRecent: boolean;
  quietMinutes: number;
  byReference: LookupCounts;
  list: LookupCounts & {
    /** The absent scans that showed a later order of this account, and one such order. */
    withLater: number;
    later: string | null;
    /** An order that the service has, but that the newest absent scan did not show: the list is not complete. */
    notListed: string | null;
  };
  /** Why the newest lookup failed. */
  failure: LookupFailure | null;
  /** Qualifying list scans; two make a proof of absence. */
  proofs: 0 | 1;
}

export interface LookupFailure {
  /** An error of the ports, or date_filter_ignored. */
  error: string;
  httpStatus: number | null;
}

type Lookups = StoredSubmission["lookups"];

/** null unless the submission is uncertain. */
export function uncertaintyOf(
  ctx: Pick<OrdersContext, "clock" | "policy">,
  row: StoredSubmission,
): UncertaintyView | null {
  const attempt = row.attempts.at(-1);
  if (row.state !== "uncertain" || !attempt) return null;
  const { providerLagMs } = ctx.policy;
  const ended = attempt.endedAt ?? attempt.startedAt;
  const since = row.lookups.filter((lookup) => lookup.at >= ended);
  const listScans = since.filter((lookup) => lookup.kind === "list_scan");
  const absent = listScans.filter((lookup) => lookup.result === "absent");
  const showingLater = absent.filter((lookup) => laterOrdersOf(lookup).length > 0);
  const conclusiveScans = findQualifyingScans(absent, ended, providerLagMs);
  const [newest] = since;
  return {
    sentAt: attempt.startedAt.toISOString(),
    outcome: attempt.outcome,
    httpStatus: attempt.httpStatus,
    tooRecent: ctx.clock.now().getTime() < ended.getTime() + providerLagMs,
    quietMinutes: Math.max(1, Math.round(providerLagMs / MINUTE_MS)),
    byReference: countLookups(since.filter((lookup) => lookup.kind === "detail")),
    list: {
      ...countLookups(listScans),
      withLater: showingLater.length,
      later: showingLater[0] ? (laterOrdersOf(showingLater[0])[0] ?? null) : null,
      notListed: parseEvidence(absent[0]?.detail)?.notListed[0] ?? null,
    },
    failure: newest?.result === "failed" ? failureOf(newest) : null,
    proofs: conclusiveScans.length > 0 ? 1 : 0,
  };
}

/** `lookups`: the newest first. */
function countLookups(lookups: Lookups): LookupCounts {
  const absent = lookups.filter(({ result }) => result === "absent");
  return {
    absent: absent.length,
    failed: lookups.filter(({ result }) => result === "failed").length,
    lastAbsent: absent[0]?.at.toISOString() ?? null,
  };
}

/** References of later orders of this account that a list scan showed. */
export function laterOrdersOf({ laterOrders }: Lookups[number]): string[] {
  return Array.isArray(laterOrders) ? laterOrders.filter((one) => typeof one === "string") : [];
}

/** Why a lookup failed. */
export function failureOf({ result, detail }: Lookups[number]): LookupFailure | null {
  if (result !== "failed") return null;
  const { error, httpStatus } = (detail ?? {}) as Record<string, unknown>;
  return {
    error: typeof error === "string" ? error : "",
    httpStatus: typeof httpStatus === "number" ? httpStatus : null,
  };
}
