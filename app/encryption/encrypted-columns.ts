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

/** Every encrypted column. A test compares the list with the schema, and the contexts with what the app writes. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  bytesColumn("WebhookDelivery", "bodyEncrypted", (id) => `delivery:${id}`),
  bytesColumn("Order", "customerEncrypted", (id) => `order:${id}:customer`),
  bytesColumn("OrderChange", "contentEncrypted", (id) => `order-change:${id}`),
  bytesColumn("Submission", "payloadEncrypted", (id) => `submission:${id}`),
  bytesColumn("Submission", "providerOrderEncrypted", (id) => `submission:${id}:provider-order`),
  bytesColumn("Attempt", "messageEncrypted", (id) => `attempt:${id}`),
  bytesColumn("PrintAccount", "credentialsEncrypted", (id) => `print-account:${id}:credentials`),
  bytesColumn("PrintAccount", "tokenEncrypted", (id) => `print-account:${id}:token`),
  bytesColumn("PrintAccount", "webhookSecretEncrypted", (id) => `print-account:${id}:event-token`),
  bytesColumn("PrintAccount", "previousWebhookSecretEncrypted", (id) => `print-account:${id}:event-token`),
  bytesColumn("PracticeOrder", "contentEncrypted", (id) => `practice-order:${id}`),
  bytesColumn("StaffMember", "nameEncrypted", (id) => `staff-member:${id}:name`),
  textColumn("Session", "accessToken", (id) => `session:${id}:access`),
  textColumn("Session", "refreshToken", (id) => `session:${id}:refresh`),
];

function bytesColumn(table: string, column: string, context: EncryptedColumn["context"]): EncryptedColumn {
  return { table, column, id: "uuid", stored: "bytes", context };
}

function textColumn(table: string, column: string, context: EncryptedColumn["context"]): EncryptedColumn {
  return { table, column, id: "text", stored: "base64", context };
}

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
