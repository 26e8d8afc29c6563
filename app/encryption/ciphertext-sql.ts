import type { EncryptedColumn } from "./encrypted-columns.ts";

const BASE64 = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$";

/** SQL for the bytes of a column's ciphertext; NULL where there is none, or something that is no ciphertext. */
export function ciphertextSql({ column, stored }: EncryptedColumn): string {
  if (stored === "bytes") return `"${column}"`;
  return `CASE WHEN "${column}" ~ '${BASE64}' THEN decode("${column}", 'base64') END`;
}

/** SQL for the id of the key that a column's ciphertext was encrypted with; NULL for what is no ciphertext. Reads the first bytes only. */
export function keyIdSql(encrypted: EncryptedColumn): string {
  const ciphertext = ciphertextSql(encrypted);
  return `CASE WHEN octet_length(${ciphertext}) > 30 AND get_byte(${ciphertext}, 0) = 1
    THEN convert_from(substring(${ciphertext} FROM 3 FOR get_byte(${ciphertext}, 1)), 'LATIN1') END`;
}
