import { gidOf, type Gid, type GidKind } from "../ports/gid.ts";

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
