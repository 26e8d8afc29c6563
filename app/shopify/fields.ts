import { gidOf, type Gid, type GidKind } from "../ports/gid.ts";

/**
 * Text as PostgreSQL accepts it: no NUL, no lone surrogates. Empty or missing: null, so that the webhook's and the
 * Admin API's snapshots of one order are equal.
 */
export function text(value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  const clean = value.replaceAll("\0", "").replace(/\p{Surrogate}/gu, "\uFFFD");
  return clean === "" ? null : clean;
}

/** The same for a text that is always there. */
export const textOr = (value: string | null | undefined, fallback: string): string => text(value) ?? fallback;

/** The global id of that kind, from a global id or a legacy id as text or integer; null when no candidate is either. */
export function readGid<K extends GidKind>(kind: K, ...candidates: unknown[]): Gid<K> | null {
  for (const candidate of candidates) {
    const digits = digitsOf(kind, candidate) ?? legacyId(candidate);
    if (digits) return gidOf(kind, digits);
  }
  return null;
}

function digitsOf(kind: GidKind, candidate: unknown): string | undefined {
  const pattern = new RegExp(`^gid://shopify/${kind}/(\\d{1,20})$`);
  return typeof candidate === "string" ? pattern.exec(candidate)?.[1] : undefined;
}

/** A legacy id, as text or integer; null for anything else. */
export function legacyId(candidate: unknown): string | null {
  const digits = typeof candidate === "number" && Number.isSafeInteger(candidate) ? String(candidate) : candidate;
  return typeof digits === "string" && /^[1-9]\d{0,19}$/.test(digits) ? digits : null;
}
