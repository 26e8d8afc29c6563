import { plainId } from "../ids.ts";
import type { Address, Order } from "../model.ts";
import { orderChanged } from "../order-changed.ts";
import { address } from "../place-order.ts";
import { UserError } from "../user-error.ts";
import { withUserErrors } from "./user-errors.ts";
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
};

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
