import type { Order } from "../../../prisma/client/client.ts";
import { encryptedColumn } from "../../encryption/encrypted-columns.ts";
import { DecryptionError } from "../../encryption/encryptor.server.ts";
import type { OrderId } from "../../ports/ids.ts";
import type { OrdersContext } from "./context.ts";

/** Customer and destination of an order, for lists. Personal data: stored encrypted, never logged. "" where unknown. */
export interface CustomerSummary {
  name: string;
  city: string;
  country: string;
  countryCode: string;
}

type Encryption = Pick<OrdersContext, "encryptor">;

const CUSTOMER = encryptedColumn("Order.customerEncrypted");

/** The summary as its column holds it. */
export const encryptCustomer = (ctx: Encryption, orderId: OrderId, customer: CustomerSummary) =>
  CUSTOMER.encrypt(ctx, orderId, JSON.stringify(customer));

/** null while the order was not read since the column exists, once the summary is erased, and where no key decrypts it. */
export function decryptCustomer(
  ctx: Encryption,
  order: Pick<Order, "id" | "customerEncrypted">,
): CustomerSummary | null {
  try {
    return CUSTOMER.decryptJson(ctx, order) as CustomerSummary | null;
  } catch (error) {
    // One customer that cannot be read keeps neither the list from showing nor the order from being printed.
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}
