import { z } from "zod";
import type { Adjacent } from "../../provider-reader/adjacent-orders.ts";

/** What one reading of the list, which did not show a submission, showed of those sent just before and after it. */
export interface Evidence {
  /** References that it showed, the nearest first. */
  earlier: string[];
  later: string[];
  /** When the latest of the later ones was sent; null without any. */
  laterSentAt: string | null;
  /** Nothing that the service has was sent before, so nothing earlier can be shown. */
  noneEarlier: boolean;
  /** The service has them, and had time to list them: a list without them lacks others, too. */
  unshown: string[];
  /** As in ListReading. */
  whole: boolean;
}

/** One recorded walk over the service's list that did not show the submission. */
export interface AbsentWalk {
  /** When it began. */
  at: Date;
  /** As recorded: Evidence, and whether detail denied the submission at that time. */
  detail: unknown;
}

interface Reading {
  startedAt: Date;
  whole: boolean;
  /** References. */
  listed: ReadonlySet<string>;
}

/** What a reading shows of a submission's neighbours. What was sent less than a quiet period before it may not be listed yet. */
export function evidenceOf({ earlier, later }: Adjacent, reading: Reading, quietPeriodMs: number): Evidence {
  const settledBefore = reading.startedAt.getTime() - quietPeriodMs;
  const shown = ({ reference }: { reference: string }) => reading.listed.has(reference);
  const laterShown = later.filter(shown);
  const unshown = [...earlier, ...later].filter((one) => !shown(one) && one.sentAt.getTime() <= settledBefore);
  return {
    earlier: earlier.filter(shown).map(({ reference }) => reference),
    later: laterShown.map(({ reference }) => reference),
    laterSentAt: laterShown.at(-1)?.sentAt.toISOString() ?? null,
    noneEarlier: earlier.length === 0,
    unshown: unshown.map(({ reference }) => reference),
    whole: reading.whole,
  };
}

/**
 * Whether a reading shows enough to conclude from it that something is absent: an order of the account that was sent before,
 * where there is one, and one that was sent after, and all of the nearest that the service has. A list that is late, or that
 * ends too soon, lacks one of them. Where nothing was sent before, the reading has to have come to its end.
 */
export function showsAround({ earlier, later, noneEarlier, unshown, whole }: Evidence): boolean {
  return later.length > 0 && unshown.length === 0 && (earlier.length > 0 || (noneEarlier && whole));
}

const recorded = z.object({
  earlier: z.array(z.string()),
  later: z.array(z.string()),
  laterSentAt: z.string().nullable(),
  noneEarlier: z.boolean(),
  unshown: z.array(z.string()),
  whole: z.boolean(),
  denied: z.boolean(),
});

/** The evidence of a recorded walk; null where it holds none. `denied`: detail said intelligibly that it has no such order. */
export function readEvidence(detail: unknown): (Evidence & { denied: boolean }) | null {
  return recorded.safeParse(detail).data ?? null;
}

/**
 * When the walks began that count for a proof: each a quiet period after the last attempt ended, with detail denying the
 * submission at that time, and showing what was sent around it, the later ones after that attempt ended.
 */
export function goodWalks(walks: readonly AbsentWalk[], lastAttemptEnd: Date, quietPeriodMs: number): Date[] {
  const good = walks.filter((walk) => {
    const evidence = readEvidence(walk.detail);
    if (!evidence?.denied || !showsAround(evidence)) return false;
    const since = walk.at.getTime() - lastAttemptEnd.getTime();
    return since >= quietPeriodMs && new Date(evidence.laterSentAt ?? 0) > lastAttemptEnd;
  });
  return good.map((walk) => walk.at);
}

/** Proof of absence: two good walks, a quiet period apart. */
export function provenAbsent(good: readonly Date[], quietPeriodMs: number): boolean {
  const times = good.map((at) => at.getTime());
  return times.length >= 2 && Math.max(...times) - Math.min(...times) >= quietPeriodMs;
}
