/**
 * Draws texts on artwork in a process of its own, as previews are drawn in one. A file begins with what is drawn, as JSON after its
 * length (app/artwork/image-process.server.ts). The answer has a PNG as large as the artwork, or a small picture. The same artwork and
 * drawing give the same bytes.
 */
import sharp from "sharp";
import type { DrawnPicture, TextDrawing } from "../app/artwork/image-process.server.ts";
import { decodedBytes, MAX_DECODED_BYTES, MAX_PIXELS, runPictureProgram } from "./picture-program.ts";

/** Longer side of a small picture, in pixels. */
const SIDE = 960;
/** shopify: an image of the shop's files has at most 25 megapixels. */
const MAX_PRINT_PIXELS = 25_000_000;
const TIMEOUT_S = 50;
/** Sides that differ by less are of one shape: artwork is rounded to whole pixels. */
const SHAPE_TOLERANCE = 0.01;

runPictureProgram(draw);

async function draw(file: Buffer): Promise<DrawnPicture> {
  try {
    const length = file.readUInt32BE(0);
    const drawing = JSON.parse(file.toString("utf8", 4, 4 + length)) as TextDrawing;
    return await drawOn(file.subarray(4 + length), drawing);
  } catch {
    return { outcome: "unreadable" };
  }
}

async function drawOn(artwork: Buffer, { purpose, svg, view }: TextDrawing): Promise<DrawnPicture> {
  const metadata = await sharp(artwork, { limitInputPixels: MAX_PIXELS, pages: 1 }).metadata();
  const { width, height } = metadata.autoOrient;
  if (Math.abs((width * view.height) / (height * view.width) - 1) > SHAPE_TOLERANCE) return { outcome: "shape" };
  const isPrint = purpose === "print";
  if (isPrint ? width * height > MAX_PRINT_PIXELS : decodedBytes(metadata) > MAX_DECODED_BYTES)
    return { outcome: "too_large" };
  const scale = isPrint ? 1 : Math.min(1, SIDE / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const layer = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" ` +
      `viewBox="0 0 ${view.width} ${view.height}" preserveAspectRatio="none">${svg}</svg>`,
  );
  const image = sharp(artwork, { limitInputPixels: MAX_PIXELS, pages: 1, autoOrient: true }).timeout({
    seconds: TIMEOUT_S,
  });
  const drawn = (isPrint ? image : image.resize(size.width, size.height, { fit: "fill" })).composite([
    { input: layer },
  ]);
  const { density } = metadata;
  // Without an answer of its own, libvips takes a picture for one of 72 dpi.
  const bytes = isPrint
    ? await drawn
        .withMetadata(density ? { density } : {})
        .png({ compressionLevel: 6 })
        .toBuffer()
    : await drawn.webp().toBuffer();
  return { outcome: "drawn", bytes, ...size };
}
