/**
 * Wakes a worker for a row. Carries an id only, never throws and is not awaited: polling finds rows whose wake-up is
 * lost.
 */
export interface Wake {
  delivery(id: string): void;
  /** The order is to be read from Shopify again. */
  order(id: string): void;
  submission(id: string): void;
  parcel(id: string): void;
}
