import { z } from "zod";
import { showsNeighbors, type Evidence } from "../../provider-reader/absence-evidence.ts";

/** A recorded scan of the service's list that did not show the submission. */
export interface AbsentScan {
  /** When it began. */
  at: Date;
  /** Evidence, and whether detail showed no such order at that time; as recorded. */
  detail: unknown;
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

/** The evidence of a recorded scan; null where it holds none. */
export function parseEvidence(detail: unknown): (Evidence & { absentInDetail: boolean }) | null {
  return evidenceSchema.safeParse(detail).data ?? null;
}

/**
 * The start of each scan that counts for a proof: a quiet period after the last attempt ended, while detail showed no such
 * order, and with the neighbors of the submission in the list, the later ones sent after that attempt ended.
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

declare const proven: unique symbol;
/** Needed to send an uncertain submission again, or to give it up, without a person. Only proveAbsence makes it. */
export interface AbsenceProof {
  readonly qualifyingScans: readonly Date[];
  readonly [proven]: true;
}

export type ProofResult =
  { outcome: "proven"; proof: AbsenceProof } | { outcome: "unproven"; qualifyingScans: readonly Date[] };

/** Proof of absence: two qualifying scans, a quiet period apart. */
export function proveAbsence(scans: readonly AbsentScan[], lastAttemptEnd: Date, providerLagMs: number): ProofResult {
  const qualifyingScans = findQualifyingScans(scans, lastAttemptEnd, providerLagMs);
  const times = qualifyingScans.map((at) => at.getTime());
  const isProven = times.length >= 2 && Math.max(...times) - Math.min(...times) >= providerLagMs;
  return isProven
    ? { outcome: "proven", proof: { qualifyingScans } as unknown as AbsenceProof }
    : { outcome: "unproven", qualifyingScans };
}
