import { cutText } from "../../common/clean-text.ts";
import type { PrintSide } from "../../ports/order-model.ts";
import type { StoredMapping } from "../stored-mapping.ts";

export const VARIANT_VIEWS = [
  "all",
  "unmapped",
  "partly_mapped",
  "sold",
  "broken",
  "file_unreadable",
  "changed",
  "file_replaced",
  "not_printed",
] as const;
export type VariantView = (typeof VARIANT_VIEWS)[number];

/** Which variants a list has. `query`: words of the product's title, the variant's title, the SKU or the print SKU. */
export interface VariantFilter {
  view: VariantView;
  query: string;
}

/** The query of the variants page. */
export interface VariantsQuery extends VariantFilter {
  /** Number of the variant that the page before ended or the page after began with; at most one of both. */
  after: string | null;
  before: string | null;
}

const QUERY_LENGTH = 100;

/** The query of an address. Invalid parts take their default. */
export function readVariantsQuery(params: URLSearchParams): VariantsQuery {
  const after = readNumber(params.get("after"));
  return {
    view: VARIANT_VIEWS.find((view) => view === params.get("view")) ?? "all",
    query: cutText((params.get("query") ?? "").replaceAll("\0", "").trim(), QUERY_LENGTH),
    after,
    before: after === null ? readNumber(params.get("before")) : null,
  };
}

/** The address of a query, without the defaults. */
export function writeVariantsQuery({ view, query, after, before }: VariantsQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (view !== "all") params.set("view", view);
  if (query) params.set("query", query);
  if (after !== null) params.set("after", after);
  else if (before !== null) params.set("before", before);
  return params;
}

/** What a saved view keeps of a query: not the position in its list. Titles and SKUs of products name no customer. */
export const viewQuery = (query: VariantsQuery): VariantsQuery => ({ ...query, after: null, before: null });

const readNumber = (text: string | null): string | null => (text !== null && /^\d{1,20}$/.test(text) ? text : null);

/** The side that the list shows: the back of what is printed on the back alone. */
export function mainSide(
  mapping: Pick<StoredMapping, "artworkFront" | "artworkBack" | "requiredSides"> | null,
): PrintSide {
  if (!mapping || mapping.artworkFront !== "" || mapping.requiredSides.includes("front")) return "front";
  return mapping.artworkBack !== "" || mapping.requiredSides.includes("back") ? "back" : "front";
}
