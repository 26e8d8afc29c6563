import type { OrdersContext } from "../../core/context.ts";
import { goodWalks, readEvidence } from "../../submit/lookup/absence-proof.ts";
import type { SubmissionRow } from "./read-order-row.ts";

/** Looks of one kind at the service that did not show the order. */
export interface LooksView {
  absent: number;
  failed: number;
  /** The newest that said so; null without any. */
  lastAbsent: string | null;
}

/** What speaks for and against an uncertain submission being at the service. Times: UTC, ISO 8601. */
export interface DoubtView {
  /** The last attempt: when it began, and what came of it. */
  sentAt: string;
  outcome: string | null;
  httpStatus: number | null;
  /** It ended less than a quiet period ago: the service may not show it yet. */
  fresh: boolean;
  quietMinutes: number;
  byReference: LooksView;
  list: LooksView & {
    /** Of the absent ones, those that showed a later order of ours, and such an order. */
    withLater: number;
    later: string | null;
    /** An order of ours that the service has, and that the newest of them did not show: the list is not complete. */
    unshown: string | null;
  };
  /** Why the newest look found out nothing; null where it did. */
  failure: LookFailure | null;
  /** Readings of the list that count for a proof, of the two that it takes. */
  proofs: 0 | 1;
}

export interface LookFailure {
  /** An error of the ports, or range_not_heeded. */
  error: string;
  httpStatus: number | null;
}

type Looks = SubmissionRow["lookups"];

/** null unless nobody knows whether the service has it. */
export function doubtOf(ctx: Pick<OrdersContext, "clock" | "policy">, row: SubmissionRow): DoubtView | null {
  const attempt = row.attempts.at(-1);
  if (row.state !== "uncertain" || !attempt) return null;
  const { quietPeriodMs } = ctx.policy;
  const ended = attempt.endedAt ?? attempt.startedAt;
  const since = row.lookups.filter((look) => look.at >= ended);
  const walks = since.filter((look) => look.kind === "walk");
  const absent = walks.filter((look) => look.result === "absent");
  const showing = absent.filter((look) => witnessesOf(look).length > 0);
  const good = goodWalks(absent, ended, quietPeriodMs);
  const [newest] = since;
  return {
    sentAt: attempt.startedAt.toISOString(),
    outcome: attempt.outcome,
    httpStatus: attempt.httpStatus,
    fresh: ctx.clock.now().getTime() < ended.getTime() + quietPeriodMs,
    quietMinutes: Math.max(1, Math.round(quietPeriodMs / 60_000)),
    byReference: looksOf(since.filter((look) => look.kind === "detail")),
    list: {
      ...looksOf(walks),
      withLater: showing.length,
      later: showing[0] ? (witnessesOf(showing[0])[0] ?? null) : null,
      unshown: readEvidence(absent[0]?.detail)?.unshown[0] ?? null,
    },
    failure: newest?.result === "failed" ? failureOf(newest) : null,
    proofs: good.length > 0 ? 1 : 0,
  };
}

/** `looks`: the newest first. */
function looksOf(looks: Looks): LooksView {
  const absent = looks.filter(({ result }) => result === "absent");
  return {
    absent: absent.length,
    failed: looks.filter(({ result }) => result === "failed").length,
    lastAbsent: absent[0]?.at.toISOString() ?? null,
  };
}

/** References of later orders of ours that a walk showed. */
export function witnessesOf({ witnesses }: Looks[number]): string[] {
  return Array.isArray(witnesses) ? witnesses.filter((one) => typeof one === "string") : [];
}

/** Why a look-up found out nothing; null where it did. */
export function failureOf({ result, detail }: Looks[number]): LookFailure | null {
  if (result !== "failed") return null;
  const { error, httpStatus } = (detail ?? {}) as Record<string, unknown>;
  return {
    error: typeof error === "string" ? error : "",
    httpStatus: typeof httpStatus === "number" ? httpStatus : null,
  };
}
