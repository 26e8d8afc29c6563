import type { Order, Parcel, Shop, ShopifyWrite } from "@prisma/client";
import { readSettings } from "../../settings/settings.ts";
import type { OrdersContext } from "../core/context.ts";
import { isReprint } from "../core/reprints.ts";
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
  /** Fulfillments that the app's writes made, of this submission; for a reprint, of every submission of the order. */
  ownFulfillments: string[];
  /** Its goods are fulfilled already: only the tracking is added. */
  reprint: boolean;
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
  const reprint = isReprint(submission);
  const { id: submissionId, orderId } = submission;
  const createdWrites = await ctx.db.shopifyWrite.findMany({
    where: { kind: "create", outcome: "done", parcel: { submission: reprint ? { orderId } : { id: submissionId } } },
    select: { fulfillmentGid: true },
    orderBy: { startedAt: "asc" },
  });
  return {
    claim,
    ids: { shopId: parcel.shopId, orderId, submissionId },
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
      left: reprint ? 0 : Math.max(0, line.quantity - line.fulfilled),
    })),
    ownFulfillments: createdWrites.flatMap((write) => write.fulfillmentGid ?? []),
    reprint,
  };
}
