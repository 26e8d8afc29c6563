import { compareSizes } from "./catalog.ts";

/** A variant of the catalog that takes the place of another. */
export interface Substitute {
  itemSku: string;
  title: string;
  color: string | null;
  hexColor: string | null;
  size: string | null;
}

type Look = Pick<Substitute, "color" | "hexColor" | "size">;

/** Another size is as far as a color that is half as different as can be. */
const COLOR_WEIGHT = 2;

/** Variants by how near their size and color are to those of another one; none where it has neither. */
export function nearestVariants(own: Look, variants: readonly Substitute[], max: number): Substitute[] {
  if (own.color === null && own.size === null) return [];
  const sizes = [...new Set([own, ...variants].flatMap(({ size }) => size ?? []))].toSorted(compareSizes);
  const stepsTo = ({ size }: Look) =>
    own.size === null || size === null
      ? Number(own.size !== size)
      : Math.abs(sizes.indexOf(size) - sizes.indexOf(own.size));
  const distance = (other: Look) => stepsTo(other) + COLOR_WEIGHT * colorDistance(own, other);
  return variants
    .map(({ itemSku, title, color, hexColor, size }) => ({ itemSku, title, color, hexColor, size }))
    .toSorted((a, b) => distance(a) - distance(b) || (a.itemSku < b.itemSku ? -1 : 1))
    .slice(0, max);
}

/** From 0, the same, to 1. */
function colorDistance(one: Look, other: Look): number {
  if (one.color?.toLowerCase() === other.color?.toLowerCase()) return 0;
  const [a, b] = [channels(one.hexColor), channels(other.hexColor)];
  if (!a || !b) return 1;
  return Math.hypot(...a.map((value, at) => value - (b[at] ?? 0))) / Math.hypot(255, 255, 255);
}

function channels(hex: string | null): number[] | null {
  if (hex === null) return null;
  const digits = hex.length === 4 ? hex.slice(1).replaceAll(/./g, "$&$&") : hex.slice(1);
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
}
