/** Wakes a worker for a row. Carries an id only, never throws and is never awaited: the sweeper makes good what is lost. */
export interface Wake {
  delivery(id: string): void;
  /** Read the order from Shopify again and take it in. */
  order(id: string): void;
  submission(id: string): void;
  parcel(id: string): void;
}
