import type { PrintFile } from "../../prisma/client/client.ts";
import type { ArtworkFile } from "../ports/artwork.ts";

/** The file that staff mapped or accepted, and whether its link can be watched. */
export type Accepted = Pick<PrintFile, "acceptedHash" | "acceptedPixels" | "varies">;

/**
 * Whether a link leads to another file than the accepted one. Other bytes with the same pixels are the same picture: a file
 * server may compress again. A file that was not opened counts as another one until it is.
 */
export function isOtherFile({ acceptedHash, acceptedPixels, varies }: Accepted, file: ArtworkFile): boolean {
  if (varies || acceptedHash === null || acceptedHash === file.sha256) return false;
  return acceptedPixels === null || pixelsOf(file) !== acceptedPixels;
}

/** Two downloads, one after the other, of which each gave another picture: the server makes the file again each time. */
export function isVarying(one: ArtworkFile, other: ArtworkFile): boolean {
  // Of what was not opened, nothing proves that it looks different.
  const isOpened = one.image !== null && other.image !== null;
  const isNeverOpened = one.image === null && other.image === null;
  if (one.sha256 === other.sha256 || !(isOpened || isNeverOpened)) return false;
  return pixelsOf(one) === null || pixelsOf(one) !== pixelsOf(other);
}

export const pixelsOf = ({ image }: ArtworkFile): string | null => image?.pixels ?? null;
