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

/** Every encrypted column, with its context. A test compares the list with the schema, and the contexts with what the app writes. */
const CONTEXTS = {
  "WebhookDelivery.bodyEncrypted": (id: string) => `delivery:${id}`,
  "Order.customerEncrypted": (id: string) => `order:${id}:customer`,
  "OrderChange.contentEncrypted": (id: string) => `order-change:${id}`,
  "Submission.payloadEncrypted": (id: string) => `submission:${id}`,
  "Submission.providerOrderEncrypted": (id: string) => `submission:${id}:provider-order`,
  "Attempt.messageEncrypted": (id: string) => `attempt:${id}`,
  "PrintAccount.credentialsEncrypted": (id: string) => `print-account:${id}:credentials`,
  "PrintAccount.tokenEncrypted": (id: string) => `print-account:${id}:token`,
  "PrintAccount.webhookSecretEncrypted": (id: string) => `print-account:${id}:event-token`,
  "PrintAccount.previousWebhookSecretEncrypted": (id: string) => `print-account:${id}:event-token`,
  "PracticeOrder.contentEncrypted": (id: string) => `practice-order:${id}`,
  "StaffMember.nameEncrypted": (id: string) => `staff-member:${id}:name`,
  "NotificationChannel.targetEncrypted": (id: string) => `notification-channel:${id}:target`,
  "NotificationChannel.secretEncrypted": (id: string) => `notification-channel:${id}:secret`,
  "Claim.contentEncrypted": (id: string) => `claim:${id}`,
  "ClaimPhoto.contentEncrypted": (id: string) => `claim-photo:${id}`,
  "Session.accessToken": (id: string) => `session:${id}:access`,
  "Session.refreshToken": (id: string) => `session:${id}:refresh`,
};
type Name = keyof typeof CONTEXTS;
type ColumnIn<N extends Name> = N extends `${string}.${infer Column}` ? Column : never;

const OF_LIBRARY = { id: "text", stored: "base64" } as const;

export const ENCRYPTED_COLUMNS = Object.entries(CONTEXTS).map(([name, context]): EncryptedColumn => {
  const [table = "", column = ""] = name.split(".");
  return { table, column, context, ...(table === "Session" ? OF_LIBRARY : { id: "uuid", stored: "bytes" }) };
});

type Encryption = { encryptor: Encryptor };

/** Writes and reads one column. null: nothing is stored, or it was erased. The reading functions throw a DecryptionError. */
export function encryptedColumn<N extends Name>(name: N) {
  type Row = { id: string } & { [Column in ColumnIn<N>]: Uint8Array | null };
  const contextOf = CONTEXTS[name];
  const column = name.split(".")[1] as ColumnIn<N>;
  const decryptBytes = ({ encryptor }: Encryption, id: string, ciphertext: Uint8Array): Buffer =>
    encryptor.decrypt(ciphertext, contextOf(id));
  const decrypt = (ctx: Encryption, row: Row): string | null =>
    row[column] && decryptBytes(ctx, row.id, row[column]).toString();
  return {
    /** No Buffer: JSON would make an object of it. */
    encrypt: ({ encryptor }: Encryption, id: string, plaintext: string | Uint8Array) =>
      new Uint8Array(encryptor.encrypt(plaintext, contextOf(id))),
    decryptBytes,
    decrypt,
    decryptJson: (ctx: Encryption, row: Row): unknown => JSON.parse(decrypt(ctx, row) ?? "null"),
  };
}

/** The body of a webhook, as it was signed. */
export const DELIVERY_BODY = encryptedColumn("WebhookDelivery.bodyEncrypted");

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
