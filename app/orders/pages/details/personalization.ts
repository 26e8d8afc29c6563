import { RemoteError } from "../../../ports/errors.ts";
import { readSettings } from "../../../settings/settings.ts";
import { propertiesNamed } from "../../print-order/artwork.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { LineSnapshot, Property } from "../../../ports/order-model.ts";
import type { ShopRow } from "../../core/shop-row.ts";
import type { Gid } from "../../../ports/gid.ts";
import type { OrderLineId } from "../../../ports/ids.ts";

/** The customer's texts on one line, as Shopify has them now. */
export interface LineTexts {
  /** The id of the `OrderLine`. */
  lineId: OrderLineId;
  texts: Property[];
}

/** unreadable: Shopify did not show the order. */
export type Personalization = { status: "read"; lines: LineTexts[] } | { status: "unreadable" };

type TextsContext = Pick<OrdersContext, "db" | "shopify" | "log">;

/**
 * The texts to review before an order is sent, from the properties that the settings name. They are personal data: read
 * from Shopify for the merchant, and never stored. null when the shop has no such order.
 */
export async function readPersonalization(
  ctx: TextsContext,
  shop: ShopRow,
  shopifyGid: Gid<"Order">,
): Promise<Personalization | null> {
  const order = await ctx.db.order.findFirst({
    where: { shopId: shop.id, shopifyGid },
    select: { lines: { select: { id: true, shopifyGid: true } } },
  });
  if (!order) return null;
  const snapshot = await ctx.shopify.readOrder(shop.domain, shopifyGid).catch((error: unknown) => {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ error: error.name }, "personalization not readable");
    return null;
  });
  if (!snapshot) return { status: "unreadable" };
  const names = readSettings(shop.settings).personalizationProperties;
  const texts = new Map(snapshot.lines.map((line) => [line.gid, textsOf(line, names)]));
  const lines = order.lines.map((line) => ({ lineId: line.id, texts: texts.get(line.shopifyGid) ?? [] }));
  return { status: "read", lines: lines.filter((line) => line.texts.length > 0) };
}

const textsOf = (line: LineSnapshot, names: readonly string[]): Property[] =>
  names.flatMap((name) =>
    propertiesNamed(line, name)
      .filter((value) => value.trim() !== "")
      .map((value) => ({ name, value })),
  );
