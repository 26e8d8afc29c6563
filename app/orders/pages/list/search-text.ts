import type { OrdersContext } from "../../core/context.ts";
import { DecryptionError } from "../../../encryption/encryptor.server.ts";
import type { ShopId } from "../../../ports/ids.ts";
import { ENCRYPTED_SEARCH, isEncryptedSearch } from "./list-query.ts";

type Encryption = Pick<OrdersContext, "encryptor">;

const encryptionContext = (shopId: ShopId) => `search:${shopId}`;

/** The text of a search as an address may have it: it may name a customer, and addresses end up in logs and histories. */
export function encryptSearch({ encryptor }: Encryption, shopId: ShopId, text: string): string {
  return ENCRYPTED_SEARCH + encryptor.encrypt(text, encryptionContext(shopId)).toString("base64url");
}

/** The text of the search of an address. Plain text stays as it is; "" when no key decrypts it, or in another shop. */
export function decryptSearch({ encryptor }: Encryption, shopId: ShopId, search: string): string {
  if (!isEncryptedSearch(search)) return search;
  try {
    const ciphertext = Buffer.from(search.slice(ENCRYPTED_SEARCH.length), "base64url");
    return encryptor.decryptText(ciphertext, encryptionContext(shopId));
  } catch (error) {
    if (error instanceof DecryptionError) return "";
    throw error;
  }
}
