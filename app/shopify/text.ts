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
