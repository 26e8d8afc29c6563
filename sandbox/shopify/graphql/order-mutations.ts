import { GraphQLError } from "graphql";
import { editOrder } from "../edit-order.ts";
import { parseGid, plainId } from "../ids.ts";
import type { Order } from "../model.ts";
import { orderChanged } from "../order-changed.ts";
import type { AddressInput } from "../place-order.ts";
import { Refused } from "../refused.ts";
import { demandScope } from "./access.ts";
import { attempt } from "./attempt.ts";
import type { GraphContext, View } from "./context.ts";
import { orderView } from "./order-view.ts";

interface OrderInput {
  id: string;
  note?: string | null;
  tags?: string[] | null;
  shippingAddress?: (AddressInput & { [key: string]: unknown }) | null;
}

/** Mutations of orders. */
export const orderMutations = {
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
