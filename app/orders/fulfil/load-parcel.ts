import type { Parcel, ShopifyWrite } from "@prisma/client";
import { readSettings } from "../../settings/settings.ts";
import type { OrdersContext } from "../core/context.ts";
import type { PlanLine } from "./plan-parcel.ts";

/** A parcel with all that its fulfilment needs to know from our side, read fresh. */
export interface LoadedParcel {
  parcel: Parcel;
  writes: ShopifyWrite[];
  orderId: string;
  shopDomain: string;
  orderGid: string;
  installed: boolean;
  notifyCustomer: boolean;
  lines: PlanLine[];
  /** Fulfillments that our writes made, of this submission. */
  ownFulfillments: string[];
}

/** null when there is no such parcel. */
export async function loadParcel(ctx: Pick<OrdersContext, "db">, parcelId: string): Promise<LoadedParcel | null> {
  const row = await ctx.db.parcel.findUnique({
    where: { id: parcelId },
    include: {
      writes: { orderBy: { startedAt: "asc" } },
      submission: {
        include: { shop: true, order: true, lines: { include: { orderLine: true }, orderBy: { position: "asc" } } },
      },
    },
  });
  if (!row) return null;
  const { submission, writes, ...parcel } = row;
  const createdWrites = await ctx.db.shopifyWrite.findMany({
    where: { kind: "create", outcome: "done", parcel: { submissionId: submission.id } },
    select: { fulfillmentGid: true },
    orderBy: { startedAt: "asc" },
  });
  return {
    parcel,
    writes,
    orderId: submission.orderId,
    shopDomain: submission.shop.domain,
    orderGid: submission.order.shopifyGid,
    installed: submission.shop.uninstalledAt === null,
    notifyCustomer: readSettings(submission.shop.settings).notifyCustomer,
    lines: submission.lines.map((line) => ({
      submissionLineId: line.id,
      orderLineId: line.orderLineId,
      lineItemGid: line.orderLine.shopifyGid,
      left: Math.max(0, line.quantity - line.fulfilled),
    })),
    ownFulfillments: createdWrites.flatMap((write) => write.fulfillmentGid ?? []),
  };
}
