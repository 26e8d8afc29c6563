import type { ArtworkDrawing } from "../app/ports/artwork.ts";

/** Of 255. Fainter pixels are what an eraser left, and no printer shows them. */
const FAINTEST_ALPHA = 3;
/** Of 255, in each channel: converting a white picture to sRGB may lose the last steps. */
const WHITE = 250;

/**
 * Measures the drawing in RGBA pixels of 8 bits. White counts as drawn, for it prints on dark goods, but not where it is all
 * there is, from edge to edge. null: nothing is drawn.
 */
export function measureDrawing(rgba: Uint8Array, width: number): ArtworkDrawing | null {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  let [weakest, strongest] = [255, 0];
  let isWhite = true;
  for (let at = 0, x = 0, y = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    if (alpha < weakest) weakest = alpha;
    if (alpha > strongest) strongest = alpha;
    if (alpha >= FAINTEST_ALPHA) {
      if (x < left) left = x;
      if (x > right) right = x;
      if (top < 0) top = y;
      bottom = y;
      isWhite &&= (rgba[at] ?? 0) >= WHITE && (rgba[at + 1] ?? 0) >= WHITE && (rgba[at + 2] ?? 0) >= WHITE;
    }
    x += 1;
    if (x === width) [x, y] = [0, y + 1];
  }
  const isOpaque = weakest === 255;
  if (strongest < FAINTEST_ALPHA || (isOpaque && isWhite)) return null;
  return { isOpaque, width: right - left + 1, height: bottom - top + 1, opacity: strongest / 255 };
}
