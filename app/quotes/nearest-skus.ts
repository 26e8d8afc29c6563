import leven from "leven";

/** A typo or two; more is another SKU. */
const MAX_DISTANCE = 3;

/** The SKUs that somebody may be typing, likeliest first: those that begin with the text, contain its words, or differ by a typo. */
export function nearestSkus(typed: string, skus: readonly string[], max: number): string[] {
  const text = typed.trim().toLowerCase();
  const ranked = skus.map((sku) => ({ sku, rank: rankOf(text, sku.toLowerCase()) }));
  return ranked
    .filter(({ rank }) => rank !== null)
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0) || compare(one.sku, other.sku))
    .slice(0, max)
    .map(({ sku }) => sku);
}

/** null: not near. */
function rankOf(text: string, sku: string): number | null {
  if (sku.startsWith(text)) return 0;
  if (sku.includes(text)) return 1;
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (words.length > 1 && words.every((word) => sku.includes(word))) return 2;
  // Of the same length as the text: staff is still typing the rest. leven answers the limit for anything farther.
  const distance = leven(text, sku.slice(0, text.length), { maxDistance: MAX_DISTANCE });
  const allowed = Math.min(MAX_DISTANCE - 1, Math.floor(text.length / 4));
  return distance <= allowed ? 2 + distance : null;
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
