import type { Order } from "../../../prisma/client/client.ts";
import { encryptedColumn } from "../../encryption/encrypted-columns.ts";
import { DecryptionError } from "../../encryption/encryptor.server.ts";
import type { OrderId } from "../../ports/ids.ts";
import type { Risk } from "../../ports/order-model.ts";
import type { OrdersContext } from "./context.ts";

/** Customer and destination of an order, for lists. Personal data: stored encrypted, never logged. "" where unknown. */
export interface CustomerSummary {
  name: string;
  city: string;
  country: string;
  countryCode: string;
}

/** What rules read of an order (compose/rules.ts). null: not known. */
export interface RuleOrder {
  tags: readonly string[] | null;
  customerTags: readonly string[] | null;
  /** How many orders the customer had placed with this one. */
  customerOrders: number | null;
  discountCodes: readonly string[] | null;
  risk: Risk;
  /** ISO 3166-1 alpha-2, of the address in Shopify; "": there is none. */
  country: string;
  /** Decimal string in the order's currency. */
  amount: string | null;
  /** "": there is none. */
  note: string | null;
  attributes: readonly { name: string; value: string }[] | null;
}

/** The same as it is stored, to try rules on past orders. */
export interface RuleValues extends RuleOrder {
  /** Tags of its products, by product. */
  productTags: Readonly<Record<string, readonly string[]>>;
}

/** What the column holds. Releases before rules wrote the customer alone. */
export interface StoredSummary extends CustomerSummary {
  rules?: RuleValues;
}

type Encryption = Pick<OrdersContext, "encryptor">;

const CUSTOMER = encryptedColumn("Order.customerEncrypted");

/** The summary as its column holds it. */
export const encryptCustomer = (ctx: Encryption, orderId: OrderId, summary: StoredSummary) =>
  CUSTOMER.encrypt(ctx, orderId, JSON.stringify(summary));

/** null while the order was not read since the column exists, once the summary is erased, and where no key decrypts it. */
export function decryptCustomer(
  ctx: Encryption,
  order: Pick<Order, "id" | "customerEncrypted">,
): CustomerSummary | null {
  const summary = decryptSummary(ctx, order);
  if (!summary) return null;
  const { name, city, country, countryCode } = summary;
  return { name, city, country, countryCode };
}

/** The same with what rules read. */
export function decryptSummary(ctx: Encryption, order: Pick<Order, "id" | "customerEncrypted">): StoredSummary | null {
  try {
    return CUSTOMER.decryptJson(ctx, order) as StoredSummary | null;
  } catch (error) {
    // One customer that cannot be read keeps neither the list from showing nor the order from being printed.
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}
