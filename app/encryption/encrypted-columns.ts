import type { Encryptor } from "./encryptor.server.ts";

/** One column that holds ciphertexts (app/encryption/encryptor.server.ts). */
export interface EncryptedColumn {
  table: string;
  column: string;
  /** Type of the table's id. */
  id: "uuid" | "text";
  /** How a ciphertext is kept: as its bytes, or as text in base64 where a library has made the table. */
  stored: "bytes" | "base64";
  /** What is authenticated with the ciphertext of the row with this id. */
  context(id: string): string;
}

type Context = (id: string) => string;

const eventToken: Context = (id) => `print-account:${id}:event-token`;

/** The columns of bytes, with what is authenticated with the ciphertext of a row. */
const BYTES = {
  "WebhookDelivery.bodyEncrypted": (id) => `delivery:${id}`,
  "Order.customerEncrypted": (id) => `order:${id}:customer`,
  "OrderChange.contentEncrypted": (id) => `order-change:${id}`,
  "Submission.payloadEncrypted": (id) => `submission:${id}`,
  "Submission.providerOrderEncrypted": (id) => `submission:${id}:provider-order`,
  "Attempt.messageEncrypted": (id) => `attempt:${id}`,
  "PrintAccount.credentialsEncrypted": (id) => `print-account:${id}:credentials`,
  "PrintAccount.tokenEncrypted": (id) => `print-account:${id}:token`,
  "PrintAccount.webhookSecretEncrypted": eventToken,
  "PrintAccount.previousWebhookSecretEncrypted": eventToken,
  "PracticeOrder.contentEncrypted": (id) => `practice-order:${id}`,
  "StaffMember.nameEncrypted": (id) => `staff-member:${id}:name`,
} as const satisfies Record<string, Context>;

/** The columns of text in base64: the library that made the table has no others. */
const TEXTS = {
  "Session.accessToken": (id) => `session:${id}:access`,
  "Session.refreshToken": (id) => `session:${id}:refresh`,
} as const satisfies Record<string, Context>;

/** Every encrypted column. A test compares the list with the schema, and the contexts with what the app writes. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  ...Object.entries(BYTES).map(
    ([name, context]) => ({ ...parts(name), id: "uuid", stored: "bytes", context }) as const,
  ),
  ...Object.entries(TEXTS).map(
    ([name, context]) => ({ ...parts(name), id: "text", stored: "base64", context }) as const,
  ),
];

function parts(name: string): { table: string; column: string } {
  const [table = "", column = ""] = name.split(".");
  return { table, column };
}

interface Encryption {
  encryptor: Pick<Encryptor, "encrypt" | "decrypt">;
}

/** Writes and reads the ciphertexts of one column, each bound to the id of its row. */
export function encryptedColumn<Id extends string>(name: keyof typeof BYTES | keyof typeof TEXTS) {
  const context: Context = { ...BYTES, ...TEXTS }[name];
  /** null: nothing is stored, or it was erased. @throws DecryptionError */
  const decrypt = ({ encryptor }: Encryption, id: Id, ciphertext: Uint8Array | null): string | null =>
    ciphertext && encryptor.decrypt(ciphertext, context(id)).toString();
  return {
    /** No Buffer: JSON would make an object of it. */
    encrypt: ({ encryptor }: Encryption, id: Id, plaintext: string | Uint8Array) =>
      new Uint8Array(encryptor.encrypt(plaintext, context(id))),
    decrypt,
    /** What was encrypted as bytes. @throws DecryptionError */
    decryptBytes: ({ encryptor }: Encryption, id: Id, ciphertext: Uint8Array) =>
      encryptor.decrypt(ciphertext, context(id)),
    /** What was encrypted as JSON, to be checked or asserted by the caller; null as above. */
    decryptJson: (ctx: Encryption, id: Id, ciphertext: Uint8Array | null): unknown =>
      JSON.parse(decrypt(ctx, id, ciphertext) ?? "null"),
  };
}

/** The body of a webhook, as it was signed. */
export const DELIVERY_BODY = encryptedColumn<string>("WebhookDelivery.bodyEncrypted");

export const columnName = ({ table, column }: EncryptedColumn): string => `${table}.${column}`;

const BASE64 = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$";

/** SQL for the bytes of a column's ciphertext; NULL where the value is NULL or no ciphertext. */
export function ciphertextSql({ column, stored }: EncryptedColumn): string {
  if (stored === "bytes") return `"${column}"`;
  return `CASE WHEN "${column}" ~ '${BASE64}' THEN decode("${column}", 'base64') END`;
}

/**
 * SQL for the id of the key that a column's ciphertext was encrypted with; NULL for no ciphertext. Reads the first
 * bytes only.
 */
export function keyIdSql(encrypted: EncryptedColumn): string {
  const ciphertext = ciphertextSql(encrypted);
  return `CASE WHEN octet_length(${ciphertext}) > 30 AND get_byte(${ciphertext}, 0) = 1
    THEN convert_from(substring(${ciphertext} FROM 3 FOR get_byte(${ciphertext}, 1)), 'LATIN1') END`;
}
