import { z } from "zod";
import type { AdjacentOrders } from "../../provider-reader/adjacent-orders.ts";

/** What one reading of the list, which did not show a submission, showed of those sent just before and after it. */
export interface Evidence {
  /** References that it showed, the nearest first. */
  earlier: string[];
  later: string[];
  /** When the latest of the later ones was sent; null without any. */
  laterSentAt: string | null;
  /** Nothing that the service has was sent before, so nothing earlier can be shown. */
  noEarlierOrder: boolean;
  /** The service has them, and had time to list them: a list without them lacks others, too. */
  notListed: string[];
  /** As in ListReading. */
  complete: boolean;
}

/** One recorded walk over the service's list that did not show the submission. */
export interface AbsentScan {
  /** When it began. */
  at: Date;
  /** As recorded: Evidence, and whether detail denied the submission at that time. */
  detail: unknown;
}

interface ScanReading {
  startedAt: Date;
  complete: boolean;
  /** References. */
  listed: ReadonlySet<string>;
}

/** What a reading shows of a submission's neighbours. What was sent less than a quiet period before it may not be listed yet. */
export function buildEvidence(
  { earlier, later }: AdjacentOrders,
  reading: ScanReading,
  providerLagMs: number,
): Evidence {
  const listedBefore = reading.startedAt.getTime() - providerLagMs;
  const isListed = ({ reference }: { reference: string }) => reading.listed.has(reference);
  const laterListed = later.filter(isListed);
  const notListed = [...earlier, ...later].filter((one) => !isListed(one) && one.sentAt.getTime() <= listedBefore);
  return {
    earlier: earlier.filter(isListed).map(({ reference }) => reference),
    later: laterListed.map(({ reference }) => reference),
    laterSentAt: laterListed.at(-1)?.sentAt.toISOString() ?? null,
    noEarlierOrder: earlier.length === 0,
    notListed: notListed.map(({ reference }) => reference),
    complete: reading.complete,
  };
}

/**
 * Whether a reading shows enough to conclude from it that something is absent: an order of the account that was sent before,
 * where there is one, and one that was sent after, and all of the nearest that the service has. A list that is late, or that
 * ends too soon, lacks one of them. Where nothing was sent before, the reading has to have come to its end.
 */
export function showsNeighbors({ earlier, later, noEarlierOrder, notListed, complete }: Evidence): boolean {
  return later.length > 0 && notListed.length === 0 && (earlier.length > 0 || (noEarlierOrder && complete));
}

const evidenceSchema = z.object({
  earlier: z.array(z.string()),
  later: z.array(z.string()),
  laterSentAt: z.string().nullable(),
  noEarlierOrder: z.boolean(),
  notListed: z.array(z.string()),
  complete: z.boolean(),
  absentInDetail: z.boolean(),
});

/** The evidence of a recorded walk; null where it holds none. `denied`: detail said intelligibly that it has no such order. */
export function parseEvidence(detail: unknown): (Evidence & { absentInDetail: boolean }) | null {
  return evidenceSchema.safeParse(detail).data ?? null;
}

/**
 * When the walks began that count for a proof: each a quiet period after the last attempt ended, with detail denying the
 * submission at that time, and showing what was sent around it, the later ones after that attempt ended.
 */
export function findQualifyingScans(scans: readonly AbsentScan[], lastAttemptEnd: Date, providerLagMs: number): Date[] {
  const qualifying = scans.filter((scan) => {
    const evidence = parseEvidence(scan.detail);
    if (!evidence?.absentInDetail || !showsNeighbors(evidence)) return false;
    const since = scan.at.getTime() - lastAttemptEnd.getTime();
    return since >= providerLagMs && new Date(evidence.laterSentAt ?? 0) > lastAttemptEnd;
  });
  return qualifying.map((scan) => scan.at);
}

/** Proof of absence: two good walks, a quiet period apart. */
export function isProvenAbsent(qualifying: readonly Date[], providerLagMs: number): boolean {
  const times = qualifying.map((at) => at.getTime());
  return times.length >= 2 && Math.max(...times) - Math.min(...times) >= providerLagMs;
}
