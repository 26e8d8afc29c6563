import type { Order, IgnoredReason } from "@prisma/client";

/** What the summary and the details of an order have in common. No personal data. */
export interface OrderHead {
  id: string;
  /** Shopify's number of the order. */
  number: string;
  name: string;
  /** UTC, ISO 8601. */
  placedAt: string;
  cancelled: boolean;
  /** Code why Inkbridge ignores the whole order, or null. */
  ignoredReason: IgnoredReason | null;
}

export function orderHead(order: Order): OrderHead {
  return {
    id: order.id,
    number: numericIdOf(order.shopifyGid),
    name: order.name,
    placedAt: order.shopifyCreatedAt.toISOString(),
    cancelled: order.cancelledAt !== null,
    ignoredReason: order.ignoredReason,
  };
}

/** The number at the end of one of Shopify's global ids, which addresses in its admin contain. */
export const numericIdOf = (gid: string): string => gid.slice(gid.lastIndexOf("/") + 1);
