import type { PrintSide } from "../ports/order-model.ts";

const WORDS: ReadonlyMap<string, PrintSide[]> = new Map([
  ["none", []],
  ["front", ["front"]],
  ["back", ["back"]],
  ["front and back", ["front", "back"]],
]);

/** How required sides are written in a file: None, Front, Back, or Front and back. */
export function sidesText(sides: readonly PrintSide[]): string {
  const [text = ""] = [...WORDS].find(([, all]) => sameSides(all, sides)) ?? [];
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The sides of a cell, in either order; null for any other text. */
export function parseSides(text: string): PrintSide[] | null {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const sides = words.filter((word) => word !== "and").toSorted((one, other) => other.localeCompare(one));
  return WORDS.get(sides.join(" and ")) ?? null;
}

/** Whether both name the same sides, in whatever order. */
export const sameSides = (one: readonly PrintSide[], other: readonly PrintSide[]): boolean =>
  one.length === other.length && one.every((side) => other.includes(side));
