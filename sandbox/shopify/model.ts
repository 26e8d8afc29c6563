/**
 * The state of the stand-in's shops. Ids are digit strings (Shopify's exceed 2^53); money is a decimal string in the
 * order's currency.
 */

export interface Location {
  id: string;
  name: string;
  countryCode: string;
  /** Location of another app's fulfillment service rather than of the merchant. */
  isFulfillmentService: boolean;
}

export interface Metafield {
  id: string;
  namespace: string;
  key: string;
  type: string;
  value: string;
}

export interface Variant {
  id: string;
  productId: string;
  title: string;
  sku: string | null;
  barcode: string | null;
  price: string;
  requiresShipping: boolean;
  options: { name: string; value: string }[];
  metafields: Metafield[];
  imageUrl: string | null;
  /** Where this variant is stocked; null: the shop's first location. */
  locationId: string | null;
  updatedAt: Date;
}

export interface Product {
  id: string;
  title: string;
  handle: string;
  vendor: string;
  productType: string;
  tags: string[];
  status: "ACTIVE" | "ARCHIVED" | "DRAFT";
  isGiftCard: boolean;
  imageUrl: string | null;
  metafields: Metafield[];
  variants: Variant[];
  createdAt: Date;
  updatedAt: Date;
}

/** By which an app gives rates at the checkout. */
export interface CarrierService {
  id: string;
  name: string;
  callbackUrl: string;
  active: boolean;
  supportsServiceDiscovery: boolean;
}

type FileStatus = "UPLOADED" | "PROCESSING" | "READY" | "FAILED";

/** A file of the shop's admin. */
export interface ShopFile {
  id: string;
  name: string;
  mimeType: string;
  url: string;
  thumbnailUrl: string;
  status: FileStatus;
  /** What the file becomes each time that an app asks for it. */
  next: FileStatus[];
  /** Why Shopify could not process the file. */
  errorCode: string;
  width: number;
  height: number;
  createdAt: Date;
  /** What an app uploaded; left out: any picture stands for it. */
  content?: Uint8Array;
}

export interface Address {
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  provinceCode: string | null;
  country: string | null;
  countryCode: string | null;
  zip: string | null;
  phone: string | null;
  /** Where it is not just first and last name. */
  name?: string | null;
}

export interface Attribute {
  name: string;
  value: string;
}

export interface Line {
  id: string;
  variantId: string | null;
  productId: string | null;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  vendor: string | null;
  /** As ordered, plus what edits added. */
  quantity: number;
  /** Less what was refunded or removed. */
  currentQuantity: number;
  /** Still to be fulfilled. */
  unfulfilled: number;
  price: string;
  /** Of the whole line. */
  totalDiscount: string;
  requiresShipping: boolean;
  isGiftCard: boolean;
  properties: Attribute[];
  /** Shopify makes no fulfillment order of it before `routeOrder`: of a free exchange item, for instance, it may make none at all. */
  unrouted: boolean;
  /** The one that it goes by; null: the order's first. */
  shippingLineId: string | null;
  grams: number;
}

export interface ShippingLine {
  id: string;
  title: string;
  code: string | null;
  source: string | null;
  price: string;
  discountedPrice: string;
  carrierIdentifier: string | null;
}

/** A user of the shop's admin. */
export interface StaffMember {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  accountOwner: boolean;
}

export interface Customer {
  id: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  tags: string[];
}

export interface Refund {
  id: string;
  createdAt: Date;
  note: string | null;
  lines: { id: string; lineId: string; quantity: number; restockType: string }[];
}

