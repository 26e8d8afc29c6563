import { plainId } from "../ids.ts";
import type { Address, Order, Shop } from "../model.ts";
import { orderChanged } from "../order-changed.ts";
import { address } from "../place-order.ts";
import { UserError } from "../user-error.ts";
import { withUserErrors } from "./user-errors.ts";
import { metafieldView } from "./catalog-view.ts";
import type { GraphContext } from "./context.ts";
import { orderView } from "./order-view.ts";

interface AddressInput extends Partial<Omit<Address, "name">> {
  id?: string | null;
}

interface OrderInput {
  id: string;
  email?: string | null;
  phone?: string | null;
  note?: string | null;
  tags?: string[] | null;
  shippingAddress?: AddressInput | null;
}

/** Mutations of orders. */
export const orderMutations = {
  /** Overwrites what it is given; an address as a whole. */
  orderUpdate: ({ input }: { input: OrderInput }, { store, shop }: GraphContext) =>
    withUserErrors(["order"], () => {
      const order = shop.orders.find((each) => each.id === plainId(input.id));
      if (!order) throw new UserError("Order does not exist", ["id"]);
      if (input.email !== undefined) order.email = checkedEmail(input.email);
      if (input.phone !== undefined) order.phone = input.phone;
      if (input.note !== undefined) order.note = input.note;
      if (input.tags) order.tags = input.tags;
      if (input.shippingAddress) order.shippingAddress = addressOf(input.shippingAddress, order);
      orderChanged(store, shop, order);
      return { order: orderView(shop, order) };
    }),

  /** Of orders alone. A tag that is there in any case of letters is not added again. */
  tagsAdd: ({ id, tags }: TagsArgs, context: GraphContext) =>
    withUserErrors(["node"], () => {
      const order = orderOf(context.shop, id, ["id"]);
      const tooLong = tags.some((tag) => tag.trim().length > LONGEST_TAG);
      if (tooLong) throw new UserError(`Tags must be ${LONGEST_TAG} characters or fewer`, ["tags"]);
      const added = tags.map((tag) => tag.trim()).filter((tag) => tag !== "" && !order.tags.some(isTag(tag)));
      if (order.tags.length + added.length > MOST_TAGS)
        throw new UserError(`Tags may not exceed ${MOST_TAGS}`, ["tags"]);
      setTags(context, order, [...order.tags, ...added]);
      return { node: orderView(context.shop, order) };
    }),

  tagsRemove: ({ id, tags }: TagsArgs, context: GraphContext) =>
    withUserErrors(["node"], () => {
      const order = orderOf(context.shop, id, ["id"]);
      setTags(
        context,
        order,
        order.tags.filter((present) => !tags.some(isTag(present))),
      );
      return { node: orderView(context.shop, order) };
    }),

  /** All or nothing. Of orders alone, which have no definitions here. */
  metafieldsSet: ({ metafields }: { metafields: MetafieldInput[] }, context: GraphContext) =>
    withUserErrors(["metafields"], () => {
      const { store, shop } = context;
      if (metafields.length > MOST_METAFIELDS)
        throw new UserError(`Exceeded the maximum metafields input limit of ${MOST_METAFIELDS}.`, ["metafields"]);
      const checked = metafields.map((input, at) => ({ order: checkedMetafield(shop, input, at), input }));
      const set = checked.map(({ order, input: { namespace, key, type, value } }) => {
        const found = order.metafields.find((each) => each.namespace === namespace && each.key === key);
        const made = { id: found?.id ?? store.nextId(), namespace: namespace ?? "", key, type: type ?? "", value };
        order.metafields = [...order.metafields.filter((each) => each !== found), made];
        return made;
      });
      for (const order of new Set(checked.map((each) => each.order))) orderChanged(store, shop, order);
      return { metafields: set.map(metafieldView) };
    }),

  /** One that is not there is no error. */
  metafieldsDelete: ({ metafields }: { metafields: MetafieldIdentifier[] }, { store, shop }: GraphContext) =>
    withUserErrors(["deletedMetafields"], () => {
      const deleted = metafields.map(({ ownerId, namespace, key }, at) => {
        const order = orderOf(shop, ownerId, ["metafields", String(at), "ownerId"]);
        const found = order.metafields.find((each) => each.namespace === namespace && each.key === key);
        if (!found) return null;
        order.metafields = order.metafields.filter((each) => each !== found);
        orderChanged(store, shop, order);
        return { __typename: "MetafieldIdentifier", ownerId, namespace, key };
      });
      return { deletedMetafields: deleted };
    }),
};

interface TagsArgs {
  id: string;
  tags: string[];
}

interface MetafieldIdentifier {
  ownerId: string;
  namespace: string;
  key: string;
}

interface MetafieldInput {
  ownerId: string;
  namespace?: string | null;
  key: string;
  type?: string | null;
  value: string;
}

/** shopify: limits of an order. */
const LONGEST_TAG = 40;
const MOST_TAGS = 250;
/** shopify: of one call. */
const MOST_METAFIELDS = 25;

const isTag = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase();

function orderOf(shop: Shop, id: string, field: string[]): Order {
  const order = shop.orders.find((each) => each.id === plainId(id));
  if (!order) throw new UserError("Order does not exist", field);
  return order;
}

function setTags({ store, shop }: GraphContext, order: Order, tags: string[]): void {
  if (tags.length === order.tags.length) return;
  order.tags = tags;
  orderChanged(store, shop, order);
}

function checkedMetafield(shop: Shop, { ownerId, namespace, key, type, value }: MetafieldInput, at: number): Order {
  const refuse = (name: string, message: string, code: string) => {
    throw new UserError(message, ["metafields", String(at), name], code);
  };
  const order = orderOf(shop, ownerId, ["metafields", String(at), "ownerId"]);
  if (!namespace || !/^[\w-]{3,255}$/.test(namespace)) refuse("namespace", "Namespace is invalid", "INVALID");
  if (!/^[\w-]{2,64}$/.test(key)) refuse("key", "Key is invalid", "INVALID");
  if (!type) refuse("type", "Type can't be blank", "BLANK");
  if (value === "") refuse("value", "Value can't be blank", "BLANK");
  if (type === "url" && !/^(https?|mailto|sms|tel):/.test(value))
    refuse("value", "Value must be one of the following URL schemes: http, https, mailto, sms, tel.", "INVALID_VALUE");
  return order;
}

function checkedEmail(email: string | null): string | null {
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email)) throw new UserError("Email is invalid", ["email"]);
  return email;
}

/** Names of countries follow from their codes; those of provinces, too, of which the stand-in knows the order's own. */
function addressOf(input: AddressInput, { shippingAddress: before }: Order): Address | null {
  const { id: _id, ...given } = input;
  if (!given.address1) throw new UserError("Enter an address", ["shippingAddress", "address1"]);
  const { countryCode = null, provinceCode = null } = given;
  const sameProvince = before?.provinceCode === provinceCode && before?.countryCode === countryCode;
  const country = countryCode && (new Intl.DisplayNames("en", { type: "region" }).of(countryCode) ?? null);
  return address({ ...given, country, province: sameProvince ? (before?.province ?? provinceCode) : provinceCode });
}
