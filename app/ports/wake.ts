import type { WebhookDeliveryId, OrderId, SubmissionId, ParcelId } from "./ids.ts";

/**
 * Wakes a worker for a row. Carries an id only, never throws and is not awaited: polling finds rows whose wake-up is
 * lost.
 */
export interface Wake {
  delivery(id: WebhookDeliveryId): void;
  /** The order is to be read from Shopify again. */
  order(id: OrderId): void;
  submission(id: SubmissionId): void;
  parcel(id: ParcelId): void;
}
