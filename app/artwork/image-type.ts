import type { ArtworkProblem, UnprintableType } from "../ports/artwork.ts";

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

/** Of AVIF, also among the compatible brands of a general one (AV1 Image File Format, 6). */
const AVIF_BRANDS = ["avif", "avis"];

/** Why a file of no known type cannot be printed, by its first bytes. */
export function notImageReason(head: Uint8Array): ArtworkProblem {
  const latin = latinOf(head);
  if (latin.trim() === "") return "empty_file";
  return unprintableType(latin) ?? (isHtml(latin) ? "web_page" : "not_image");
}

function unprintableType(latin: string): UnprintableType | null {
  const startsWith = (...signatures: string[]) => signatures.some((signature) => latin.startsWith(signature));
  if (startsWith("8BPS")) return "photoshop_file";
  if (startsWith("II*\0", "MM\0*")) return "tiff_file";
  if (startsWith("\xff\x0a", "\0\0\0\x0cJXL \r\n\x87\n")) return "jpeg_xl_file";
  // An EPS with a preview for Windows begins with a header of its own.
  if (startsWith("%!PS", "\xc5\xd0\xd3\xc6")) return "postscript_file";
  if (startsWith("gimp xcf")) return "gimp_file";
  // Of the header: the size of the file, then four zeros.
  if (startsWith("BM") && latin.slice(6, 10) === "\0\0\0\0") return "bmp_file";
  // A ZIP archive, whose first entry is its type, not compressed.
  if (startsWith("PK\x03\x04") && latin.startsWith("mimetypeapplication/x-krita", 30)) return "krita_file";
  if (latin.slice(4, 8) !== "ftyp") return null;
  if (AVIF_BRANDS.some((brand) => latin.slice(8, 32).includes(brand))) return "avif_file";
  return HEIC_BRANDS.includes(latin.slice(8, 12)) ? "heic_file" : null;
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
