/**
 * What an `address_not_verified` attention says in its detail about our hold in Shopify.
 * wanted → placed → released; refused: Shopify did not let us, the attention alone has to do.
 */
export interface AddressHold {
  /** Submission lines that it is about. */
  lines: string[];
  hold: "requested" | "placed" | "released" | "rejected";
}

/** Reads what is kept with a doubt about an address; older rows lack some of it. */
export function addressHold(detail: unknown): AddressHold {
  const stored = (detail ?? {}) as Partial<AddressHold>;
  return { lines: stored.lines ?? [], hold: stored.hold ?? "requested" };
}

/** Tells our hold for a submission from any other (shopify: FulfillmentHold.handle). */
export function holdHandle(submissionId: string): string {
  return `inkbridge-${submissionId.replaceAll("-", "").slice(-16)}`;
}
