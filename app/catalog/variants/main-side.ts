import type { PrintSide } from "../../ports/order-model.ts";
import type { StoredMapping } from "../stored-mapping.ts";

/** The side that the list shows: the back of what is printed on the back alone. */
export function mainSide(
  mapping: Pick<StoredMapping, "artworkFront" | "artworkBack" | "requiredSides"> | null,
): PrintSide {
  if (!mapping || mapping.artworkFront !== "" || mapping.requiredSides.includes("front")) return "front";
  return mapping.artworkBack !== "" || mapping.requiredSides.includes("back") ? "back" : "front";
}
