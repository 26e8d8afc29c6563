/** One column that holds sealed boxes (app/encryption/encryptor.server.ts). */
export interface SealedColumn {
  table: string;
  column: string;
  /** Type of the table's id. */
  id: "uuid" | "text";
  /** How a box is kept: as its bytes, or as text in base64 where a library has made the table. */
  stored: "bytes" | "base64";
  /** What is authenticated with the box of the row with this id. */
  context(id: string): string;
}

/** Every sealed column there is. A test fails while the schema has one that is not here, or a context is another. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  bytes("Delivery", "bodySealed", (id) => `delivery:${id}`),
  bytes("Submission", "payloadSealed", (id) => `submission:${id}`),
  bytes("Attempt", "wordsSealed", (id) => `attempt:${id}`),
  bytes("PrintAccount", "credentialsSealed", (id) => `print-account:${id}:credentials`),
  bytes("PrintAccount", "tokenSealed", (id) => `print-account:${id}:token`),
  bytes("PrintAccount", "eventTokenSealed", (id) => `print-account:${id}:event-token`),
  bytes("PrintAccount", "previousEventTokenSealed", (id) => `print-account:${id}:event-token`),
  text("Session", "accessToken", (id) => `session:${id}:access`),
  text("Session", "refreshToken", (id) => `session:${id}:refresh`),
];

function bytes(table: string, column: string, context: SealedColumn["context"]): SealedColumn {
  return { table, column, id: "uuid", stored: "bytes", context };
}

function text(table: string, column: string, context: SealedColumn["context"]): SealedColumn {
  return { table, column, id: "text", stored: "base64", context };
}

export const nameOf = ({ table, column }: SealedColumn): string => `${table}.${column}`;
