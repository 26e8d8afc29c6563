import type { Parcel, ParcelState, ShopifyWriteOutcome, SubmissionState } from "../../../prisma/client/client.ts";

/** The states of a submission, and the sets of them that code and SQL (state-in.ts) use. Their sequence is in transitions.ts. */
export const SUBMISSION_STATES = [
  "waiting",
  "ready",
  "submitting",
  "submitted",
  "rejected",
  "uncertain",
  "in_production",
  "shipped",
  "fulfilled",
  "cancelled",
] as const satisfies readonly SubmissionState[];
export type { SubmissionState };

type States = readonly SubmissionState[];

/** Never claimed, or released by the claim. */
export const UNSENT_STATES: States = ["waiting", "ready"];

/** Its content may still change: unsent, or clearly rejected. */
export const MUTABLE_STATES: States = [...UNSENT_STATES, "rejected"];

/** A POST is claimed or made; whether the service has the order is unknown yet. */
export const IN_FLIGHT_STATES: States = ["submitting", "uncertain"];

/** The service has it and has reported no parcel yet. */
export const UNSHIPPED_STATES: States = ["submitted", "in_production"];

/** The service has reported a parcel. */
export const SHIPPED_STATES: States = ["shipped", "fulfilled"];

/** The service has it for certain. */
export const AT_PROVIDER_STATES: States = [...UNSHIPPED_STATES, ...SHIPPED_STATES];

/** The service has it, and production, parcels or the fulfillment in Shopify are still to come. */
export const FOLLOWED_STATES: States = [...UNSHIPPED_STATES, "shipped"];

/** Still on its way: neither fulfilled nor canceled. */
export const UNFINISHED_STATES: States = [...MUTABLE_STATES, ...IN_FLIGHT_STATES, ...FOLLOWED_STATES];

/** At its end, so far as Inkbridge knows. */
export const FINISHED_STATES: States = ["fulfilled", "cancelled"];

/** The service has it, or may have it: its quantities count as sent. */
export const SENT_STATES: States = [...IN_FLIGHT_STATES, ...AT_PROVIDER_STATES];

/** The next step calls the print service to send or to look up. */
export const CALLING_STATES: States = [...UNSENT_STATES, "uncertain"];

/** No step is ever due: only a person, a changed order or an update of the service moves it. */
export const IDLE_STATES: States = ["rejected", "cancelled"];

/** Never sent again: its content can be erased by age. */
export const NEVER_RESENT_STATES: States = [...AT_PROVIDER_STATES, "cancelled"];

/** A worker has to write the parcel to Shopify, or is writing it. */
export const DUE_PARCEL_STATES: readonly ParcelState[] = ["waiting", "writing"];

/** No write of the parcel is claimed, so it can be retried. */
export const RETRYABLE_PARCEL_STATES: readonly ParcelState[] = ["waiting", "parked"];

/** Otherwise only the label of a parcel is known, and nothing is to be fulfilled (docs/decisions/0076-told-when-it-ships.md). */
export const countsAsShipped = ({ awaitingShipmentUntil }: Pick<Parcel, "awaitingShipmentUntil">): boolean =>
  awaitingShipmentUntil === null;

/** Whether Shopify made the write is not known. */
export const OPEN_WRITE_OUTCOMES: readonly ShopifyWriteOutcome[] = ["claimed", "uncertain"];
