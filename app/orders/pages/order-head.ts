import type { IgnoredReason, Prisma } from "../../../prisma/client/client.ts";
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

export const HEAD_SELECT = {
  id: true,
  shopifyGid: true,
  name: true,
  shopifyCreatedAt: true,
  cancelledAt: true,
  ignoredReason: true,
} as const satisfies Prisma.OrderSelect;

export function orderHead(order: Prisma.OrderGetPayload<{ select: typeof HEAD_SELECT }>): OrderHead {
  return {
    id: order.id,
    number: gidNumber(order.shopifyGid),
    name: order.name,
    placedAt: order.shopifyCreatedAt.toISOString(),
    cancelled: order.cancelledAt !== null,
    ignoredReason: order.ignoredReason,
  };
}
