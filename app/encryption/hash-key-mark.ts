import type { Encryptor } from "./encryptor.server.ts";

/**
 * What the database keeps of the hash key, to tell whether it is the one that made its hashes. Under another key no order
 * finds its earlier print orders.
 */
export const hashKeyMark = ({ encryptor }: { encryptor: Encryptor }): string => encryptor.hash("hash key");

/** CREDENTIALS_KEY holds another hash key than the one that made the hashes in the database. */
export class HashKeyChangedError extends Error {
  override name = "HashKeyChangedError";
}
