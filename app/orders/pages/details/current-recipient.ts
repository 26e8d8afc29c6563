import { readSettings } from "../../../settings/settings.ts";
import type { Gid } from "../../../ports/gid.ts";
import type { Address, PrintOrder } from "../../../ports/order-model.ts";
import { cleanText, firstText } from "../../../common/clean-text.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { ShopRow } from "../../core/shop-row.ts";
import { buildRecipient } from "../../compose/recipient.ts";
import { readLiveSnapshot } from "./live-snapshot.ts";

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
  if (!snapshot) return { current: { status: "unreadable" }, printServiceEmail };
  if (!snapshot.shippingAddress) return { current: { status: "none" }, printServiceEmail };
  const built = buildRecipient(snapshot, settings);
  const recipient = built.ok ? built.recipient : incomplete(snapshot.shippingAddress);
  return { current: { status: "read", recipient }, printServiceEmail };
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
