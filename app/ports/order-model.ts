import type { Gid } from "./gid.ts";
import type { TextPlacement } from "./text-placement.ts";

/** The domain's own words for an order, independent of Shopify's and the print service's wire names. */

export const ADDRESS_FIELDS = [
  "firstName",
  "lastName",
  "name",
  "company",
  "address1",
  "address2",
  "city",
  "zip",
  "province",
  "provinceCode",
  "country",
  "countryCode",
  "phone",
] as const;
export type Address = Record<(typeof ADDRESS_FIELDS)[number], string | null>;

/** unknown: the snapshot's source does not say (an order webhook carries no risk). */
export type Risk = "unknown" | "pending" | "low" | "medium" | "high";

/** How an order that is not paid at checkout is to be paid. */
export type PaymentKind = "cash_on_delivery" | "net_terms" | "pay_later";

/** How the open goods of a line reach the customer. */
export type Delivery = "parcel" | "local_delivery" | "pickup";

/** hold: somebody holds them, and not Inkbridge. schedule: they are due on a later date (pre-orders, prepaid subscriptions). */
export type FulfillmentBlock = "hold" | "schedule";

export interface Property {
  name: string;
  value: string;
}

export interface LineSnapshot {
  gid: Gid<"LineItem">;
  productGid: Gid<"Product"> | null;
  variantGid: Gid<"ProductVariant"> | null;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  vendor: string | null;
  /** null: the snapshot's source does not say (an order webhook carries neither). */
  productType: string | null;
  productTags: string[] | null;
  /** Ordered, less what was removed or refunded. */
  quantity: number;
  /** Still to be fulfilled, held pieces included. */
  remaining: number;
  /** `remaining` may be too low: this snapshot cannot tell fulfilled pieces from held ones. */
  remainingUncertain?: boolean;
  /** Of these, pieces for which Shopify has made no fulfillment order yet. null: this snapshot cannot tell. */
  unrouted: number | null;
  requiresShipping: boolean;
  giftCard: boolean;
  tip: boolean;
  /** Handle of the fulfillment service the line is assigned to; "manual" or null: the merchant's own. */
  fulfillmentService: string | null;
  /** null: this snapshot cannot tell (an order webhook does not say; Shopify decides it a moment after the order). */
  delivery: Delivery | null;
  /** What keeps open pieces from being fulfilled in Shopify. null also: this snapshot cannot tell. */
  blockedBy: FulfillmentBlock | null;
  properties: Property[];
  /** The shipping line that it goes by, where the order has several and the snapshot's source tells them. */
  shippingMethod?: ShippingChoice;
  /** Artwork links in the product's or variant's metafields, where the snapshot's source has them. */
  metafieldArtwork: ArtworkLinks;
  /**
   * Unit price after all discounts and before tax, decimal string in the order's currency; null where the snapshot's source
   * does not say.
   */
  unitPrice: string | null;
}

export interface FulfillmentOrderSnapshot {
  gid: Gid<"FulfillmentOrder">;
  /** OPEN, IN_PROGRESS, ON_HOLD, SCHEDULED, CLOSED, CANCELLED, INCOMPLETE */
  status: string;
  /** e.g. CREATE_FULFILLMENT, HOLD, RELEASE_HOLD, REPORT_PROGRESS: writes are gated on these. */
  supportedActions: string[];
  /** Identifies the assigned location: one fulfillment must not mix locations. */
  assignedLocation: string;
  /** Its items are for a fulfillment service to send, not for the merchant: nothing is written to it. */
  atFulfillmentService: boolean;
  /** SHIPPING, PICK_UP, LOCAL … or null */
  deliveryMethod: string | null;
  holds: { gid: Gid<"FulfillmentHold">; reason: string; handle: string | null; heldByApp: boolean }[];
  lines: { gid: Gid<"FulfillmentOrderLineItem">; lineItemGid: Gid<"LineItem">; total: number; remaining: number }[];
}

/** A shipping line of the order, as the customer chose it. */
export interface ShippingChoice {
  title: string;
  code: string | null;
}

/** Links as given; null where there is none. */
export interface ArtworkLinks {
  front: string | null;
  back: string | null;
  mockup: string | null;
}

/**
 * A Shopify order at one moment, from a webhook or from the Admin API. Holds personal data: never store it in plain.
 */
