import { createHash, createHmac, timingSafeEqual, type KeyObject } from "node:crypto";

/**
 * shopify: base64 of HMAC-SHA256 over the raw body with the app's secret, compared in constant time. With the
 * secret as text, the check of 10 KB takes a quarter longer.
 */
export function hasValidShopifySignature(body: Buffer, header: string | undefined, secret: KeyObject): boolean {
  if (!header) return false;
  const expected = createHmac("sha256", secret).update(body).digest();
  const given = Buffer.from(header, "base64");
  // The text must be the exact base64, too: decoders ignore trailing characters.
  return given.length === expected.length && timingSafeEqual(given, expected) && header === expected.toString("base64");
}

/** Whether a header has the form of a signature, base64 of 32 bytes: checked before the body is read. */
export const looksLikeSignature = (header: string | undefined): boolean => /^[A-Za-z0-9+/]{43}=$/.test(header ?? "");

/**
 * print-service: registeredHeader: the registered token in the registered header; several while a rotation runs.
 * Constant time.
 */
export function tokenMatches(given: string | undefined, accepted: readonly string[]): boolean {
  if (!given) return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const givenDigest = digest(given);
  return accepted.map((token) => timingSafeEqual(givenDigest, digest(token))).some(Boolean);
}
