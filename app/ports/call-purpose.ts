/**
 * What calls of Shopify's Admin API are for, the most urgent first. `continue`: work that has begun and would be thrown away.
 * `receive`: an order that changed is read, so that it can be sent later. `page`: a person waits for the answer.
 */
export const CALL_PURPOSES = [
  "fulfillment",
  "continue",
  "send",
  "receive",
  "page",
  "sweep",
  "catalog",
  "flow",
] as const;
export type CallPurpose = (typeof CALL_PURPOSES)[number];

/** Work of a shop that calls the Admin API. */
export interface ShopifyCalls {
  /** The shop's myshopify.com domain. */
  shop: string;
  purpose: CallPurpose;
}

/** Lets work begin only when the shop's allowance has the points that it will take. */
export interface WorkAdmission {
  /** Runs the work with points reserved for its calls. Or does not begin it: how long to wait, in milliseconds. */
  run<T>(
    calls: ShopifyCalls,
    work: () => Promise<T>,
  ): Promise<{ begun: true; value: T } | { begun: false; waitMs: number }>;
  /** Calls that `work` makes are for that purpose. Without a purpose, a person waits for them. */
  withPurpose<T>(purpose: CallPurpose, work: () => T): T;
}
