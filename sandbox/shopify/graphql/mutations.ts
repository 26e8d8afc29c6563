import { GraphQLError } from "graphql";
import { editOrder } from "../edit-order.ts";
import { moveFulfillmentOrder, reportProgress } from "../fulfillment-orders.ts";
import {
  cancelFulfillment,
  findFulfillmentOrder,
  fulfil,
  updateTracking,
  type TrackingInput,
} from "../fulfillments.ts";
import { hold, release } from "../holds.ts";
import { gid, parseGid, plainId } from "../ids.ts";
import type { Order } from "../model.ts";
import { orderChanged } from "../order-changed.ts";
import type { AddressInput } from "../place-order.ts";
import { Refused } from "../refused.ts";
import { demandScope, mayTouch } from "./access.ts";
import type { GraphContext, View } from "./context.ts";
import { fulfillmentOrderView, fulfillmentView } from "./fulfillment-view.ts";
import { orderView } from "./order-view.ts";

interface LineWanted {
  id: string;
  quantity: number;
}

/** Runs a mutation; what Shopify would refuse becomes a userError beside null results. */
function attempt(results: string[], work: () => View): View {
  try {
    return { ...Object.fromEntries(results.map((name) => [name, null])), ...work(), userErrors: [] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { field, message, code } = error;
    return { ...Object.fromEntries(results.map((name) => [name, null])), userErrors: [{ field, message, code }] };
  }
}

/** A fulfillment order that the app may change. */
function writable({ shop }: GraphContext, id: string) {
  const found = findFulfillmentOrder(shop, plainId(id));
  if (!mayTouch(shop, found.target, "write"))
    throw new Refused("Fulfillment order does not exist.", ["id"], "FULFILLMENT_ORDER_NOT_FOUND");
  return found;
}

const plainLines = (lines: LineWanted[] | null | undefined) =>
  (lines ?? []).map(({ id, quantity }) => ({ id: plainId(id), quantity }));

interface FulfillmentInput {
  lineItemsByFulfillmentOrder: { fulfillmentOrderId: string; fulfillmentOrderLineItems?: LineWanted[] | null }[];
  trackingInfo?: TrackingInput | null;
  notifyCustomer?: boolean | null;
}

const fulfillments = {
  fulfillmentCreate: ({ fulfillment: input }: { fulfillment: FulfillmentInput }, context: GraphContext) =>
    attempt(["fulfillment"], () => {
      const { world, shop } = context;
      const parts = input.lineItemsByFulfillmentOrder.map((part) => ({
        fulfillmentOrderId: writable(context, part.fulfillmentOrderId).target.id,
        lines: plainLines(part.fulfillmentOrderLineItems),
      }));
      const { trackingInfo: tracking, notifyCustomer } = input;
      const made = fulfil(world, shop, { parts, tracking, notifyCustomer, byApp: true });
      return { fulfillment: fulfillmentView(shop, made.order, made.fulfillment) };
    }),

  fulfillmentTrackingInfoUpdate: (
    args: { fulfillmentId: string; trackingInfoInput: TrackingInput; notifyCustomer?: boolean | null },
    { world, shop }: GraphContext,
  ) =>
    attempt(["fulfillment"], () => {
      const id = plainId(args.fulfillmentId);
      const { order, fulfillment } = updateTracking(
        world,
        shop,
        id,
        args.trackingInfoInput,
        args.notifyCustomer ?? false,
      );
      return { fulfillment: fulfillmentView(shop, order, fulfillment) };
    }),

  fulfillmentCancel: ({ id }: { id: string }, { world, shop }: GraphContext) =>
    attempt(["fulfillment"], () => {
      const { order, fulfillment } = cancelFulfillment(world, shop, plainId(id));
      return { fulfillment: fulfillmentView(shop, order, fulfillment) };
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

const fulfillmentOrders = {
  fulfillmentOrderHold: ({ id, fulfillmentHold: input }: HoldArgs, context: GraphContext) =>
    attempt(["fulfillmentHold", "fulfillmentOrder", "remainingFulfillmentOrder"], () => {
      const { world, shop } = context;
      const { order, target } = writable(context, id);
      const lines = plainLines(input.fulfillmentOrderLineItems);
      const { hold: made, remaining } = hold(world, shop, order, target, { ...input, lines, byApp: true });
      const view = fulfillmentOrderView(shop, order, target);
      const holds = view["fulfillmentHolds"] as View[];
      return {
        fulfillmentHold: holds.find((each) => each["id"] === gid("FulfillmentHold", made.id)),
        fulfillmentOrder: view,
        remainingFulfillmentOrder: remaining ? fulfillmentOrderView(shop, order, remaining) : null,
      };
    }),

  fulfillmentOrderReleaseHold: (
    args: { id: string; holdIds?: string[] | null; externalId?: string | null },
    context: GraphContext,
  ) =>
    attempt(["fulfillmentOrder"], () => {
      const { order, target } = writable(context, args.id);
      const holdIds = args.holdIds?.map(plainId) ?? null;
      release(context.world, context.shop, order, target, { holdIds, externalId: args.externalId ?? null });
      return { fulfillmentOrder: fulfillmentOrderView(context.shop, order, target) };
    }),

  fulfillmentOrderReportProgress: ({ id }: { id: string }, context: GraphContext) =>
    attempt(["fulfillmentOrder"], () => {
      const { order, target } = writable(context, id);
      reportProgress(context.world, context.shop, order, target);
      return { fulfillmentOrder: fulfillmentOrderView(context.shop, order, target) };
    }),

  fulfillmentOrderMove: (
    args: { id: string; newLocationId: string; fulfillmentOrderLineItems?: LineWanted[] | null },
    context: GraphContext,
  ) =>
    attempt(["movedFulfillmentOrder", "originalFulfillmentOrder", "remainingFulfillmentOrder"], () => {
      if (args.fulfillmentOrderLineItems?.length)
        throw new GraphQLError("The stand-in moves whole fulfillment orders only");
      const { order, target } = writable(context, args.id);
      const location = context.shop.locations.find((each) => each.id === plainId(args.newLocationId));
      if (!location) throw new Refused("Location does not exist.", ["newLocationId"]);
      const moved = moveFulfillmentOrder(context.world, context.shop, order, target, location.id);
      return {
        movedFulfillmentOrder: fulfillmentOrderView(context.shop, order, moved),
        originalFulfillmentOrder: fulfillmentOrderView(context.shop, order, target),
      };
    }),
};

interface OrderInput {
  id: string;
  note?: string | null;
  tags?: string[] | null;
  shippingAddress?: (AddressInput & { [key: string]: unknown }) | null;
}

const orders = {
  tagsAdd: (args: { id: string; tags: string[] }, context: GraphContext) =>
    changeTags(context, args, (present) => [...new Set([...present, ...args.tags])]),
  tagsRemove: (args: { id: string; tags: string[] }, context: GraphContext) =>
    changeTags(context, args, (present) => present.filter((tag) => !args.tags.includes(tag))),

  orderUpdate: ({ input }: { input: OrderInput }, { world, shop }: GraphContext) =>
    attempt(["order"], () => {
      const { id, note, tags, shippingAddress, ...rest } = input;
      if (Object.keys(rest).length > 0)
        throw new GraphQLError(`The stand-in cannot update ${Object.keys(rest).join(", ")}`);
      const order = knownOrder(shop.orders, id);
      editOrder(world, shop, order, { note, tags: tags ?? undefined, shippingAddress: shippingAddress ?? undefined });
      return { order: orderView(shop, order) };
    }),
};

function knownOrder(all: Order[], id: string): Order {
  const order = all.find((each) => each.id === plainId(id));
  if (!order) throw new Refused("Order does not exist", ["id"]);
  return order;
}

function changeTags(
  { world, shop }: GraphContext,
  args: { id: string },
  change: (present: string[]) => string[],
): View {
  const kind = parseGid(args.id)?.kind;
  if (kind !== "Order") throw new GraphQLError(`The stand-in tags orders only, not ${args.id}`);
  demandScope(shop, "tagsAdd", ["write_orders"]);
  return attempt(["node"], () => {
    const order = knownOrder(shop.orders, args.id);
    order.tags = change(order.tags);
    orderChanged(world, shop, order);
    return { node: orderView(shop, order) };
  });
}

/** The fields of Mutation that the stand-in knows. */
export const mutations = { ...fulfillments, ...fulfillmentOrders, ...orders };
