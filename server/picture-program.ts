import type { Metadata, Sharp } from "sharp";
import sharp from "sharp";

/** A print file of a large poster. */
export const MAX_PIXELS = 200_000_000;
/** Of an image that cannot be decoded line by line, in bytes: it is held in memory as a whole. */
export const MAX_DECODED_BYTES = 192 * 1024 * 1024;
const MEMORY_CHECK_MS = 20;
const DRAWING_TIMEOUT_S = 8;

/**
 * Makes this process one that opens pictures for app/artwork/image-process.server.ts: a file comes in chunks with an
 * empty chunk at the end, and `answer` is sent back. The first argument is how much memory the process may hold.
 */
export function runPictureProgram(answer: (file: Buffer) => Promise<unknown>): void {
  // Memory counts more than speed.
  sharp.cache(false);
  sharp.concurrency(1);
  // libvips works on a thread of its own, so this thread can measure its memory, which no header predicts exactly.
  const maxBytes = Number(process.argv[2]);
  setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) process.exit(1);
  }, MEMORY_CHECK_MS);
  let chunks: Uint8Array[] = [];
  process.on("message", (chunk: Uint8Array) => {
    if (chunk.byteLength > 0) return void chunks.push(chunk);
    const file = Buffer.concat(chunks);
    chunks = [];
    void answer(file).then((result) => process.send?.(result));
  });
  process.once("disconnect", () => process.exit());
}

/** A picture that `draw` makes of a file, upright; null: the file cannot be drawn. */
export async function drawAnew(file: Buffer, draw: (image: Sharp) => Sharp): Promise<Uint8Array | null> {
  try {
    const image = sharp(file, { limitInputPixels: MAX_PIXELS, pages: 1, autoOrient: true });
    if (decodedBytes(await image.metadata()) > MAX_DECODED_BYTES) return null;
    return await draw(image.timeout({ seconds: DRAWING_TIMEOUT_S })).toBuffer();
  } catch {
    return null;
  }
}

/** How much of an image libvips holds at once, in bytes, by its header. */
export function decodedBytes({
  format,
  width,
  height,
  channels,
  depth,
  isProgressive,
  orientation = 1,
}: Metadata): number {
  const pixels = width * height;
  // A JPEG is scaled while it is read; a progressive one keeps coefficients of two bytes until the last scan.
  if (format === "jpeg") return isProgressive ? pixels * channels * 2 : 0;
  const isFullyDecoded = isProgressive || orientation > 1 || format !== "png";
  return isFullyDecoded ? pixels * channels * (depth === "uchar" ? 1 : 2) : 0;
}