export interface OrderSnapshot {
  gid: Gid<"Order">;
  name: string;
  createdAt: Date;
  updatedAt: Date;
  cancelledAt: Date | null;
  test: boolean;
  /** Lower case, e.g. pending, authorized, paid, partially_paid, partially_refunded, refunded, voided, expired. */
  financialStatus: string | null;
  /** null: none of these, or this snapshot cannot tell. */
  paymentKind: PaymentKind | null;
  currency: string;
  risk: Risk;
  /** Shopify has made its fulfillment orders. null: the snapshot's source does not say. */
  routed: boolean | null;
  /** The shop is a development store, where no customer waits for an order. null: the snapshot's source does not say. */
  developmentStore: boolean | null;
  email: string | null;
  phone: string | null;
  customerEmail: string | null;
  customerPhone: string | null;
  shippingAddress: Address | null;
  billingAddress: Address | null;
  /** Its first shipping line. */
  shippingMethod: ShippingChoice | null;
  /** Before tax, decimal string in `currency`; null where the snapshot's source does not say. */
  shippingPaid: string | null;
  /** What the customer, or staff, wrote about the order; null: nothing, or the snapshot's source does not say. */
  note: string | null;
  /** Cart attributes (Shopify: additional details): filled by themes and apps, or by the customer. */
  attributes: Property[];
  /** What staff and other apps mark the order with; null: the snapshot's source does not say. */
  tags: string[] | null;
  /** What the customer entered; null: the snapshot's source does not say. */
  discountCodes: string[] | null;
  /** Of the customer; null: the snapshot's source does not say, or the app may not read customers. */
  customerTags: string[] | null;
  /** How many orders the customer had placed with this one; null likewise, and where several were placed since. */
  customerOrders: number | null;
  /**
   * What the customer pays, after edits and refunds of items: decimal string in `currency`. Left out where it was not asked for.
   */
  total?: string;
  /** null, or left out: an amount of it is unknown. */
  money?: OrderMoney | null;
  lines: LineSnapshot[];
  /** Empty also where the snapshot's source does not say (an order webhook), or Shopify has not made them yet. */
  fulfillmentOrders: FulfillmentOrderSnapshot[];
  /** True when it was read from the Admin API, which knows all of the fields that may be unknown. */
  complete: boolean;
  /** Of a read: the moment before Shopify was asked. Left out: the moment when the snapshot is applied. */
  readAt?: Date;
}

/** What a later state of an order can be told by: all that a change after sending is noticed by. Holds personal data. */
export interface OrderSummary extends Pick<
  OrderSnapshot,
  "gid" | "updatedAt" | "cancelledAt" | "financialStatus" | "shippingAddress"
> {
  /** null: there are more lines than a summary has. */
  lines: Pick<LineSnapshot, "gid" | "quantity" | "remaining">[] | null;
}

/** A line of OrderMoney. `price`: of one piece, before discounts. `discount` and `tax`: of all pieces that were ordered. */
export interface LineMoney {
  gid: Gid<"LineItem">;
  ordered: number;
  /** Less what was removed or refunded. */
  current: number;
  requiresShipping: boolean;
  price: string;
  discount: string;
  tax: string;
}

/**
 * What Shopify says of an order's money. Decimal strings in `currency`, that of the shop. Nothing of it is personal data.
 */
export interface OrderMoney {
  currency: string;
  /** One amount of the order in both currencies: Shopify's own exchange rate. null: the customer paid in `currency`, or it is not told. */
  presentment: { currency: string; amount: string; shopAmount: string } | null;
  /** Prices, discounts and shipping contain the taxes. */
  taxesIncluded: boolean;
  lines: LineMoney[];
  /** charged: after discounts, at checkout, with `tax`. current: less what was refunded of it. */
  shipping: { charged: string; current: string; tax: string };
  /** Refunded beside lines and shipping, taxes in it: negative where the customer got it, positive where the store kept a part. */
  adjustment: string;
  /** How much of the payments came from gift cards or store credit, which cost no payment fee. */
  giftCards: "none" | "part" | "all";
}

/** The sides that every print service takes. */
export const PRINT_SIDES = ["front", "back"] as const;
export type PrintSide = (typeof PRINT_SIDES)[number];

/** Sides that some print services take besides (Capabilities.furtherSides), by the keys of their print areas; all: ports/sides.ts. */
export type FurtherSide =
  | "right"
  | "left"
  | "hood"
  | "bothsides"
  | "right_upper_sleeves"
  | "right_lower_sleeves"
  | "left_upper_sleeves"
  | "left_lower_sleeves"
  | "left_chest"
  | "right_chest"
  | "front_bottom_right"
  | "center_upper_back"
  | "across_chest"
  | "across_back";

