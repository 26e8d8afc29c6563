/**
 * Gives out Shopify-like numeric ids. Distinct over all kinds and shops of one stand-in; the same seed gives the same
 * ids.
 */
export function idSource(seed: number): () => string {
  let last = 5_000_000_000_000n + BigInt(seed) * 1_000_000_000n;
  return () => {
    last += 32_769n;
    return last.toString();
  };
}

/** `gid://shopify/<kind>/<id>` */
export const gid = (kind: string, id: string): string => `gid://shopify/${kind}/${id}`;

/** The parts of a gid, or null when it is none. Query parameters (`?inventory_item_id=…`) are left out. */
export function parseGid(value: string): { kind: string; id: string } | null {
  const found = /^gid:\/\/shopify\/(\w+)\/([\w-]+)(?:\?.*)?$/.exec(value);
  return found?.[1] && found[2] ? { kind: found[1], id: found[2] } : null;
}

/** The digits of either a gid or a plain id. */
export const plainId = (value: string): string => parseGid(value)?.id ?? value;
