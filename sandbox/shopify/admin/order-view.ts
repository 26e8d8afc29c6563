import type { Notification, Order, Shop } from "../model.ts";
import type { AdminExtension } from "../extensions/manifest.ts";
import type { Notice } from "./notice.ts";

/** What the page of one order shows. */
export interface OrderView extends Notice {
  shop: Shop;
  order: Order;
  /** Messages to this order's customer. */
  notifications: Notification[];
  appTitle: string;
  extensions: readonly AdminExtension[];
}
