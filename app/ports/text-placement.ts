/** The fonts that texts are drawn with: their files stand in the app, so that a text looks the same on every machine. */
export const TEXT_FONTS = {
  noto_sans: "Noto Sans Bold",
  noto_serif: "Noto Serif Bold",
  oswald: "Oswald Bold",
  caveat: "Caveat Bold",
  pacifico: "Pacifico",
} as const;
export type TextFont = keyof typeof TEXT_FONTS;

export const TEXT_ALIGNS = ["left", "center", "right"] as const;
export type TextAlign = (typeof TEXT_ALIGNS)[number];

/** With another one, the same text is drawn otherwise, into another file: a layout, font or HarfBuzz that draws other outlines changes it. */
export const DRAWING_VERSION = 1;

/** Bounds of what staff may enter. */
export const TEXT_MAX_LINES = 10;
export const TEXT_MAX_CHARACTERS = 200;
export const PROPERTY_NAME_MAX = 255;

/** Where, and how, a text of the customer is drawn on the artwork of one side. */
export interface TextPlacement {
  /** Name of the line item property with the text; "": all that the customer sees, each in a line of its own. */
  property: string;
  /** The box that the text stays in, in percent of the artwork's width (`x`, `width`) and height (`y`, `height`). */
  x: number;
  y: number;
  width: number;
  height: number;
  font: TextFont;
  /** Of the font, in percent of the artwork's height; null: as large as the box allows. */
  size: number | null;
  /** A text that would have to be smaller is not drawn. In percent of the artwork's height. */
  smallest: number;
  /** `#rrggbb`. */
  color: string;
  align: TextAlign;
  uppercase: boolean;
  maxLines: number;
  maxCharacters: number;
  /** The print file is made with the text on it. Without it, staff sees the text drawn, and the artwork prints as it is. */
  makesFile: boolean;
  /** The size in pixels of the artwork that staff placed the text on. The text is drawn on artwork of that shape only. */
  artwork: { width: number; height: number };
}

/**
 * Why a text is not drawn. characters: the font has none of these. too_many: more characters than `max`. too_long: smaller than the
 * smallest size, or in more lines than allowed.
 */
export type TextProblem =
  { code: "characters"; characters: string[] } | { code: "too_many"; max: number } | { code: "too_long" };
