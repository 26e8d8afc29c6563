import type { Clock } from "../ports/clock.ts";
import { MINUTE_MS } from "../ports/clock.ts";
import { isSameHash, type Encryptor } from "../encryption/encryptor.server.ts";
import type { ShopId } from "../ports/ids.ts";
import { LINK_MAX } from "./artwork-link.ts";

interface Signing {
  encryptor: Pick<Encryptor, "hash">;
  clock: Clock;
}

/** A picture of a shop's page. */
interface Picture {
  shopId: ShopId;
  /** Of the artwork. */
  link: string;
  /** Another one where the file behind the link is known to be another: what browsers and the app keep of the old one is not shown. */
  version: string;
}

/** The address of a picture stays the same for so long, and works for at least as long again: a page that reloads itself asks once. */
export const RENEWED_AFTER_MS = 30 * MINUTE_MS;

const signatureOf = (
  { encryptor }: Pick<Signing, "encryptor">,
  { shopId, link, version }: Picture,
  until: number,
): string => encryptor.hash(JSON.stringify(["artwork preview", shopId, until, link, version]));

/**
 * The address of a small picture of an artwork, for an image element in the server's page: such a request carries no id token. It shows
 * this picture alone, to whoever has the address, until it expires (docs/decisions/0100-the-order-page.md).
 */
export function previewPath(ctx: Signing, picture: Picture): string | null {
  const { shopId, link, version } = picture;
  if (link === "" || link.length > LINK_MAX) return null;
  const until = (Math.floor(ctx.clock.now().getTime() / RENEWED_AFTER_MS) + 2) * RENEWED_AFTER_MS;
  const query = { shop: shopId, until: String(until), signature: signatureOf(ctx, picture, until), link, version };
  return `/artwork/preview?${new URLSearchParams(query).toString()}`;
}

/** The picture that an address names; null: the app has not made the address, or it has expired. */
export function readPreviewPath(ctx: Signing, params: URLSearchParams): Picture | null {
  const read = (name: string) => params.get(name) ?? "";
  const until = Number(read("until"));
  const picture = { shopId: read("shop") as ShopId, link: read("link"), version: read("version") };
  if (!isSameHash(read("signature"), signatureOf(ctx, picture, until))) return null;
  return ctx.clock.now().getTime() < until ? picture : null;
}
