import {
  LINK_FIELD,
  PRINT_SIDES,
  type ArtworkSide,
  type FurtherArtwork,
  type FurtherSide,
  type Side,
} from "./order-model.ts";

/** Each further side once. */
const FURTHER: Readonly<Record<FurtherSide, true>> = {
  right: true,
  left: true,
  hood: true,
  bothsides: true,
  right_upper_sleeves: true,
  right_lower_sleeves: true,
  left_upper_sleeves: true,
  left_lower_sleeves: true,
  left_chest: true,
  right_chest: true,
  front_bottom_right: true,
  center_upper_back: true,
  across_chest: true,
  across_back: true,
};
export const FURTHER_SIDES = Object.keys(FURTHER) as readonly FurtherSide[];
export const ARTWORK_SIDES: readonly ArtworkSide[] = [...PRINT_SIDES, ...FURTHER_SIDES];
export const SIDES: readonly Side[] = [...ARTWORK_SIDES, "mockup"];

const hasField = (side: Side): side is keyof typeof LINK_FIELD => side in LINK_FIELD;

/** The field of a form, and the column of a file, with the link of a side. */
export const linkField = (side: Side) => (hasField(side) ? LINK_FIELD[side] : side);

/** Links by side, as a mapping and an item that is sent have them. */
export interface SideLinks {
  artworkFront: string;
  artworkBack: string;
  mockup: string;
  artworkSides?: FurtherArtwork;
}

/** The link of a side; "" where there is none. */
export const linkOf = (links: SideLinks, side: Side): string =>
  hasField(side) ? links[LINK_FIELD[side]] : (links.artworkSides?.[side] ?? "");

/** The sides with artwork, and their links. */
export const printedLinks = (links: Omit<SideLinks, "mockup">): { side: ArtworkSide; link: string }[] =>
  ARTWORK_SIDES.map((side) => ({ side, link: linkOf({ mockup: "", ...links }, side) })).filter(
    ({ link }) => link !== "",
  );

/** Links of further sides in a fixed sequence, without empty ones. */
export const furtherArtwork = (links: FurtherArtwork): FurtherArtwork =>
  Object.fromEntries(FURTHER_SIDES.flatMap((side) => (links[side] ? [[side, links[side]] as const] : [])));
