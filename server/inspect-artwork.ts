/**
 * Measures print files in a process of its own, as previews are drawn in one, and decodes them once to find the damaged
 * ones. The answer is an ArtworkImage of app/ports/artwork.ts, or "damaged".
 */
import sharp, { type Metadata } from "sharp";
import { decodedBytes, MAX_DECODED_BYTES, MAX_PIXELS, runPictureProgram } from "./picture-program.ts";

runPictureProgram(inspect);

async function inspect(file: Buffer) {
  try {
    // The header only; what may be decoded is decided below.
    const metadata = await sharp(file, { limitInputPixels: false }).metadata();
    if (isDecodable(metadata)) await decode(file);
    const { width, height, space: colorSpace, depth, hasAlpha, pages = 1 } = metadata;
    return { width, height, colorSpace, depth, hasAlpha, pages };
  } catch {
    return "damaged";
  }
}

const isDecodable = (metadata: Metadata): boolean =>
  metadata.width * metadata.height <= MAX_PIXELS && decodedBytes(metadata) <= MAX_DECODED_BYTES;

/** Reads every line of the first picture. @throws where data is missing or wrong; odd metadata is no error. */
async function decode(file: Buffer): Promise<void> {
  await sharp(file, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: "error" })
    .resize(16, 16, { fit: "fill" })
    .raw()
    .toBuffer();
}
