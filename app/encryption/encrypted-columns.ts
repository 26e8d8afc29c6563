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

/** Every encrypted column there is. A test fails while the schema has one that is not here, or a context is another. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  bytesColumn("WebhookDelivery", "bodyEncrypted", (id) => `delivery:${id}`),
  bytesColumn("Submission", "payloadEncrypted", (id) => `submission:${id}`),
  bytesColumn("Attempt", "messageEncrypted", (id) => `attempt:${id}`),
  bytesColumn("PrintAccount", "credentialsEncrypted", (id) => `print-account:${id}:credentials`),
  bytesColumn("PrintAccount", "tokenEncrypted", (id) => `print-account:${id}:token`),
  bytesColumn("PrintAccount", "webhookSecretEncrypted", (id) => `print-account:${id}:event-token`),
  bytesColumn("PrintAccount", "previousWebhookSecretEncrypted", (id) => `print-account:${id}:event-token`),
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
