import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from "node:crypto";

/**
 * Sealing of personal data, credentials and tokens: AES-256-GCM, one box per value,
 * `version | key id length | key id | 12-byte nonce | ciphertext | 16-byte tag`.
 * The context (what the value is, and whose) is authenticated, so that a box moved to another row does not open.
 */
export interface Sealer {
  /** Seals with the first key. */
  seal(plain: string | Uint8Array, context: string): Buffer;
  /** @throws SealError when no key fits, the box was altered, or the context differs. */
  open(box: Uint8Array, context: string): Buffer;
  openText(box: Uint8Array, context: string): string;
  /** Keyed hash, hex: compares without keeping. The same value gives the same hash whatever key seals at present. */
  hash(value: string): string;
}

export class SealError extends Error {
  override name = "SealError";
}

export interface SealKey {
  id: string;
  /** 32 bytes. */
  key: Uint8Array;
}

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/**
 * The first key seals; all of them open. `hashKey` keys the hashes; without it they are keyed by what the last (oldest)
 * key gives, so that rotation does not change them.
 */
export function createSealer(keys: readonly [SealKey, ...SealKey[]], hashKey: Uint8Array = hashKeyOf(keys)): Sealer {
  // Key objects, made once: with raw bytes, making one for each value costs more than the sealing itself.
  const byId = new Map(keys.map((k) => [k.id, createSecretKey(k.key)]));
  const present = { id: keys[0].id, key: createSecretKey(keys[0].key) };
  const head = header(present.id);

  const open = (box: Uint8Array, context: string): Buffer => {
    const bytes = Buffer.from(box.buffer, box.byteOffset, box.byteLength);
    const idLength = bytes[1] ?? 0;
    const start = 2 + idLength;
    if (bytes[0] !== VERSION || bytes.length < start + NONCE + TAG) throw new SealError("not a sealed box");
    const key = byId.get(bytes.toString("latin1", 2, start));
    if (!key) throw new SealError("sealed with a key that CREDENTIALS_KEY does not name");
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(start, start + NONCE));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(start + NONCE, bytes.length - TAG)), decipher.final()]);
    } catch (cause) {
      throw new SealError("the box was altered, or belongs elsewhere", { cause });
    }
  };

  return {
    seal(plain, context) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", present.key, nonce);
      cipher.setAAD(Buffer.from(context));
      const body = cipher.update(typeof plain === "string" ? Buffer.from(plain) : plain);
      return Buffer.concat([head, nonce, body, cipher.final(), cipher.getAuthTag()]);
    },
    open,
    openText: (box, context) => open(box, context).toString(),
    hash: (value) => createHmac("sha256", hashKey).update(value).digest("hex"),
  };
}

/** What keys the hashes when nothing else is said. From it no key that opens anything can be told. */
export function hashKeyOf(keys: readonly [SealKey, ...SealKey[]]): Uint8Array {
  const oldest = keys[keys.length - 1] ?? keys[0];
  return Buffer.from(hkdfSync("sha256", oldest.key, "", "inkbridge keyed hash", 32));
}

function header(id: string): Buffer {
  const name = Buffer.from(id, "latin1");
  return Buffer.concat([Buffer.from([VERSION, name.length]), name]);
}
