import type { IgnoredReason, Order } from "../../../prisma/client/client.ts";
import { firstText } from "../../common/clean-text.ts";
import type { Address, OrderSnapshot } from "../../ports/order-model.ts";
import type { OrdersContext } from "../core/context.ts";
import { decryptCustomer, encryptCustomer, type CustomerSummary } from "../core/customer-summary.ts";
import { orderSearchHashes } from "../core/search-words.ts";

type Hashing = Pick<OrdersContext, "encryptor">;
type Stored = Pick<Order, "id" | "shopId" | "customerEncrypted" | "searchHashes" | "redactedAt">;
type CustomerColumns = Partial<Pick<Order, "customerEncrypted" | "searchHashes">>;

/**
 * The columns by which lists show and find an order's customer; none where they hold the same already: an index entry
 * for each hash is written again with them. A customer who was erased stays erased, also when the order is read again.
 */
export function customerColumns(
  ctx: Hashing,
  order: Stored,
  snapshot: OrderSnapshot,
  ignoredReason: IgnoredReason | null,
): CustomerColumns {
  if (order.redactedAt || ignoredReason === "redacted") return {};
  const customer = customerSummary(snapshot);
  const searchHashes = orderSearchHashes(ctx, order.shopId, snapshot);
  const same = (one: readonly string[], other: readonly string[]) => one.join() === other.join();
  return {
    ...(isSame(decryptCustomer(ctx, order), customer)
      ? {}
      : { customerEncrypted: encryptCustomer(ctx, order.id, customer) }),
    ...(same(order.searchHashes, searchHashes) ? {} : { searchHashes }),
  };
}

const isSame = (stored: CustomerSummary | null, now: CustomerSummary): boolean =>
  stored !== null && JSON.stringify(stored) === JSON.stringify(now);

/** Whom the order goes to; the person who pays where nothing is shipped. */
function customerSummary({ shippingAddress: to, billingAddress: payer }: OrderSnapshot): CustomerSummary {
  return {
    name: firstText(to && nameOf(to), payer && nameOf(payer)),
    city: firstText(to?.city),
    country: firstText(to?.country, to?.countryCode),
    countryCode: firstText(to?.countryCode),
  };
}

const nameOf = ({ name, firstName, lastName, company }: Address): string =>
  firstText(name, `${firstName ?? ""} ${lastName ?? ""}`, company);
