import { accountFor } from "./verdict.ts";
import type { AttemptRow, SubmissionRow } from "../facts/facts.ts";
import { both, each, type Invariant } from "./invariant.ts";

export const once: Invariant = {
  number: 2,
  says: "At most one order at the service for one submission, and never more units than were ordered.",
  check(facts) {
    const references = new Set(facts.submissions.map((row) => row.reference));
    const gone = new Set(facts.bought.flatMap((order) => (order.appGone ? [order.key] : [])));
    const seen = new Map<string, number>();
    for (const { reference } of facts.made) seen.set(reference, (seen.get(reference) ?? 0) + 1);
    return both(
      each([...seen], ([reference, times]) => (times > 1 ? `${reference} was made ${times} times` : null)),
      each(facts.made, ({ reference, for: key }) =>
        // What was sent for a merchant who has left is erased by now.
        references.has(reference) || gone.has(key ?? "") ? null : `${reference} is nobody's`,
      ),
      each(accountFor(facts), ({ key, printed, why }) => (printed === "more" ? `${key}: ${why}` : null)),
    );
  },
};

export const claimed: Invariant = {
  number: 4,
  says: "No create call without a committed claim.",
  check(facts) {
    const attempts = new Map(facts.submissions.map((row) => [row.reference, row.attempts.length]));
    // What was sent for a merchant who has left is erased by now, refused or not.
    const erased = facts.bought.some((order) => order.appGone);
    const asked = facts.creates.filter((call) => !erased || attempts.has(call.reference ?? ""));
    const calls = new Map<string | null, number>();
    for (const { reference } of asked) calls.set(reference, (calls.get(reference) ?? 0) + 1);
    const { violations } = each([...calls], ([reference, times]) => {
      const claims = attempts.get(reference ?? "") ?? 0;
      return times > claims ? `${reference}: ${times} creates, ${claims} claims` : null;
    });
    return { count: asked.length, violations };
  },
};

const UNCLEAR: readonly (string | null)[] = ["unclear", "lost", null];

export const proven: Invariant = {
  number: 5,
  says: "An uncertain create is sent again only with recorded proof of absence, or on a person's word.",
  check(facts) {
    const repeats = facts.submissions.flatMap((row) =>
      byNumber(row.attempts).flatMap((attempt, at, all) => {
        const next = all[at + 1];
        const everUnclear = all.slice(0, at + 1).some((one) => UNCLEAR.includes(one.outcome));
        const doubtful = UNCLEAR.includes(attempt.outcome) || (attempt.outcome === "refused" && everUnclear);
        return next && doubtful ? [{ row, attempt, next }] : [];
      }),
    );
    return each(repeats, ({ row, attempt, next }) => {
      if (row.personSaidAbsent.some((at) => at >= attempt.startedAt && at <= next.startedAt)) return null;
      return isProof(row, attempt, next, facts.quietPeriodMs)
        ? null
        : `${row.reference}: attempt ${next.number} without proof that attempt ${attempt.number} failed`;
    });
  },
};

/** Two walks between the attempts, a quiet period apart, the first one after a quiet period, each between an earlier and a later order. */
function isProof(row: SubmissionRow, attempt: AttemptRow, next: AttemptRow, quietMs: number): boolean {
  const ended = attempt.endedAt ?? attempt.startedAt;
  const times = row.walks
    .filter((walk) => walk.at.getTime() >= ended.getTime() + quietMs && walk.at <= next.startedAt)
    .filter((walk) => walk.showsEarlier && walk.witnessesSentAt.some((sent) => sent > ended))
    .map((walk) => walk.at.getTime());
  return times.length >= 2 && Math.max(...times) - Math.min(...times) >= quietMs;
}

const byNumber = (attempts: readonly AttemptRow[]): AttemptRow[] => attempts.toSorted((a, b) => a.number - b.number);

export const oneClaim: Invariant = {
  number: 6,
  says: "At most one live claim; a stale worker cannot commit.",
  check(facts) {
    return both(
      each(facts.submissions, ({ reference, state, claimed, attempts }) => {
        const open = attempts.filter((attempt) => attempt.outcome === null);
        if (open.length > 1) return `${reference}: ${open.length} attempts without an outcome`;
        const accepted = attempts.filter((attempt) => attempt.outcome === "accepted");
        if (accepted.length > 1) return `${reference}: ${accepted.length} attempts accepted`;
        return claimed && state !== "submitting" ? `${reference}: claimed while ${state}` : null;
      }),
      each(
        facts.submissions.flatMap((row) => row.parcels),
        ({ number, claimed, state }) => (claimed && state !== "writing" ? `${number}: claimed while ${state}` : null),
      ),
    );
  },
};
