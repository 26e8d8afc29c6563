import type { Order, IgnoredReason } from "../../../prisma/client/client.ts";
import { gidNumber } from "../../ports/gid.ts";
import type { OrderId } from "../../ports/ids.ts";

/** The common part of the summary and the details of an order. No personal data. */
export interface OrderHead {
  id: OrderId;
  /** Shopify's number of the order. */
  number: string;
  name: string;
  /** UTC, ISO 8601. */
  placedAt: string;
  cancelled: boolean;
  /** Why Inkbridge ignores the whole order. */
  ignoredReason: IgnoredReason | null;
}

export function orderHead(order: Order): OrderHead {
  return {
    id: order.id,
    number: gidNumber(order.shopifyGid),
    name: order.name,
    placedAt: order.shopifyCreatedAt.toISOString(),
    cancelled: order.cancelledAt !== null,
    ignoredReason: order.ignoredReason,
  };
}
