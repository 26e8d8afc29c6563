import { previewPath } from "../../../artwork/preview-link.ts";
import { RemoteError } from "../../../ports/errors.ts";
import type { Gid } from "../../../ports/gid.ts";
import type { OrderSnapshot, Address, PrintOrder } from "../../../ports/order-model.ts";
import type { ReadOrderOptions } from "../../../ports/shopify.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { ShopRow } from "../../core/shop-row.ts";
import { readSettings, type ShopSettings } from "../../../settings/settings.ts";
import { cleanText, firstText } from "../../../common/clean-text.ts";
import { buildRecipient } from "../../compose/recipient.ts";
import { basketOf, type PriceResult } from "../../../quotes/basket.ts";
import { priceBasket, pricingShop } from "../../../quotes/price-basket.ts";
import { previewReprint, type PreviewResult, type ReprintRequest, type ReprintResult } from "../../actions/reprint.ts";
import { artworkOf, type ArtworkView } from "./line-views.ts";
import { SHOWN_PRICE_MAX_AGE_MS } from "./order-price.ts";

/** The order as Shopify shows it now, for a page; null while Shopify does not show it. Personal data: never stored. */
export async function readLiveSnapshot(
  ctx: Pick<OrdersContext, "shopify" | "log">,
  shop: Pick<ShopRow, "domain">,
  shopifyGid: Gid<"Order">,
  options?: ReadOrderOptions,
): Promise<OrderSnapshot | null> {
  return ctx.shopify.readOrder(shop.domain, shopifyGid, options).catch((error: unknown) => {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ error: error.name }, "order not readable for a page");
    return null;
  });
}

/** Who gets the parcel and where, as Shopify has it now. Parts that are missing are "". */
type CurrentRecipient = Omit<PrintOrder, "reference" | "items" | "method">;

/** The address in Shopify, and where the print service is written to ("": the settings name no address). */
export interface RecipientNow {
  /** none: the order has no shipping address. unreadable: Shopify did not show the order. */
  current: { status: "read"; recipient: CurrentRecipient } | { status: "none" } | { status: "unreadable" };
  printServiceEmail: string;
}

/**
 * What a page compares with the address that was sent. Personal data: read from Shopify for the merchant, and never
 * stored. null when the shop has no such order.
 */
export async function readRecipientNow(
  ctx: Pick<OrdersContext, "db" | "shopify" | "log">,
  shop: ShopRow,
  shopifyGid: Gid<"Order">,
): Promise<RecipientNow | null> {
  const order = await ctx.db.order.findFirst({ where: { shopId: shop.id, shopifyGid }, select: { id: true } });
  if (!order) return null;
  const settings = readSettings(shop.settings);
  const { printServiceEmail } = settings;
  const snapshot = await readLiveSnapshot(ctx, shop, shopifyGid);
  return { current: recipientIn(snapshot, settings), printServiceEmail };
}

/** The address as it would be sent now; null: Shopify did not show the order. */
export function recipientIn(snapshot: OrderSnapshot | null, settings: ShopSettings): RecipientNow["current"] {
  if (!snapshot) return { status: "unreadable" };
  if (!snapshot.shippingAddress) return { status: "none" };
  const built = buildRecipient(snapshot, settings);
  return { status: "read", recipient: built.ok ? built.recipient : incomplete(snapshot.shippingAddress) };
}

/** An address that cannot be sent yet, as far as it goes. */
function incomplete(address: Address): CurrentRecipient {
  const { name, company, phone, ...rest } = address;
  const fields = ["address1", "address2", "city", "zip", "province", "provinceCode", "country", "countryCode"] as const;
  const parts = Object.fromEntries(fields.map((field) => [field, cleanText(rest[field])]));
  return {
    ...(parts as Record<(typeof fields)[number], string>),
    name: firstText(name, company),
    email: "",
    phone: cleanText(phone),
  };
}

/** With the artwork of each item, and what the print service charges; null where there is nothing to price. */
type PricedPreview =
  | (Extract<PreviewResult, { result: "done" }> & { artwork: ArtworkView[][]; priced: PriceResult | null })
  | Exclude<PreviewResult, { result: "done" }>;

/** The response to the dialog for a reprint. */
export type ReprintAnswer = ({ step: "preview" } & PricedPreview) | ({ step: "send" } & ReprintResult);

/** What a reprint would send, and its price. */
export async function readReprintPreview(
  ctx: OrdersContext,
  shop: ShopRow,
  shopifyGid: Gid<"Order">,
  lines: ReprintRequest["lines"],
): Promise<PricedPreview> {
  const answer = await previewReprint(ctx, { shopId: shop.id, shopifyGid }, lines);
  if (answer.result !== "done") return answer;
  const { payload } = answer.preview;
  const priced =
    payload && (await priceBasket(ctx, pricingShop(shop), basketOf(payload), { maxAgeMs: SHOWN_PRICE_MAX_AGE_MS }));
  const previewOf = (link: string) => previewPath(ctx, { shopId: shop.id, link, version: "" });
  return { ...answer, priced, artwork: (payload?.items ?? []).map((item) => artworkOf(item, previewOf)) };
}
