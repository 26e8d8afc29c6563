import { cleanText, foldName } from "../../../common/clean-text.ts";
import { readSettings, type ShopSettings } from "../../../settings/settings.ts";
import { mappingsOf } from "./line-views.ts";
import { readLiveSnapshot } from "./live-snapshot.ts";
import { readCurrentChanges } from "../../compose/current-changes.ts";
import { mappingWith } from "../../compose/changed-values.ts";
import { buildNote, visibleProperties, withAddition } from "../../compose/line-content.ts";
import { noteByRules } from "../../compose/rules.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { LineSnapshot, OrderSnapshot, Property } from "../../../ports/order-model.ts";
import type { ShopRow } from "../../core/shop-row.ts";
import type { Gid } from "../../../ports/gid.ts";
import type { OrderLineId } from "../../../ports/ids.ts";

/** The customer's texts on one line, as Shopify has them now, and what is printed of them with the settings of now. */
interface LineTexts {
  /** The id of the `OrderLine`. */
  lineId: OrderLineId;
  /** Every property that the customer saw, or that the settings name for review, with its text. */
  texts: Property[];
  /** The note that the line is printed with; null where its variant has no mapping. */
  note: string | null;
}

/** What Shopify shows of the order as a whole. */
export interface OrderTexts {
  /** "" for none. */
  note: string;
  /** Cart attributes that have a value. */
  attributes: Property[];
  tags: string[];
  /** Decimal string in `currency`. */
  total: string;
  currency: string;
}

/** unreadable: Shopify did not show the order. */
export type Personalization = { status: "read"; order: OrderTexts; lines: LineTexts[] } | { status: "unreadable" };

type TextsContext = Pick<OrdersContext, "db" | "sql" | "shopify" | "log" | "encryptor">;

/**
 * What the customer entered for the lines of an order, to review before it is sent and to look up later. Personal data: read
 * from Shopify for the merchant, and never stored. null when the shop has no such order.
 */
export async function readPersonalization(
  ctx: TextsContext,
  shop: ShopRow,
  shopifyGid: Gid<"Order">,
): Promise<Personalization | null> {
  const order = await ctx.db.order.findFirst({
    where: { shopId: shop.id, shopifyGid },
    select: { id: true, lines: { select: { id: true, shopifyGid: true } } },
  });
  if (!order) return null;
  const snapshot = await readLiveSnapshot(ctx, shop, shopifyGid, { withTotal: true });
  if (!snapshot) return { status: "unreadable" };
  const settings = readSettings(shop.settings);
  const mappings = await mappingsOf(ctx, shop.id, snapshot.lines);
  const changes = await readCurrentChanges(ctx.sql, ctx, order.id);
  const lines = order.lines.flatMap(({ id, shopifyGid: gid }) => {
    const line = snapshot.lines.find((one) => one.gid === gid);
    if (!line) return [];
    const changed = changes.ofLine(id)?.values;
    const mapping = mappingWith(line.variantGid ? mappings.get(line.variantGid) : undefined, changed);
    const texts = textsOf(line, settings);
    const added = noteByRules(settings.rules, snapshot, line);
    const note = mapping ? withAddition(buildNote(line, mapping, settings, changed?.note), added).note : null;
    return [{ lineId: id, texts, note }];
  });
  return { status: "read", order: orderTexts(snapshot), lines };
}

function orderTexts({ note, attributes, tags, total = "0", currency }: OrderSnapshot): OrderTexts {
  return {
    note: note ?? "",
    attributes: attributes.filter(({ value }) => cleanText(value) !== ""),
    tags: tags ?? [],
    total,
    currency,
  };
}

/** Those that the customer saw, and hidden ones that the settings name for review: nothing is approved unseen. */
function textsOf(line: LineSnapshot, { personalizationProperties }: ShopSettings): Property[] {
  const visible = visibleProperties(line);
  const reviewed = personalizationProperties.map(foldName);
  return line.properties.filter(
    (one) => visible.includes(one) || (reviewed.includes(foldName(one.name)) && cleanText(one.value) !== ""),
  );
}
