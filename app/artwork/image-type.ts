/** Bytes at the start that are enough to recognize the type. */
export const HEAD_BYTES = 4096;

/** The media type by a file's first bytes (its signature, not its Content-Type); null when it is unknown. */
export function imageType(head: Uint8Array): string | null {
  const latin = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, HEAD_BYTES)).toString("latin1");
  if (latin.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (latin.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (latin.startsWith("GIF87a") || latin.startsWith("GIF89a")) return "image/gif";
  if (latin.startsWith("RIFF") && latin.slice(8, 12) === "WEBP") return "image/webp";
  if (latin.startsWith("%PDF-")) return "application/pdf";
  return isSvg(latin) ? "image/svg+xml" : null;
}

/** The first element is svg, after a byte order mark, an XML declaration, a document type and comments. */
function isSvg(latin: string): boolean {
  const before = /^(?:\xef\xbb\xbf)?(?:\s+|<\?[^>]*\?>|<!--[^]*?-->|<!DOCTYPE svg[^>[]*(?:\[[^\]]*\])?\s*>)*/i;
  return /^<svg[\s>/]/i.test(latin.replace(before, ""));
}
