import type { SubmissionId, SubmissionLineId } from "../../ports/ids.ts";

/** The detail of an `address_not_verified` attention. */
export interface AddressHold {
  /** Submission lines that the hold is for. */
  lines: SubmissionLineId[];
  /** requested → placed → released; rejected: Shopify does not allow a hold. */
  hold: "requested" | "placed" | "released" | "rejected";
}

export function addressHold(detail: unknown): AddressHold {
  const stored = (detail ?? {}) as Partial<AddressHold>;
  return { lines: stored.lines ?? [], hold: stored.hold ?? "requested" };
}

/** Tells the app's hold for a submission from any other (shopify: FulfillmentHold.handle). */
export function holdHandle(submissionId: SubmissionId): string {
  return `inkbridge-${submissionId.replaceAll("-", "").slice(-16)}`;
}
