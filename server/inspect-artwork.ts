/**
 * Measures print files in a process of its own, as previews are drawn in one, and decodes them once to find the damaged
 * ones. The answer has an ArtworkImage of app/ports/artwork.ts where the file could be opened.
 */
import { createHash } from "node:crypto";
import sharp, { type Metadata } from "sharp";
import { decodedBytes, MAX_DECODED_BYTES, MAX_PIXELS, runPictureProgram } from "./picture-program.ts";

runPictureProgram(inspect);

async function inspect(file: Buffer) {
  try {
    // The header only; what may be decoded is decided below.
    const metadata = await sharp(file, { limitInputPixels: false }).metadata();
    const { width, height, space: colorSpace, depth, hasAlpha, pages = 1 } = metadata;
    const pixels = await decodeWithin(file, metadata);
    return { outcome: "opened", image: { width, height, colorSpace, depth, hasAlpha, pages, pixels } };
  } catch {
    return { outcome: "damaged" };
  }
}

/** For a picture that is held decoded: RGBA of 5,000 x 6,000 pixels and a file of 30 MB, which is held up to three times. */
const MAX_HELD_BYTES = 220 * 1024 * 1024;
const COPIES_OF_FILE = 3;

/** @returns the hash of the pixels, where they can be held. @throws where data is missing or wrong */
async function decodeWithin(file: Buffer, metadata: Metadata): Promise<string | null> {
  const pixels = metadata.width * metadata.height;
  const decoded = decodedBytes(metadata);
  if (pixels > MAX_PIXELS || decoded > MAX_DECODED_BYTES) return null;
  const held = pixels * 4 + decoded + file.byteLength * COPIES_OF_FILE;
  if ((metadata.pages ?? 1) === 1 && held <= MAX_HELD_BYTES) return hashPixels(file);
  await decode(file);
  return null;
}

/**
 * Of the picture as it is seen: 8 bits, sRGB, upright. The color of a pixel that is fully transparent does not count, for
 * encoders drop it.
 */
async function hashPixels(file: Buffer): Promise<string> {
  const { data, info } = await sharp(file, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: "error" })
    .autoOrient()
    .toColorspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const words = new Uint32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
  // Alpha is the last of the four bytes.
  const alpha = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 0; at < words.length; at += 1) if (alpha[at * 4 + 3] === 0) words[at] = 0;
  return createHash("sha256").update(`${info.width}x${info.height}\n`).update(data).digest("hex");
}

/** Reads every line of the first picture. @throws where data is missing or wrong; odd metadata is no error. */
async function decode(file: Buffer): Promise<void> {
  await sharp(file, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: "error" })
    .resize(16, 16, { fit: "fill" })
    .raw()
    .toBuffer();
}
