import type { Shop } from "../model.ts";
import type { Store } from "../store.ts";

/** What resolvers get: the shop that the token belongs to. */
export interface GraphContext {
  store: Store;
  shop: Shop;
  appTitle: string;
  /** The stand-in's own address, for what browsers ask it for directly. */
  url: string;
}

/**
 * A plain object that has exactly the supported fields of its type; functions are called with the field's arguments.
 */
export type View = Record<string, unknown>;
