/**
 * Draws photos of claims anew in a process of its own, as previews are drawn in one. The answer is a JPEG of moderate size,
 * upright, without the place, the time and the camera that a phone writes into its files; null: the file cannot be drawn.
 */
import sharp from "sharp";
import { decodedBytes, MAX_DECODED_BYTES, MAX_PIXELS, runPictureProgram } from "./picture-program.ts";

/** Longer side in pixels: a scratch or a wrong print can be seen, and five photos of a claim take a few megabytes. */
const SIDE = 1_600;
const QUALITY = 80;
const TIMEOUT_S = 8;

runPictureProgram(redraw);

async function redraw(file: Buffer): Promise<Uint8Array | null> {
  try {
    const image = sharp(file, { limitInputPixels: MAX_PIXELS, pages: 1, autoOrient: true });
    if (decodedBytes(await image.metadata()) > MAX_DECODED_BYTES) return null;
    // sharp writes no metadata unless it is asked to.
    return await image
      .timeout({ seconds: TIMEOUT_S })
      .resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: QUALITY })
      .toBuffer();
  } catch {
    return null;
  }
}
