import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/**
 * Encryption of personal data, credentials and tokens: AES-256-GCM, one ciphertext per value,
 * `version | key id length | key id | 12-byte nonce | ciphertext | 16-byte tag`.
 * The context (what the value is, and whose) is authenticated, so that a ciphertext moved to another row cannot be decrypted.
 */
export interface Encryptor {
  /** Encrypts with the first key. */
  encrypt(plaintext: string | Uint8Array, context: string): Buffer;
  /** @throws DecryptionError when no key fits, the ciphertext was altered, or the context differs. */
  decrypt(ciphertext: Uint8Array, context: string): Buffer;
  decryptText(ciphertext: Uint8Array, context: string): string;
  /** Keyed hash, hex: compares values without storing them. Does not change when the encrypting key does. */
  hash(value: string): string;
}

export class DecryptionError extends Error {
  override name = "DecryptionError";
}

export interface EncryptionKey {
  id: string;
  /** 32 bytes. */
  key: Uint8Array;
}

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/**
 * The first key encrypts; all of them decrypt. `hashKey` keys the hashes; the default is derived from the last (oldest)
 * key, so that rotation does not change them.
 */
export function createEncryptor(
  keys: readonly [EncryptionKey, ...EncryptionKey[]],
  hashKey: Uint8Array = hashKeyOf(keys),
): Encryptor {
  // Key objects, made once: making one from raw bytes for each value costs more than the encryption or the hash itself.
  const byId = new Map(keys.map((k) => [k.id, createSecretKey(k.key)]));
  const current = { id: keys[0].id, key: createSecretKey(keys[0].key) };
  const prefix = header(current.id);
  const hashing = createSecretKey(hashKey);

  const decrypt = (ciphertext: Uint8Array, context: string): Buffer => {
    const bytes = Buffer.from(ciphertext.buffer, ciphertext.byteOffset, ciphertext.byteLength);
    const idLength = bytes[1] ?? 0;
    const start = 2 + idLength;
    if (bytes[0] !== VERSION || bytes.length < start + NONCE + TAG) throw new DecryptionError("not a ciphertext");
    const key = byId.get(bytes.toString("latin1", 2, start));
    if (!key) throw new DecryptionError("encrypted with a key that CREDENTIALS_KEY does not name");
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(start, start + NONCE));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(start + NONCE, bytes.length - TAG)), decipher.final()]);
    } catch (cause) {
      throw new DecryptionError("the ciphertext was altered, or belongs elsewhere", { cause });
    }
  };

  return {
    encrypt(plaintext, context) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", current.key, nonce);
      cipher.setAAD(Buffer.from(context));
      const body = cipher.update(typeof plaintext === "string" ? Buffer.from(plaintext) : plaintext);
      return Buffer.concat([prefix, nonce, body, cipher.final(), cipher.getAuthTag()]);
    },
    decrypt,
    decryptText: (ciphertext, context) => decrypt(ciphertext, context).toString(),
    hash: (value) => createHmac("sha256", hashing).update(value).digest("hex"),
  };
}

/** Whether a hash that somebody sends as a signature is the wanted one, in constant time. */
export function isSameHash(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The default key of the hashes. No encrypting key can be derived from it. */
export function hashKeyOf(keys: readonly [EncryptionKey, ...EncryptionKey[]]): Uint8Array {
  const oldest = keys[keys.length - 1] ?? keys[0];
  return Buffer.from(hkdfSync("sha256", oldest.key, "", "inkbridge keyed hash", 32));
}

function header(id: string): Buffer {
  const name = Buffer.from(id, "latin1");
  return Buffer.concat([Buffer.from([VERSION, name.length]), name]);
}

/**
 * What the database keeps of the hash key, to tell whether it is the one that made its hashes. Under another key no order
 * finds its earlier print orders.
 */
export const hashKeyMark = ({ encryptor }: { encryptor: Encryptor }): string => encryptor.hash("hash key");

/** CREDENTIALS_KEY holds another hash key than the one that made the hashes in the database. */
export class HashKeyChangedError extends Error {
  override name = "HashKeyChangedError";
}
