import type { ArtworkDocument, ArtworkFile, ArtworkImage, ArtworkWarning } from "../ports/artwork.ts";
import type { ArtworkSide, PrintSide } from "../ports/order-model.ts";
import { areaWarnings, type PrintAreas } from "./print-areas.ts";

/** Longer side of a print file, in pixels: 10 inches at 100 dots per inch. Coarser prints look blurred. */
const FEWEST_PIXELS = 1000;

type Size = { width: number; height: number };

/** How large the sides are printed, as staff says: the print service's interface names no print size. null: not known. */
export type PrintSizes = Record<PrintSide, Size | null> & { unit: "in" | "cm"; wantedDpi: number };

/**
 * What to warn of. `areas`: what the print service's catalog tells of the product; where it tells none, the print size is staff's word.
 * Neither size is certain, so that a warning never holds an order.
 */
export function artworkWarnings(
  link: string,
  side: ArtworkSide,
  file: ArtworkFile | null,
  { sizes, areas = null }: { sizes: PrintSizes; areas?: PrintAreas | null },
): ArtworkWarning[] {
  const end = linkEnd(link);
  const warnings: ArtworkWarning[] = end ? [{ code: "expiring_link", endsAt: end.toISOString() }] : [];
  if (areas && !areas.has(side)) warnings.push({ code: "no_area", side });
  if (file?.document) warnings.push(...documentWarnings(file.document));
  if (!file?.image) return warnings;
  const { colorSpace, profile, depth, pages } = file.image;
  const area = areas?.get(side);
  warnings.push(...(area?.size ? areaWarnings(file.image, area) : resolutionWarnings(file.image, side, sizes)));
  if (colorSpace === "cmyk") warnings.push({ code: "cmyk" });
  if (profile !== null) warnings.push({ code: "color_profile", profile });
  if (depth === "ushort") warnings.push({ code: "sixteen_bit" });
  warnings.push(...drawingWarnings(file.image));
  if (pages > 1) warnings.push({ code: "animated" });
  return warnings;
}

function documentWarnings({ kind, isEncrypted, pages, hasOutsideFiles }: ArtworkDocument): ArtworkWarning[] {
  const warnings: ArtworkWarning[] = [{ code: "not_opened", kind }];
  if (isEncrypted) warnings.push({ code: "encrypted_pdf" });
  if (pages !== null && pages > 1) warnings.push({ code: "several_pages", pages });
  if (hasOutsideFiles) warnings.push({ code: "outside_files" });
  return warnings;
}

/** Of the picture's width and its height: a drawing that fills less of both is small on the product. */
const SMALL_PART = 0.5;
const FAINT_OPACITY = 0.5;

function drawingWarnings({ width, height, hasAlpha, drawing }: ArtworkImage): ArtworkWarning[] {
  // Many programs write alpha into every picture: pixels count more than the header.
  if (drawing?.isOpaque ?? !hasAlpha) return [{ code: "no_transparency" }];
  if (!drawing) return [];
  const warnings: ArtworkWarning[] = [];
  if (drawing.width < width * SMALL_PART && drawing.height < height * SMALL_PART)
    warnings.push({ code: "small_drawing", width: drawing.width, height: drawing.height, of: { width, height } });
  if (drawing.opacity < FAINT_OPACITY) warnings.push({ code: "faint", percent: Math.round(drawing.opacity * 100) });
  return warnings;
}

function resolutionWarnings({ width, height }: ArtworkImage, side: ArtworkSide, sizes: PrintSizes): ArtworkWarning[] {
  const { unit, wantedDpi } = sizes;
  const size = side === "front" || side === "back" ? sizes[side] : null;
  if (!size) return Math.max(width, height) < FEWEST_PIXELS ? [{ code: "low_resolution", width, height }] : [];
  const dpi = dpiOf({ width, height }, size, unit);
  return dpi < wantedDpi ? [{ code: "low_dpi", width, height, dpi, wantedDpi, side, size: { ...size, unit } }] : [];
}

const CM_PER_INCH = 2.54;

/** Dots per inch of a picture that is made as large as fits the size, whole: its tighter side decides. */
export function dpiOf(pixels: Size, size: Size, unit: "in" | "cm"): number {
  const inches = (length: number) => (unit === "in" ? length : length / CM_PER_INCH);
  return Math.floor(Math.max(pixels.width / inches(size.width), pixels.height / inches(size.height)) + 1e-9);
}

/** How long a signed link works, in the forms of the large file stores. */
const SIGNED_FROM = [
  { start: "x-amz-date", seconds: "x-amz-expires" },
  { start: "x-goog-date", seconds: "x-goog-expires" },
] as const;
/** Parameters with the end itself: `se` of Azure as a date, `expires` of CloudFront and older S3 in seconds of Unix time. */
const ENDS = ["se", "expires", "exp", "expiry"];
/** Unix time in seconds of this century: a smaller number is a duration, or something else. */
const UNIX_SECONDS = /^[1-9]\d{9}$/;
const ISO_DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/;

/** When a signed link stops working, by its parameters; null: they name no end. */
export function linkEnd(link: string): Date | null {
  const url = URL.parse(link);
  if (!url) return null;
  const parameters = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  for (const { start, seconds } of SIGNED_FROM) {
    const from = compactDate(parameters.get(start));
    const lasts = Number(parameters.get(seconds) ?? Number.NaN);
    if (from !== null && Number.isSafeInteger(lasts)) return validDate(from + lasts * 1000);
  }
  for (const name of ENDS) {
    const value = parameters.get(name) ?? "";
    if (UNIX_SECONDS.test(value)) return new Date(Number(value) * 1000);
    if (ISO_DATE.test(value)) return validDate(Date.parse(value));
  }
  return null;
}

/** 20261123T014700Z, in milliseconds; null: another form. */
function compactDate(text: string | undefined): number | null {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? "") ?? [];
  return year ? Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : null;
}

function validDate(milliseconds: number): Date | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date;
}
