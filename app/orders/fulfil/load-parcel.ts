import type { Order, Parcel, Shop, ShopifyWrite } from "@prisma/client";
import { readSettings } from "../../settings/settings.ts";
import type { OrdersContext } from "../core/context.ts";
import type { ParcelClaim } from "./claim-parcel.ts";
import type { PlanLine } from "./plan-parcel.ts";
import type { ShopId, OrderId, SubmissionId } from "../../ports/ids.ts";

/** A claimed parcel with all that its fulfillment needs to know from the database, read fresh. */
export interface LoadedParcel {
  claim: ParcelClaim;
  ids: { shopId: ShopId; orderId: OrderId; submissionId: SubmissionId };
  parcel: Parcel;
  writes: ShopifyWrite[];
  shop: Shop;
  order: Order;
  installed: boolean;
  notifyCustomer: boolean;
  lines: PlanLine[];
  /** Fulfillments that the app's writes made, of this submission. */
  ownFulfillments: string[];
}

/** null: the parcel was erased since it was claimed. */
export async function loadParcel(ctx: Pick<OrdersContext, "db">, claim: ParcelClaim): Promise<LoadedParcel | null> {
  const row = await ctx.db.parcel.findUnique({
    where: { id: claim.parcelId },
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
    claim,
    ids: { shopId: parcel.shopId, orderId: submission.orderId, submissionId: submission.id },
    parcel,
    writes,
    shop: submission.shop,
    order: submission.order,
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
