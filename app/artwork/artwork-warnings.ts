import type { ArtworkFile, ArtworkWarning } from "../ports/artwork.ts";
import type { PrintSide } from "../ports/order-model.ts";
import { linkEnd } from "./expiring-link.ts";

/** Longer side of a print file, in pixels: 10 inches at 100 dots per inch. Coarser prints look blurred. */
export const FEWEST_PIXELS = 1000;

/** What to warn of. The print service's interface names no print size, so that a warning never holds an order. */
export function artworkWarnings(link: string, side: PrintSide, file: ArtworkFile | null): ArtworkWarning[] {
  const end = linkEnd(link);
  const warnings: ArtworkWarning[] = end ? [{ code: "expiring_link", endsAt: end.toISOString() }] : [];
  if (!file?.image) return warnings;
  const { width, height, colorSpace, depth, hasAlpha, pages } = file.image;
  if (Math.max(width, height) < FEWEST_PIXELS) warnings.push({ code: "low_resolution", width, height });
  if (colorSpace === "cmyk") warnings.push({ code: "cmyk" });
  if (depth === "ushort") warnings.push({ code: "sixteen_bit" });
  if (side === "front" && !hasAlpha) warnings.push({ code: "no_transparency" });
  if (pages > 1) warnings.push({ code: "animated" });
  return warnings;
}
