import type { ArtworkImage, ArtworkWarning } from "../ports/artwork.ts";
import type { ArtworkSide } from "../ports/order-model.ts";
import { ARTWORK_SIDES } from "../ports/sides.ts";
import type { CatalogVariant, PrintArea } from "../ports/print-service.ts";

type Location = Pick<CatalogVariant["locations"][number], "printAreas">;
type Size = { width: number; height: number };

/** The print area of a side, as artwork has to suit it wherever the product is made. */
export interface SideArea {
  side: ArtworkSide;
  /** In pixels; null: not told. */
  size: Size | null;
  /** Dots per inch; null: not told. */
  resolution: number | null;
  /** The media types that the catalog names; null: not told, or not understood. */
  types: string[] | null;
  /** How many places make the product with different areas; 1: all with this one. */
  places: number;
}

/** The areas of a product, by side. */
export type PrintAreas = ReadonlyMap<ArtworkSide, SideArea>;

/**
 * The areas that all places of a variant share, each as the strictest of them has it; null: the catalog names none that is understood.
 * Which place makes an order is the print service's choice.
 */
export function printAreasOf(locations: readonly Location[]): PrintAreas | null {
  const places = locations
    .map(({ printAreas }) => new Map(printAreas.flatMap((area) => [[sideOf(area), area] as const])))
    .filter((areas) => ARTWORK_SIDES.some((side) => areas.has(side)));
  if (places.length === 0) return null;
  const shared = ARTWORK_SIDES.flatMap((side) => {
    const areas = places.flatMap((one) => one.get(side) ?? []);
    return areas.length === places.length ? [[side, strictest(side, areas)] as const] : [];
  });
  return new Map(shared);
}

/** The side that an area is of, by its key or else its name; null: none that is known. */
function sideOf({ key, name }: Pick<PrintArea, "key" | "name">): ArtworkSide | null {
  const sides = [key, name].map((text) =>
    text
      .toLowerCase()
      .replace(/[^a-z]+/g, "_")
      .replace(/^artwork_/, ""),
  );
  return ARTWORK_SIDES.find((side) => side === sides[0]) ?? ARTWORK_SIDES.find((side) => side === sides[1]) ?? null;
}

function strictest(side: ArtworkSide, areas: readonly PrintArea[]): SideArea {
  const read = areas.map((area) => ({ ...readSize(area), types: typesIn(area.fileFormat) }));
  const [largest] = read.toSorted(
    (one, other) => pixelsOf(other.size) - pixelsOf(one.size) || (other.resolution ?? 0) - (one.resolution ?? 0),
  );
  const told = read.flatMap(({ types }) => (types ? [types] : []));
  const types = told.length === 0 ? null : (told[0] ?? []).filter((type) => told.every((one) => one.includes(type)));
  const differ = new Set(read.map((one) => JSON.stringify(one))).size > 1;
  return {
    side,
    size: largest?.size ?? null,
    resolution: largest?.resolution ?? null,
    // Without a type that all places name, there is none to warn of.
    types: types && types.length > 0 ? types : null,
    places: differ ? areas.length : 1,
  };
}

const pixelsOf = (size: Size | null): number => (size ? size.width * size.height : 0);

function readSize({ width, height, resolution }: PrintArea): Pick<SideArea, "size" | "resolution"> {
  const isLength = (value: number | null): value is number => value !== null && Number.isFinite(value) && value > 0;
  return {
    size: isLength(width) && isLength(height) ? { width, height } : null,
    resolution: isLength(resolution) ? resolution : null,
  };
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  svg: "image/svg+xml",
  pdf: "application/pdf",
};

/** "PNG", "png, jpg", "image/jpeg" and the like; null where no type is named. */
function typesIn(fileFormat: string | null): string[] | null {
  const words = (fileFormat ?? "").toLowerCase().match(/[a-z]+/g) ?? [];
  const types = words.flatMap((word) => (Object.hasOwn(MEDIA_TYPES, word) ? (MEDIA_TYPES[word] ?? []) : []));
  return types.length === 0 ? null : [...new Set(types)].toSorted();
}

/** What people call a media type: PNG, JPEG, PDF. */
export const typeName = (type: string): string => (type.split(/[/+]/)[1] ?? type).toUpperCase();

/** The same shape, but for what rounding and a designer's eye make of it. */
const SHAPE_PERCENT = 2;

/** What the picture lacks to fill its area: the picture is made as large as fits in whole. */
export function areaWarnings(
  { width, height }: Pick<ArtworkImage, "width" | "height">,
  area: SideArea,
): ArtworkWarning[] {
  const { side, size, resolution, places } = area;
  if (!size) return [];
  const { part, is, percent } = fit({ width, height }, size);
  const dpi = areaDpi({ width, height }, area);
  const isSmall = dpi !== null && resolution !== null ? dpi < Math.floor(resolution) : part < 1;
  return [
    ...(isSmall
      ? [{ code: "below_area", width, height, dpi, wantedDpi: resolution, side, area: size, places } as const]
      : []),
    ...(percent >= SHAPE_PERCENT ? [{ code: "other_shape", side, is, percent } as const] : []),
  ];
}

/** Dots per inch of a picture that is made as large as fits in its area, whole; null: the area's are not told. */
export const areaDpi = (picture: Size, { size, resolution }: Pick<SideArea, "size" | "resolution">): number | null =>
  size === null || resolution === null ? null : Math.floor(fit(picture, size).part * resolution + 1e-9);

/**
 * A picture that is made as large as fits in an area, whole. `part`: how many of its pixels there are for one of the area. `percent`: how
 * much of the area stays empty, or of the picture is cut off where it is made to cover the area.
 */
export function fit(picture: Size, area: Size): { part: number; is: "wider" | "taller"; percent: number } {
  const [across, down] = [picture.width / area.width, picture.height / area.height];
  const part = Math.max(across, down);
  return {
    part,
    is: across > down ? "wider" : "taller",
    percent: Math.round((1 - Math.min(across, down) / part) * 100),
  };
}
