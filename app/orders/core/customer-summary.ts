import type { Order } from "@prisma/client";
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

const encryptionContext = (orderId: OrderId) => `order:${orderId}:customer`;

/** The summary as its column holds it. */
export function encryptCustomer(ctx: Encryption, orderId: OrderId, customer: CustomerSummary): Uint8Array<ArrayBuffer> {
  return new Uint8Array(ctx.encryptor.encrypt(JSON.stringify(customer), encryptionContext(orderId)));
}

/** null while the order was not read since the column exists, once the summary is erased, and where no key decrypts it. */
export function decryptCustomer(
  ctx: Encryption,
  { id, customerEncrypted }: Pick<Order, "id" | "customerEncrypted">,
): CustomerSummary | null {
  if (!customerEncrypted) return null;
  try {
    return JSON.parse(ctx.encryptor.decryptText(customerEncrypted, encryptionContext(id))) as CustomerSummary;
  } catch (error) {
    // One customer that cannot be read keeps neither the list from showing nor the order from being printed.
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}
