/**
 * Draws photos of claims anew in a process of its own, as previews are drawn in one. The answer is a JPEG of moderate size,
 * upright, without the place, the time and the camera that a phone writes into its files; null: the file cannot be drawn.
 */
import { drawAnew, runPictureProgram } from "./picture-program.ts";

/** Longer side in pixels: a scratch or a wrong print can be seen, and five photos of a claim take a few megabytes. */
const SIDE = 1_600;
const QUALITY = 80;

runPictureProgram((file) =>
  // sharp writes no metadata unless it is asked to.
  drawAnew(file, (image) =>
    image
      .resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: QUALITY }),
  ),
);
