import type { Item, Order, Store } from "../store.ts";
import type { Settings } from "../options.ts";

const MAX_BYTES = 20_000_000;

export interface Picture {
  type: string;
  bytes: Buffer;
}

/**
 * The artwork of an item, from the stand-in that keeps all artwork of the sandbox; a drawing that says "no picture"
 * where there is none. No other host is asked: the links come from outside.
 */
export async function artworkOf(
  store: Store,
  { artworkFrom }: Settings,
  itemId: number,
  side: string,
): Promise<Picture> {
  const item = store.orders.flatMap((o: Order) => o.items).find((i) => i.itemId === itemId);
  const link = URL.parse(linkOf(item, side));
  if (!link || artworkFrom === null) return NO_PICTURE;
  try {
    const answer = await fetch(new URL(link.pathname + link.search, artworkFrom), {
      headers: { "x-forwarded-host": link.host },
      redirect: "manual",
      signal: AbortSignal.timeout(5_000),
    });
    const type = answer.headers.get("content-type") ?? "";
    const bytes = Buffer.from(await answer.arrayBuffer());
    return answer.ok && type.startsWith("image/") && bytes.length <= MAX_BYTES ? { type, bytes } : NO_PICTURE;
  } catch {
    return NO_PICTURE;
  }
}

const linkOf = (item: Item | undefined, side: string): string => (item ? (artworksOf(item)[side] ?? "") : "");

/** Artwork by side. */
export const artworksOf = ({ artworks, artworkFront, artworkBack }: Item): Record<string, string> =>
  artworks ?? { front: artworkFront, back: artworkBack };

const NO_PICTURE: Picture = {
  type: "image/svg+xml",
  bytes: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 56 56"><rect width="56" height="56" fill="#eceae4"/>` +
      `<path d="M14 40 24 27l7 8 5-6 6 11z" fill="#b9b4a6"/><circle cx="37" cy="19" r="4" fill="#b9b4a6"/></svg>`,
  ),
};
