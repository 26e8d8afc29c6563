import type { ArtworkWarning } from "../../ports/artwork.ts";
import { sideName, type ArtworkSide } from "../../ports/order-model.ts";
import { formatNumber } from "./format.ts";

/** A side within a sentence. */
export const sideInText = (side: ArtworkSide): string => sideName(side).toLowerCase();

/** What may spoil a print, and the next step. */
export function warningMessage(warning: ArtworkWarning): string {
  switch (warning.code) {
    case "expiring_link":
      return `This link stops working on ${warning.endsAt.slice(0, 10)} at ${warning.endsAt.slice(11, 16)} UTC. Use a link that doesn't expire.`;
    case "low_resolution":
      return `The image is ${warning.width} × ${warning.height} pixels and may print blurry. Use a larger image.`;
    case "low_dpi": {
      const { width, height, dpi, side, size, wantedDpi } = warning;
      return `${width} × ${height} pixels print at ${dpi} dpi on the ${sideInText(side)} (${size.width} × ${size.height} ${size.unit}). ${wantedDpi} dpi or more looks sharp.`;
    }
    case "below_area": {
      const { width, height, dpi, wantedDpi, area, places } = warning;
      const pixels = `${formatNumber(width)} × ${formatNumber(height)} of ${formatNumber(area.width)} × ${formatNumber(area.height)} pixels`;
      const size = dpi === null || wantedDpi === null ? pixels : `${dpi} dpi of ${wantedDpi} at this size (${pixels})`;
      const made =
        places > 1 ? ` The product is made in ${places} places with different print areas. This is the strictest.` : "";
      return `${size}. The artwork may print blurry. Use a larger image.${made}`;
    }
    case "other_shape":
      return warning.is === "wider"
        ? `The artwork is wider than the print area: ${warning.percent}% of the area's height stays empty, or ${warning.percent}% of the artwork's width is cut off.`
        : `The artwork is taller than the print area: ${warning.percent}% of the area's width stays empty, or ${warning.percent}% of the artwork's height is cut off.`;
    case "no_area":
      return `The print service's catalog names no print area for the ${sideInText(warning.side)} of this product.`;
    case "wrong_type":
      return `The ${sideInText(warning.side)} takes ${warning.takes.join(" or ")} files alone. Orders with this file are held.`;
    case "cmyk":
      return "The image uses CMYK colors, which may print differently. Export as RGB (sRGB).";
    case "not_opened":
      return `Inkbridge doesn't check the size, colors, or background of ${warning.kind.toUpperCase()} files. Check them yourself, or use a PNG.`;
    case "encrypted_pdf":
      return "The PDF is protected, for example with a password, and may not print. Export without protection.";
    case "several_pages":
      return `The PDF has ${warning.pages} pages. Only one can print. Export one page.`;
    case "outside_files":
      return "The SVG uses images or fonts from other files, which don't print. Embed them, or export a PNG.";
    case "color_profile":
      return `The image's colors are in “${warning.profile}” and may print differently. Export as sRGB.`;
    case "small_drawing": {
      const { width, height, of } = warning;
      return `The drawing fills only ${width} × ${height} of the image's ${of.width} × ${of.height} pixels and prints small. Crop the image to the drawing.`;
    }
    case "faint":
      return `The artwork is at most ${warning.percent}% opaque and prints faint. Check its opacity, then export again.`;
    case "sixteen_bit":
      return "The image has 16 bits per channel, which may not print. Export with 8 bits.";
    case "no_transparency":
      return "The image has no transparent background. Its background prints, too.";
    case "varying":
      return "The server sends a different file with each download, so Inkbridge can't tell when the file is replaced.";
    case "animated":
      return "The image is animated. Only one frame can print. Use a still image.";
  }
}
