import { verdictsOf } from "./verdict.ts";
import type { AttemptRow, SubmissionRow } from "../facts/facts.ts";
import type { Period } from "../content/timeline.ts";
import { combine, checkEach, type Invariant } from "./invariant.ts";

export const printedOnce: Invariant = {
  number: 2,
  statement: "At most one order at the service for one submission, and never more units than were ordered.",
  check(facts) {
    const references = new Set(facts.submissions.map((row) => row.reference));
    const gone = new Set(facts.shopifyOrders.flatMap((order) => (order.uninstalledForGood ? [order.key] : [])));
    const seen = new Map<string, number>();
    for (const { reference } of facts.providerOrders) seen.set(reference, (seen.get(reference) ?? 0) + 1);
    return combine(
      checkEach([...seen], ([reference, times]) => (times > 1 ? `${reference} was made ${times} times` : null)),
      checkEach(facts.providerOrders, ({ reference, orderKey: key }) =>
        // What was sent for a merchant who has left is erased by now.
        references.has(reference) || gone.has(key ?? "") ? null : `${reference} is nobody's`,
      ),
      checkEach(verdictsOf(facts), ({ key, printed, reason }) => (printed === "more" ? `${key}: ${reason}` : null)),
    );
  },
};

export const createsAreClaimed: Invariant = {
  number: 4,
  statement: "No create call without a committed claim.",
  check(facts) {
    const attempts = new Map(facts.submissions.map((row) => [row.reference, row.attempts.length]));
    // What was sent for a merchant who has left is erased by now, refused or not.
    const erased = facts.shopifyOrders.some((order) => order.uninstalledForGood);
    const createCalls = facts.createCalls.filter((call) => !erased || attempts.has(call.reference ?? ""));
    const calls = new Map<string | null, number>();
    for (const { reference } of createCalls) calls.set(reference, (calls.get(reference) ?? 0) + 1);
    const { violations } = checkEach([...calls], ([reference, times]) => {
      const claims = attempts.get(reference ?? "") ?? 0;
      return times > claims ? `${reference}: ${times} creates, ${claims} claims` : null;
    });
    return { count: createCalls.length, violations };
  },
};

const UNCERTAIN: readonly (string | null)[] = ["uncertain", "lost", null];

export const resendsAreProven: Invariant = {
  number: 5,
  statement:
    "An uncertain create is sent again only with recorded proof of absence, or on a person's word; or once the detail denied it, where none is made twice.",
  check(facts) {
    const repeats = facts.submissions.flatMap((row) =>
      byNumber(row.attempts).flatMap((attempt, at, all) => {
        const next = all[at + 1];
        const everUncertain = all.slice(0, at + 1).some((one) => UNCERTAIN.includes(one.outcome));
        const isUncertain = UNCERTAIN.includes(attempt.outcome) || (attempt.outcome === "rejected" && everUncertain);
        return next && isUncertain ? [{ row, attempt, next }] : [];
      }),
    );
    return checkEach(repeats, ({ row, attempt, next }) => {
      if (row.confirmedAbsentAt.some((at) => at >= attempt.startedAt && at <= next.startedAt)) return null;
      const ended = attempt.endedAt ?? attempt.startedAt;
      const isDenied = row.deniedAt.some((at) => at >= ended && at <= next.startedAt);
      if (facts.refusesRepeats && isDenied) return null;
      return isProvenAbsent(row, attempt, next, facts.providerLagMs)
        ? null
        : `${row.reference}: attempt ${next.number} without proof that attempt ${attempt.number} failed`;
    });
  },
};

/** Two list scans between the attempts, a quiet period apart, the first one after a quiet period, each between an earlier and a later order. */
function isProvenAbsent(row: SubmissionRow, attempt: AttemptRow, next: AttemptRow, providerLagMs: number): boolean {
  const ended = attempt.endedAt ?? attempt.startedAt;
  const times = row.listScans
    .filter((scan) => scan.at.getTime() >= ended.getTime() + providerLagMs && scan.at <= next.startedAt)
    .filter((scan) => scan.showsEarlierOrder && scan.laterOrdersSentAt.some((sent) => sent > ended))
    .map((scan) => scan.at.getTime());
  return times.length >= 2 && Math.max(...times) - Math.min(...times) >= providerLagMs;
}

const byNumber = (attempts: readonly AttemptRow[]): AttemptRow[] => attempts.toSorted((a, b) => a.number - b.number);

export const oneLiveClaim: Invariant = {
  number: 6,
  statement: "At most one live claim; a stale worker cannot commit.",
  check(facts) {
    return combine(
      checkEach(facts.submissions, ({ reference, state, claimed, lookupClaimed, attempts }) => {
        const open = attempts.filter((attempt) => attempt.outcome === null);
        if (open.length > 1) return `${reference}: ${open.length} attempts without an outcome`;
        const accepted = attempts.filter((attempt) => attempt.outcome === "accepted");
        if (accepted.length > 1) return `${reference}: ${accepted.length} attempts accepted`;
        if (lookupClaimed && state !== "uncertain") return `${reference}: lookup claimed while ${state}`;
        return claimed && state !== "submitting" ? `${reference}: claimed while ${state}` : null;
      }),
      checkEach(
        facts.submissions.flatMap((row) => row.parcels),
        ({ number, claimed, state }) => (claimed && state !== "writing" ? `${number}: claimed while ${state}` : null),
      ),
    );
  },
};

/** As exactly as the processes' clocks agree with the runner's, in milliseconds. */
const CLOCKS_AGREE_MS = 1_500;

export const pausesAreObeyed: Invariant = {
  number: 17,
  statement: "Nothing is claimed while the sending of its shop is paused.",
  check(facts) {
    const periods = new Map(facts.pauses.map((one) => [one.shop, one.periods]));
    const attempts = facts.submissions.flatMap((row) =>
      (periods.get(row.shop) ?? []).length > 0 ? row.attempts.map((attempt) => ({ row, attempt })) : [],
    );
    return checkEach(attempts, ({ row, attempt: { number, startedAt } }) => {
      const claimed = startedAt.getTime();
      const isPaused = ({ from, until }: Period<null>) =>
        from.getTime() <= claimed - CLOCKS_AGREE_MS && (until === null || until.getTime() >= claimed + CLOCKS_AGREE_MS);
      return periods.get(row.shop)?.some(isPaused)
        ? `${row.reference}: attempt ${number} was claimed in a pause`
        : null;
    });
  },
};
