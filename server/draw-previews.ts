/**
 * Draws previews of artwork in a process of its own, so that a file cannot exhaust the memory or the time of the web
 * process, which kills it at a timeout. The answer is the preview; null: the file cannot be drawn.
 */
import sharp from "sharp";
import { decodedBytes, MAX_DECODED_BYTES, MAX_PIXELS, runPictureProgram } from "./picture-program.ts";

/** Longer side of a preview, in pixels: twice what the pages show, for dense screens. */
const SIDE = 480;
const TIMEOUT_S = 8;

runPictureProgram(draw);

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
