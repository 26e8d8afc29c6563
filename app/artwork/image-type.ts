import type { ArtworkProblem } from "../ports/artwork.ts";

/** Bytes at the start that are enough to recognize the type. */
export const HEAD_BYTES = 4096;

/** Types that are opened without running anything that a file contains: no SVG, no PDF. */
export const OPENED_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** The media type by a file's first bytes (its signature, not its Content-Type); null when it is unknown. */
export function imageType(head: Uint8Array): string | null {
  const latin = latinOf(head);
  if (latin.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (latin.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (latin.startsWith("GIF87a") || latin.startsWith("GIF89a")) return "image/gif";
  if (latin.startsWith("RIFF") && latin.slice(8, 12) === "WEBP") return "image/webp";
  if (latin.startsWith("%PDF-")) return "application/pdf";
  return isSvg(latin) ? "image/svg+xml" : null;
}

/** The brands of HEIC and of HEIF with HEVC (ISO 23008-12, table of brands). */
const HEIC_BRANDS = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1"];

/** Why a file of no known type cannot be printed, by its first bytes. */
export function notImageReason(head: Uint8Array): ArtworkProblem {
  const latin = latinOf(head);
  if (latin.trim() === "") return "empty_file";
  if (latin.startsWith("8BPS")) return "photoshop_file";
  if (latin.startsWith("II*\0") || latin.startsWith("MM\0*")) return "tiff_file";
  if (latin.slice(4, 8) === "ftyp" && HEIC_BRANDS.includes(latin.slice(8, 12))) return "heic_file";
  return isHtml(latin) ? "web_page" : "not_image";
}

const latinOf = (head: Uint8Array): string =>
  Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, HEAD_BYTES)).toString("latin1");

/** The first element is one of a page, after a byte order mark, an XML declaration and comments. */
function isHtml(latin: string): boolean {
  const before = /^(?:\xef\xbb\xbf)?(?:\s+|<\?[^>]*\?>|<!--[^]*?-->)*/;
  return /^<(?:!doctype html|html|head|body|title|script|meta)[\s>]/i.test(latin.replace(before, ""));
}

/** The first element is svg, after a byte order mark, an XML declaration, a document type and comments. */
function isSvg(latin: string): boolean {
  const before = /^(?:\xef\xbb\xbf)?(?:\s+|<\?[^>]*\?>|<!--[^]*?-->|<!DOCTYPE svg[^>[]*(?:\[[^\]]*\])?\s*>)*/i;
  return /^<svg[\s>/]/i.test(latin.replace(before, ""));
}
