/**
 * Draws previews of artwork in a process of its own, so that a file cannot exhaust the memory or the time of the web
 * process. app/artwork/preview-process.server.ts starts it with its memory limit, sends a file in chunks and an empty
 * chunk at the end, and kills it at a timeout. The answer is the preview; null: the file cannot be drawn.
 */
import sharp, { type Metadata } from "sharp";

/** Longer side of a preview, in pixels: twice what the pages show, for dense screens. */
const SIDE = 240;
/** A print file of a large poster. */
const MAX_PIXELS = 200_000_000;
/** Of an image that cannot be decoded line by line, in bytes: it is held in memory as a whole. */
const MAX_DECODED_BYTES = 192 * 1024 * 1024;
const TIMEOUT_S = 8;
const MEMORY_CHECK_MS = 20;

// Previews are small and rare: memory counts more than speed.
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
  void draw(file).then((image) => process.send?.(image));
});
process.once("disconnect", () => process.exit());

async function draw(file: Buffer): Promise<Uint8Array | null> {
  try {
    const image = sharp(file, { limitInputPixels: MAX_PIXELS, pages: 1, autoOrient: true });
    if (decodedBytes(await image.metadata()) > MAX_DECODED_BYTES) return null;
    return await image
      .timeout({ seconds: TIMEOUT_S })
      .resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true })
      .webp()
      .toBuffer();
  } catch {
    return null;
  }
}

/** How much of an image libvips holds at once, in bytes, by its header. */
function decodedBytes({ format, width, height, channels, depth, isProgressive, orientation = 1 }: Metadata): number {
  const pixels = width * height;
  // A JPEG is scaled while it is read; a progressive one keeps coefficients of two bytes until the last scan.
  if (format === "jpeg") return isProgressive ? pixels * channels * 2 : 0;
  const isFullyDecoded = isProgressive || orientation > 1 || format !== "png";
  return isFullyDecoded ? pixels * channels * (depth === "uchar" ? 1 : 2) : 0;
}
