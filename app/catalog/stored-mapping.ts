import type { Mapping } from "../../prisma/client/client.ts";

/** What a variant prints as. `MAPPING_COLUMNS` (variant-rows.ts) reads the same columns. */
export type StoredMapping = Pick<
  Mapping,
  "itemSku" | "artworkFront" | "artworkBack" | "mockup" | "note" | "requiredSides"
>;

/** The mapping alone of a row with further columns. */
export function toStoredMapping(row: StoredMapping): StoredMapping {
  const { itemSku, artworkFront, artworkBack, mockup, note, requiredSides } = row;
  return { itemSku, artworkFront, artworkBack, mockup, note, requiredSides };
}
