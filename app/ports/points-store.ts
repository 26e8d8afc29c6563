/** What Shopify answers about an app's allowance in a shop (shopify: extensions.cost.throttleStatus). In points, and points a second. */
export interface ThrottleStatus {
  currentlyAvailable: number;
  maximumAvailable: number;
  restoreRate: number;
}

/** Points that calls may use which are about to be made. */
export interface Reservation {
  id: string;
  points: number;
  purpose: CallPurpose;
  /** The id of the reservation of the same work that this one adds to. */
  addsTo?: string;
}

/** A call that was answered, or failed without an answer. */
export interface EndedCharge {
  /** null: Shopify did not say. */
  status: ThrottleStatus | null;
  /** Points that the reservation keeps for further calls; 0 ends it. */
  remaining: number;
}

/** The allowances of all shops, as far as Shopify's answers and the reservations tell. Neither function throws. */
export interface PointsStore {
  /** Reserves the points where they fit. Returns 0, or how long to wait before the next try, in milliseconds. */
  reserve(shop: string, reservation: Reservation): Promise<number>;
  record(shop: string, reservationId: string, ended: EndedCharge): Promise<void>;
}

/**
 * A reservation whose process has died ends after this time, in milliseconds: until then its shop may stand still. Longer than a
 * call may take, and each answer renews it. Where work pauses for longer, its next call is counted by Shopify's answer alone.
 */
export const RESERVATION_TTL_MS = 30_000;

/** How long the next try waits where others have to answer first, in milliseconds. */
export const ANSWER_WAIT_MS = 100;

/**
 * Share of the allowance that calls of a purpose leave to more urgent ones. People get the first tenth: nothing that runs by
 * itself takes it. Orders that are ready go before further ones are read: where both had the same line, the reads of a sale's new
 * orders took every point, and nothing was sent.
 */
export const KEPT_SHARE: Record<CallPurpose, number> = {
  page: 0,
  continue: 0.1,
  fulfillment: 0.1,
  send: 0.2,
  receive: 0.3,
  sweep: 0.4,
  catalog: 0.5,
  flow: 0.6,
  status: 0.7,
};

/**
 * What calls of Shopify's Admin API are for, the most urgent first. `continue`: work that has begun and would be thrown away.
 * `receive`: an order that changed is read, so that it can be sent later. `page`: a person waits for the answer. `status`: an order is
 * tagged in Shopify.
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
  "status",
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
