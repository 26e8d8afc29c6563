/**
 * Draws previews of artwork in a process of its own: what a file does to memory and time ends here, and not at the
 * doors. app/artwork/preview-process.server.ts starts it with the most memory that it may hold, sends a file in parts
 * and an empty part at its end, and kills it when it takes too long. It is answered with the picture; null: nothing is
 * drawn of it.
 */
import sharp, { type Metadata } from "sharp";

/** Longer side of a preview, in pixels: twice what the pages show, for dense screens. */
const SIDE = 240;
/** A print file of a large poster. */
const MAX_PIXELS = 200_000_000;
/** Of a picture that cannot be read line by line, in bytes: all of it stands in memory at once. */
const MAX_DECODED_BYTES = 192 * 1024 * 1024;
const TIMEOUT_S = 8;
const MEMORY_CHECK_MS = 20;

// Previews are small and rare: memory counts more than speed.
sharp.cache(false);
sharp.concurrency(1);

// libvips works on a thread of its own, so this one sees what it takes. No header foretells all of it.
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

/** How much of a picture libvips holds at once, in bytes, as its header tells. */
function decodedBytes({ format, width, height, channels, depth, isProgressive, orientation = 1 }: Metadata): number {
  const pixels = width * height;
  // A JPEG is made small while it is read; with several scans, coefficients of two bytes are kept until the last one.
  if (format === "jpeg") return isProgressive ? pixels * channels * 2 : 0;
  const isFullyDecoded = isProgressive || orientation > 1 || format !== "png";
  return isFullyDecoded ? pixels * channels * (depth === "uchar" ? 1 : 2) : 0;
}
