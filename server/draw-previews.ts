/**
 * Draws previews of artwork in a process of its own, so that a file cannot exhaust the memory or the time of the web
 * process, which kills it at a timeout. The answer is the preview; null: the file cannot be drawn.
 */
import { drawAnew, runPictureProgram } from "./picture-program.ts";

/** Longer side of a preview, in pixels: twice what the pages show, for dense screens. */
const SIDE = 480;

runPictureProgram((file) =>
  drawAnew(file, (image) => image.resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true }).webp()),
);
