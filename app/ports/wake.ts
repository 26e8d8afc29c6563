import type { ShopifyCalls } from "./points-store.ts";
import type { WebhookDeliveryId, OrderId, PrintAccountId, SubmissionId, ParcelId } from "./ids.ts";

/** A row that was just made, as far as the one who wakes knows: a worker of the same process need not read it. */
export interface NewRow {
  /** The shop, or the sender of a delivery. */
  partition: string;
  /** The print account that the work calls. */
  account: PrintAccountId | null;
  shopifyCalls: ShopifyCalls | null;
  /** Ids that the log shows beside the row's own. */
  logFields: Record<string, string>;
}

/**
 * Wakes a worker for a row. Redis gets an id only. Never throws and is not awaited: polling finds rows whose wake-up is
 * lost.
 */
export interface Wake {
  delivery(id: WebhookDeliveryId, row?: NewRow): void;
  /** The order is to be read from Shopify again. */
  order(id: OrderId): void;
  submission(id: SubmissionId, row?: NewRow): void;
  parcel(id: ParcelId): void;
}
