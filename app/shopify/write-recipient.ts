import type { Address } from "../ports/order-model.ts";
import type { RecipientUpdate } from "../ports/shopify.ts";
import { OrderUpdate, type OrderUpdateMutationVariables } from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { resultOrThrow } from "./answers.ts";
import type { Gid } from "../ports/gid.ts";

type WireAddress = NonNullable<OrderUpdateMutationVariables["input"]["shippingAddress"]>;

/** shopify: orderUpdate overwrites the whole address that it gets, so every part of it is sent. */
export async function updateRecipient(
  client: AdminClient,
  shop: string,
  orderGid: Gid<"Order">,
  { shippingAddress, email }: RecipientUpdate,
): Promise<void> {
  const input = {
    id: orderGid,
    ...(shippingAddress ? { shippingAddress: wireAddress(shippingAddress) } : {}),
    ...(email === null ? {} : { email }),
  };
  const answer = await client.run(shop, OrderUpdate, { input });
  resultOrThrow("orderUpdate", answer.orderUpdate, "order");
}

/** shopify: the names of province and country follow from their codes. */
function wireAddress(address: Address): WireAddress {
  const { firstName, lastName, company, address1, address2, city, zip, provinceCode, countryCode, phone } = address;
  const given = { firstName, lastName, company, address1, address2, city, zip, provinceCode, countryCode, phone };
  return Object.fromEntries(
    Object.entries(given).map(([field, value]) => [field, value === "" ? null : value]),
  ) as WireAddress;
}