export interface Fulfillment {
  id: string;
  orderId: string;
  name: string;
  status: "SUCCESS" | "CANCELLED" | "ERROR" | "FAILURE" | "PENDING";
  locationId: string | null;
  fulfillmentOrderIds: string[];
  company: string | null;
  tracking: { number: string | null; url: string | null }[];
  lines: { id: string; lineId: string; fulfillmentOrderId: string | null; quantity: number }[];
  /** Made by the app under test, or by the merchant. */
  byApp: boolean;
  /** What the app said with it. */
  message: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface Hold {
  id: string;
  reason: string;
  reasonNotes: string | null;
  handle: string | null;
  externalId: string | null;
  byApp: boolean;
}

type FulfillmentOrderStatus = "OPEN" | "IN_PROGRESS" | "ON_HOLD" | "SCHEDULED" | "CLOSED" | "CANCELLED" | "INCOMPLETE";

export interface FulfillmentOrderLine {
  id: string;
  lineId: string;
  total: number;
  remaining: number;
}

export interface FulfillmentOrder {
  id: string;
  orderId: string;
  locationId: string;
  status: FulfillmentOrderStatus;
  requestStatus: "UNSUBMITTED" | "SUBMITTED" | "ACCEPTED" | "REJECTED" | "CLOSED";
  methodType: "SHIPPING" | "NONE" | "PICK_UP" | "LOCAL";
  methodId: string;
  lines: FulfillmentOrderLine[];
  holds: Hold[];
  createdAt: Date;
  updatedAt: Date;
}

export type FinancialStatus =
  "AUTHORIZED" | "EXPIRED" | "PAID" | "PARTIALLY_PAID" | "PARTIALLY_REFUNDED" | "PENDING" | "REFUNDED" | "VOIDED";

export interface PaymentTerms {
  name: string;
  type: "FIXED" | "FULFILLMENT" | "NET" | "RECEIPT" | "UNKNOWN";
}

export type RiskLevel = "HIGH" | "LOW" | "MEDIUM" | "NONE" | "PENDING";

export interface Risk {
  recommendation: "ACCEPT" | "CANCEL" | "INVESTIGATE" | "NONE";
  assessments: { riskLevel: RiskLevel }[];
}

/** Totals of a payload; after an edit they are computed from the lines. */
interface GivenTotals {
  subtotal: string;
  currentSubtotal: string;
  total: string;
  currentTotal: string;
  shipping: string;
}

export interface Order {
  id: string;
  number: number;
  name: string;
  email: string | null;
  phone: string | null;
  createdAt: Date;
  processedAt: Date;
  updatedAt: Date;
  cancelledAt: Date | null;
  cancelReason: string | null;
  closedAt: Date | null;
  test: boolean;
  edited: boolean;
  sourceName: string;
  tags: string[];
  metafields: Metafield[];
  /** As the customer entered them. */
  discountCodes: string[];
  note: string | null;
  noteAttributes: Attribute[];
  currency: string;
  presentmentCurrency: string;
  /** Presentment amount for one unit of the shop's currency. */
  presentmentRate: string;
  /** The part of each net price that is tax, such as 0.25, where prices include taxes; 0: they do not. */
  includedTax: string;
  financialStatus: FinancialStatus;
  /** Names of the payment methods, e.g. "Cash on Delivery (COD)". */
  paymentGateways: string[];
  /** Payment that is due later, as B2B and draft orders have it. */
  paymentTerms: PaymentTerms | null;
  /** How the whole order reaches the customer. */
  delivery: "SHIPPING" | "PICK_UP" | "LOCAL";
  /** Its goods are due on a later date, as those of a pre-order. */
  scheduled: boolean;
  customerLocale: string | null;
  shippingAddress: Address | null;
  billingAddress: Address | null;
  customer: Customer | null;
  lines: Line[];
  shippingLines: ShippingLine[];
  refunds: Refund[];
  fulfillments: Fulfillment[];
  fulfillmentOrders: FulfillmentOrder[];
  risk: Risk;
  givenTotals: GivenTotals | null;
  token: string;
}

/** Anything but open: Shopify answers no app for the shop, whether it is installed or not. */
export type ShopCondition = "open" | "frozen" | "denied" | "closed" | "locked";

/** Basic, Grow and the like are standard. */
export type Plan = "standard" | "advanced" | "plus" | "enterprise";

export interface Shop {
  id: string;
  domain: string;
  name: string;
  email: string;
  currency: string;
  timezone: string;
  installed: boolean;
  /** The store's setting "Automatically fulfill the order's line items". */
  fulfillsAutomatically: boolean;
  condition: ShopCondition;
  /** Tokens are given although the shop is not open. The documentation says nothing of it, so both are played. */
  renewsTokens: boolean;
  /** On a development plan, as a partner's store for tests. */
  development: boolean;
  /** Decides the points for the Admin API. */
  plan: Plan;
  /** Shopify's plan has rates of apps at the checkout. */
  calculatedShipping: boolean;
  carrierServices: CarrierService[];
  /** Granted to the app. */
  scopes: string[];
  /** The owner first. */
  staff: StaffMember[];
  locations: Location[];
  products: Product[];
  /** In Content > Files, oldest first. */
  files: ShopFile[];
  orders: Order[];
  nextOrderNumber: number;
  /** Flow triggers that apps have sent, oldest first. */
  flowTriggers: FlowTriggered[];
}

/** One start of the workflows that wait for a trigger of an app. */
interface FlowTriggered {
  handle: string;
  payload: Record<string, unknown>;
  at: Date;
}

/** A message that Shopify would have sent to the customer. */
export interface Notification {
  shop: string;
  orderId: string;
  orderName: string;
  fulfillmentId: string;
  kind: "shipping_confirmation" | "shipping_update";
  to: string | null;
  tracking: string[];
  at: Date;
}
