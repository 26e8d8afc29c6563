import { inflateSync } from "node:zlib";
import type { ArtworkDocument } from "../app/ports/artwork.ts";

/** null: neither a PDF nor an SVG. damaged: the end is missing. */
export function readDocument(file: Buffer): ArtworkDocument | "damaged" | null {
  if (file.toString("latin1", 0, 5) === "%PDF-") return readPdf(file);
  return /<svg[\s>/]/i.test(file.toString("latin1", 0, HEAD_BYTES)) ? readSvg(file.toString("latin1")) : null;
}

const HEAD_BYTES = 4096;
/** Readers look for the end of a PDF in so many bytes (ISO 32000-1, annex H, note 18). */
const TAIL_BYTES = 1024;

function readPdf(file: Buffer): ArtworkDocument | "damaged" {
  const text = file.toString("latin1");
  const tail = text.slice(-TAIL_BYTES);
  if (!tail.includes("%%EOF") && !/startxref\s+\d/.test(tail)) return "damaged";
  const isEncrypted = /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/.test(text);
  const counts = [text, ...objectStreams(file, text)].flatMap(pageCounts);
  return { kind: "pdf", isEncrypted, pages: counts.length > 0 ? Math.max(...counts) : null, hasOutsideFiles: false };
}

/** Characters of a node of the page tree before and behind its type: it lists its children. */
const NODE_CHARS = 2_000;

/** Of each node of the page tree (ISO 32000-1, 7.7.3.2); that of the root is the largest. */
const pageCounts = (text: string): number[] =>
  [...text.matchAll(/\/Type\s*\/Pages\b/g)].flatMap(({ index }) => {
    const before = text.slice(Math.max(0, index - NODE_CHARS), index).split(/\bobj\b|>>/);
    const [behind = ""] = text.slice(index, index + NODE_CHARS).split(">>", 1);
    const [, count] = /\/Count\s+(\d{1,6})/.exec(`${before.at(-1) ?? ""} ${behind}`) ?? [];
    return count === undefined ? [] : [Number(count)];
  });

const MAX_STREAMS = 200;
const MAX_STREAM_BYTES = 1024 * 1024;

/** Compressed objects (ISO 32000-1, 7.5.7): where newer programs put the page tree. One that cannot be read is left out. */
function* objectStreams(file: Buffer, text: string): Generator<string> {
  let streams = 0;
  for (const { index } of text.matchAll(/\/Type\s*\/ObjStm\b/g)) {
    if ((streams += 1) > MAX_STREAMS) return;
    const begin = /stream\r?\n/.exec(text.slice(index, index + NODE_CHARS));
    if (!begin) continue;
    try {
      const compressed = file.subarray(index + begin.index + begin[0].length);
      yield inflateSync(compressed, { maxOutputLength: MAX_STREAM_BYTES }).toString("latin1");
    } catch {
      // Encrypted, another filter, or too large.
    }
  }
}

/** Elements that show another file, unless it is within the SVG: `#id`, or `data:`. */
const SHOWN_FILE = /<(?:image|use|feImage|link)\b[^>]*?\bhref\s*=\s*["']\s*(?!#|data:|["'])/i;
/** Styles that load one. */
const STYLE_FILE = /url\(\s*["']?\s*(?!#|data:|["')])|@import\s|<\?xml-stylesheet\b/i;

function readSvg(text: string): ArtworkDocument | "damaged" {
  const isClosed = /<\/svg\s*>/i.test(text.slice(-HEAD_BYTES)) || /<svg\b[^>]*\/>\s*$/i.test(text.slice(-HEAD_BYTES));
  if (!isClosed) return "damaged";
  const hasOutsideFiles = SHOWN_FILE.test(text) || STYLE_FILE.test(text);
  return { kind: "svg", isEncrypted: false, pages: null, hasOutsideFiles };
}
