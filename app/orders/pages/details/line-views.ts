import type { Mapping, EligibilityReason } from "../../../../prisma/client/client.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { PrintItem, PrintOrder, ChangedField, Side } from "../../../ports/order-model.ts";
import { linkOf, SIDES, type SideLinks } from "../../../ports/sides.ts";
import { availableLineAction, type LineAction } from "../../actions/exclude-line.ts";
import { gidNumber, type Gid } from "../../../ports/gid.ts";
import { withoutReprints } from "../../core/reprints.ts";
import { isActive } from "../../actions/order-actions.ts";
import type { Confidential } from "./confidential.ts";
import type { StoredOrder } from "./stored-order.ts";
import type { ShopId, OrderLineId, OrderChangeId } from "../../../ports/ids.ts";
import type { ChangeContent, ChangedValues } from "../../core/order-change.ts";

type Line = StoredOrder["lines"][number];

/**
 * A line of the order. `quantity`: without removed and refunded pieces; `remaining`: still to be fulfilled in Shopify.
 */
export interface LineView extends Pick<
  Line,
  "id" | "title" | "variantTitle" | "sku" | "quantity" | "remaining" | "eligibility"
> {
  /** Shopify's id. */
  gid: Gid<"LineItem">;
  reason: EligibilityReason;
  /** The rule of the shop that keeps it from being sent; null: none does, or its name is no longer known. */
  rule: string | null;
  /** The print service's SKU; "" for a line that is not mapped. */
  itemSku: string;
  mapped: boolean;
  /** Number of the Shopify product. */
  productId: string | null;
  /** Number of the Shopify variant. */
  variantId: string | null;
  artwork: ArtworkView[];
  /** The action that is possible now. */
  action: LineAction | null;
  /** What staff changed of it for this order. */
  change: ChangeView | null;
}

/** The mappings of lines' variants, by variant. */
export async function mappingsOf(
  ctx: Pick<OrdersContext, "db">,
  shopId: ShopId,
  lines: readonly { variantGid: Gid<"ProductVariant"> | null }[],
): Promise<ReadonlyMap<Gid<"ProductVariant">, Mapping>> {
  const variants = lines.flatMap((line) => line.variantGid ?? []);
  const rows = await ctx.db.mapping.findMany({ where: { shopId, variantGid: { in: variants } } });
  return new Map(rows.map((row) => [row.variantGid, row]));
}

/** The order's lines. The artwork is that of the newest submission, else that of the mapping. */
export function lineViews(
  order: StoredOrder,
  mappings: ReadonlyMap<Gid<"ProductVariant">, Mapping>,
  {
    payloads,
    changes,
    previewOf,
    areaWarnings,
  }: Pick<Confidential, "payloads" | "changes" | "previewOf" | "areaWarnings">,
): LineView[] {
  return order.lines.map((line) => {
    const mapping = line.variantGid ? mappings.get(line.variantGid) : undefined;
    const item = itemOf(order, line.id, payloads);
    const printed = item ?? mapping;
    const { id, title, variantTitle, sku, quantity, remaining, eligibility } = line;
    return {
      ...{ id, title, variantTitle, sku, quantity, remaining, eligibility },
      gid: line.shopifyGid,
      reason: line.eligibilityReason,
      rule: excludingRule(order, line),
      itemSku: item?.itemSku ?? mapping?.itemSku ?? "",
      mapped: mapping !== undefined,
      productId: line.productGid ? gidNumber(line.productGid) : null,
      variantId: line.variantGid ? gidNumber(line.variantGid) : null,
      artwork:
        eligibility === "printable"
          ? artworkOf(printed, previewOf, mapping?.requiredSides ?? [], (side) =>
              printed ? areaWarnings(printed, side) : [],
            )
          : [],
      action: lineActionOf(order, line),
      change: changeView(order, line.id, changes),
    };
  });
}

/** History is sorted, the newest first. */
function excludingRule({ history }: StoredOrder, { eligibilityReason, shopifyGid }: Line): string | null {
  if (eligibilityReason !== "excluded_by_rule") return null;
  for (const { code, data } of history) {
    const { subject, rule } = data as { subject?: unknown; rule?: unknown };
    if (code === "line.excluded_by_rule" && subject === shopifyGid && typeof rule === "string") return rule;
  }
  return null;
}

/** The action that is possible on a line now. */
export function lineActionOf(order: StoredOrder, line: Line): LineAction | null {
  const holders = withoutReprints(order.submissions).filter(({ lines }) =>
    lines.some((one) => one.orderLineId === line.id),
  );
  return availableLineAction(
    line,
    holders.map(({ state }) => state),
    isActive(order),
  );
}

/** The line's item in the newest submission that has one. Items have the sequence of the submission's lines. */
function itemOf(
  order: StoredOrder,
  lineId: OrderLineId,
  payloads: ReadonlyMap<string, PrintOrder>,
): PrintItem | undefined {
  for (const submission of order.submissions.toReversed()) {
    const line = submission.lines.find((one) => one.orderLineId === lineId);
    const item = line ? payloads.get(submission.id)?.items[line.position] : undefined;
    if (item) return item;
  }
  return undefined;
}

/** What staff changed of a line or of the order, and why. Personal data, for the merchant only. */
export interface ChangeView {
  id: OrderChangeId;
  fields: ChangedField[];
  before: ChangedValues;
  after: ChangedValues;
  reason: string;
}

/** The change that is in force; null without one, after its erasure, or without decryption. `lineId` null: of the order. */
export function changeView(
  order: StoredOrder,
  lineId: OrderLineId | null,
  contents: ReadonlyMap<string, ChangeContent>,
): ChangeView | null {
  const row = order.changes.find(({ orderLineId, endedAt }) => orderLineId === lineId && endedAt === null);
  const content = row && contents.get(row.id);
  return row && content ? { id: row.id, fields: row.fields, ...content } : null;
}

export interface ArtworkView {
  side: Side;
  /** An http(s) link; "" for a required side without one. */
  url: string;
  /** The signed address of a small picture of it; null: a page asks for it by script. */
  preview: string | null;
  /** The address of a picture of it with the customer's text, which a page asks for by script: it is shown to staff alone. */
  drawn?: string;
  /** How it suits the print area of its side; left out: well, or nothing is known. */
  warnings?: string[];
}

/** The links that a page may show, and the required sides without one. */
export function artworkOf(
  links: SideLinks | undefined,
  previewOf: (link: string) => string | null,
  required: readonly string[] = [],
  warningsOn: (side: Side) => string[] = () => [],
): ArtworkView[] {
  if (!links) return [];
  const sides = SIDES.map((side) => ({ side, url: webLink(linkOf(links, side)) }));
  return sides
    .filter(({ side, url }) => url !== "" || required.includes(side))
    .map(({ side, url }) => {
      const warnings = warningsOn(side);
      return { side, url, preview: previewOf(url), ...(warnings.length > 0 ? { warnings } : {}) };
    });
}

function webLink(text: string): string {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "") ? text : "";
}