/** The links of further sides; a side without artwork is left out. */
export type FurtherArtwork = Partial<Record<FurtherSide, string>>;

/** Every side that may be printed. */
export type ArtworkSide = PrintSide | FurtherSide;

/** Whatever may have a link: a mockup shows what the goods look like, and prints nothing. */
export type Side = ArtworkSide | "mockup";

/** What people call a side, on pages and in files. */
export function sideName(side: Side): string {
  const words = side === "bothsides" ? "both sides" : side.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The field of a mapping, and of an item that is sent, with the link of a side; further sides share `artworkSides`. */
export const LINK_FIELD = { front: "artworkFront", back: "artworkBack", mockup: "mockup" } as const;
export const LINK_FIELDS = Object.values(LINK_FIELD);

/** What a variant prints as (a row of Mapping, without its keys). */
export interface MappingRule {
  itemSku: string;
  artworkFront: string;
  artworkBack: string;
  mockup: string;
  /** Left out: none, or the reader does not ask. */
  artworkSides?: FurtherArtwork;
  note: string;
  requiredSides: ArtworkSide[];
  /** Title of the variant that staff mapped; null while that is not known. */
  mappedTitle: string | null;
  /** What became of the variant in Shopify since; null: nothing. */
  variantChange: VariantChange | null;
  /** Where texts of the customer are drawn on its product's artwork. Left out: nowhere, or the reader does not ask. */
  texts?: TextPlacements;
}

export type TextPlacements = Partial<Record<PrintSide, TextPlacement>>;

/** A text that is drawn on the artwork of a side. */
export interface DrawnText {
  side: PrintSide;
  /** In lines. */
  text: string;
  placement: TextPlacement;
  /** The link of the artwork without the text. */
  artwork: string;
  /** The item's link leads to the print file that was made with the text. */
  made: boolean;
}

/** options: another option value, such as another color. details: another SKU, or other names or another order of the options. */
type VariantChange = "deleted" | "options" | "details";

export interface PrintItem {
  productName: string;
  variantTitle: string;
  itemSku: string;
  quantity: number;
  /** "" where there is none. */
  artworkFront: string;
  artworkBack: string;
  mockup: string;
  note: string;
  /** Left out where no text is drawn. */
  drawn?: DrawnText[];
  /** Left out where none has artwork, so that the hash of what was sent before there were further sides stays. */
  artworkSides?: FurtherArtwork;
}

/**
 * 1 Express (US, AU), 2 Ground (US), null Standard (print-service: createOrder). Where the interface names its shipping services, the code
 * of one in place of the numbers (print-service-v3: createOrder, shipping_service).
 */
export type ShippingMethod = 1 | 2 | null | string;

/** Values of a line that staff may have printed differently, for one order. */
export const LINE_CHANGE_FIELDS = [
  "itemSku",
  "artworkFront",
  "artworkBack",
  "mockup",
  "note",
  "textFront",
  "textBack",
  "quantity",
] as const;
/** The field of a change with the text that is drawn on a side. */
export const TEXT_FIELD = { front: "textFront", back: "textBack" } as const;
/** The same for the order as a whole. */
export const ORDER_CHANGE_FIELDS = ["address", "email", "phone", "method"] as const;
export type ChangedField = (typeof LINE_CHANGE_FIELDS)[number] | (typeof ORDER_CHANGE_FIELDS)[number];

/** The destinations that have other methods than Standard (print-service: createOrder). */
const FAST_METHODS: Readonly<Record<string, readonly ShippingMethod[]>> = { US: [1, 2], AU: [1] };

/** The shipping methods to a country, Standard first. */
export const methodsTo = (countryCode: string): readonly ShippingMethod[] => [
  null,
  ...(FAST_METHODS[countryCode] ?? []),
];

/**
 * One order for the print service (print-service: createOrder), in our words. This is what a submission's payload
 * holds.
 */
export interface PrintOrder {
  reference: string;
  name: string;
  email: string;
  phone: string;
  address1: string;
  address2: string;
  city: string;
  zip: string;
  province: string;
  provinceCode: string;
  country: string;
  countryCode: string;
  method: ShippingMethod;
  items: PrintItem[];
}
