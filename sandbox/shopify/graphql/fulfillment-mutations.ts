import { GraphQLError } from "graphql";
import { moveFulfillmentOrder, openFulfillmentOrder, reportProgress } from "../fulfillment-orders.ts";
import {
  cancelFulfillment,
  findFulfillmentOrder,
  createFulfillment,
  updateTracking,
  type TrackingInput,
} from "../fulfillments.ts";
import { hold, release } from "../holds.ts";
import { gid, plainId } from "../ids.ts";
import { UserError } from "../user-error.ts";
import { mayTouch } from "./access.ts";
import { withUserErrors } from "./user-errors.ts";
import type { GraphContext, View } from "./context.ts";
import { fulfillmentOrderView, fulfillmentView } from "./fulfillment-view.ts";
import { orderView } from "./order-view.ts";

interface LineWanted {
  id: string;
  quantity: number;
}

/** A fulfillment order that the app may change. */
function writable({ shop }: GraphContext, id: string) {
  const found = findFulfillmentOrder(shop, plainId(id));
  if (!mayTouch(shop, found.target, "write"))
    throw new UserError("Fulfillment order does not exist.", ["id"], "FULFILLMENT_ORDER_NOT_FOUND");
  return found;
}

const plainLines = (lines: LineWanted[] | null | undefined) =>
  (lines ?? []).map(({ id, quantity }) => ({ id: plainId(id), quantity }));

interface FulfillmentInput {
  lineItemsByFulfillmentOrder: { fulfillmentOrderId: string; fulfillmentOrderLineItems?: LineWanted[] | null }[];
  trackingInfo?: TrackingInput | null;
  notifyCustomer?: boolean | null;
}

/** Mutations of fulfillments. */
export const fulfillmentMutations = {
  fulfillmentCreate: (
    { fulfillment: input, message }: { fulfillment: FulfillmentInput; message?: string | null },
    context: GraphContext,
  ) =>
    withUserErrors(["fulfillment"], () => {
      const { store, shop } = context;
      const parts = input.lineItemsByFulfillmentOrder.map((part) => ({
        fulfillmentOrderId: writable(context, part.fulfillmentOrderId).target.id,
        lines: plainLines(part.fulfillmentOrderLineItems),
      }));
      const { trackingInfo: tracking, notifyCustomer } = input;
      const made = createFulfillment(store, shop, { parts, tracking, notifyCustomer, message, byApp: true });
      return { fulfillment: fulfillmentView(shop, made.order, made.fulfillment, orderView) };
    }),

  fulfillmentTrackingInfoUpdate: (
    args: { fulfillmentId: string; trackingInfoInput: TrackingInput; notifyCustomer?: boolean | null },
    { store, shop }: GraphContext,
  ) =>
    withUserErrors(["fulfillment"], () => {
      const id = plainId(args.fulfillmentId);
      const { order, fulfillment } = updateTracking(
        store,
        shop,
        id,
        args.trackingInfoInput,
        args.notifyCustomer ?? false,
      );
      return { fulfillment: fulfillmentView(shop, order, fulfillment, orderView) };
    }),

  fulfillmentCancel: ({ id }: { id: string }, { store, shop }: GraphContext) =>
    withUserErrors(["fulfillment"], () => {
      const { order, fulfillment } = cancelFulfillment(store, shop, plainId(id));
      return { fulfillment: fulfillmentView(shop, order, fulfillment, orderView) };
    }),
};

interface HoldArgs {
  id: string;
  fulfillmentHold: {
    reason: string;
    reasonNotes?: string | null;
    handle?: string | null;
    externalId?: string | null;
    fulfillmentOrderLineItems?: LineWanted[] | null;
  };
}

/** Mutations of fulfillment orders. */
export const fulfillmentOrderMutations = {
  fulfillmentOrderHold: ({ id, fulfillmentHold: input }: HoldArgs, context: GraphContext) =>
    withUserErrors(["fulfillmentHold", "fulfillmentOrder", "remainingFulfillmentOrder"], () => {
      const { store, shop } = context;
      const { order, target } = writable(context, id);
      const lines = plainLines(input.fulfillmentOrderLineItems);
      const { hold: made, remaining } = hold(store, shop, order, target, { ...input, lines, byApp: true });
      const view = fulfillmentOrderView(shop, order, target, orderView);
      const holds = view["fulfillmentHolds"] as View[];
      return {
        fulfillmentHold: holds.find((each) => each["id"] === gid("FulfillmentHold", made.id)),
        fulfillmentOrder: view,
        remainingFulfillmentOrder: remaining ? fulfillmentOrderView(shop, order, remaining, orderView) : null,
      };
    }),

  fulfillmentOrderReleaseHold: (
    args: { id: string; holdIds?: string[] | null; externalId?: string | null },
    context: GraphContext,
  ) =>
    withUserErrors(["fulfillmentOrder"], () => {
      const { order, target } = writable(context, args.id);
      const holdIds = args.holdIds?.map(plainId) ?? null;
      release(context.store, context.shop, order, target, { holdIds, externalId: args.externalId ?? null });
      return { fulfillmentOrder: fulfillmentOrderView(context.shop, order, target, orderView) };
    }),

  fulfillmentOrderReportProgress: ({ id }: { id: string }, context: GraphContext) =>
    withUserErrors(["fulfillmentOrder"], () => {
      const { order, target } = writable(context, id);
      reportProgress(context.store, context.shop, order, target);
      return { fulfillmentOrder: fulfillmentOrderView(context.shop, order, target, orderView) };
    }),

  fulfillmentOrderOpen: ({ id }: { id: string }, context: GraphContext) =>
    withUserErrors(["fulfillmentOrder"], () => {
      const { order, target } = writable(context, id);
      openFulfillmentOrder(context.store, context.shop, order, target);
      return { fulfillmentOrder: fulfillmentOrderView(context.shop, order, target, orderView) };
    }),

  fulfillmentOrderMove: (
    args: { id: string; newLocationId: string; fulfillmentOrderLineItems?: LineWanted[] | null },
    context: GraphContext,
  ) =>
    withUserErrors(["movedFulfillmentOrder", "originalFulfillmentOrder", "remainingFulfillmentOrder"], () => {
      if (args.fulfillmentOrderLineItems?.length)
        throw new GraphQLError("The stand-in moves whole fulfillment orders only");
      const { order, target } = writable(context, args.id);
      const location = context.shop.locations.find((each) => each.id === plainId(args.newLocationId));
      if (!location) throw new UserError("Location does not exist.", ["newLocationId"]);
      const moved = moveFulfillmentOrder(context.store, context.shop, order, target, location.id);
      return {
        movedFulfillmentOrder: fulfillmentOrderView(context.shop, order, moved, orderView),
        originalFulfillmentOrder: fulfillmentOrderView(context.shop, order, target, orderView),
      };
    }),
};
