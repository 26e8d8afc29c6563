import type { Address, FulfillmentOrderSnapshot, OrderSnapshot, OrderSummary } from "./order-model.ts";
import type { Gid } from "./gid.ts";

/** shopify: an app without this scope reads no order that is older than 60 days. */
export const ALL_ORDERS_SCOPE = "read_all_orders";

/** Rules read the tags and the number of orders of a customer only with this scope, which is optional. */
export const CUSTOMERS_SCOPE = "read_customers";

/** Shopify lets the app correct the address of an order, and tag it, only with this scope, which is optional. */
export const WRITE_ORDERS_SCOPE = "write_orders";

/** Shopify asks the app for shipping rates at the checkout only with this scope, which is optional. */
export const SHIPPING_SCOPE = "write_shipping";

/** Whether a shop's merchant has granted the scope, as far as the shop's row says. */
export const hasScope = ({ scopes }: { scopes: string }, scope: string): boolean => scopes.split(",").includes(scope);

/**
 * Shopify's Admin API as the domain sees it. `shop` is a myshopify.com domain. Every call may throw the errors of
 * ./errors.ts.
 */
export interface Shopify {
  /** null when the shop has no such order (or we may not see it). */
  readOrder(shop: string, orderGid: Gid<"Order">, options?: ReadOrderOptions): Promise<OrderSnapshot | null>;
  /** The order that a fulfillment order belongs to; null when the shop has no such fulfillment order. */
  orderOfFulfillmentOrder(
    shop: string,
    fulfillmentOrderGid: Gid<"FulfillmentOrder">,
  ): Promise<OrderOfFulfillmentOrder | null>;
  /** Orders by updated_at, oldest first, one page. */
  ordersUpdatedSince(
    shop: string,
    since: Date,
    after: string | null,
  ): Promise<{ orders: { gid: Gid<"Order">; updatedAt: Date }[]; next: string | null }>;
  /** What tells whether orders have changed, for a fraction of the points of `readOrder`; without those that are not there. */
  summarizeOrders(shop: string, orderGids: readonly Gid<"Order">[]): Promise<OrderSummary[]>;
  /** Orders by created_at, newest first, one page. */
  ordersPlacedSince(
    shop: string,
    since: Date,
    after: string | null,
  ): Promise<{ orders: PlacedOrder[]; next: string | null }>;
  readFulfillment(shop: string, orderGid: Gid<"Order">): Promise<FulfillmentSnapshot | null>;
  /** The same of single fulfillment orders, whose order need not be readable; without those that are not there. */
  readFulfillmentOrders(
    shop: string,
    gids: readonly Gid<"FulfillmentOrder">[],
  ): Promise<Omit<FulfillmentSnapshot, "cancelledAt">>;
  /** All lines must share one assigned location. Returns the fulfillment's gid. */
  createFulfillment(shop: string, input: NewFulfillment): Promise<Gid<"Fulfillment">>;
  /** Overwrites: pass every number that is to remain. */
  updateTracking(shop: string, input: TrackingUpdate): Promise<void>;
  /** A repeated handle is no error: the hold is there. */
  hold(shop: string, input: NewHold): Promise<void>;
  /** Releases our own hold of that handle, where it is still there. */
  releaseHold(shop: string, fulfillmentOrderGid: Gid<"FulfillmentOrder">, handle: string): Promise<void>;
  reportProgress(shop: string, fulfillmentOrderGid: Gid<"FulfillmentOrder">): Promise<void>;
  /** Opens a scheduled one before its date. */
  openFulfillmentOrder(shop: string, fulfillmentOrderGid: Gid<"FulfillmentOrder">): Promise<void>;
  /** Corrects the address and the email of an order; null: leaves it. Needs the optional scope write_orders. */
  updateRecipient(shop: string, orderGid: Gid<"Order">, recipient: RecipientUpdate): Promise<void>;
  /** Tags an order and sets its metafields; tags of others stay. Needs the optional scope write_orders, as does the next one. */
  setOrderStatus(shop: string, orderGid: Gid<"Order">, status: OrderStatusTag): Promise<void>;
  /** Takes these tags and the app's metafields away, where they are there. */
  clearOrderStatus(shop: string, orderGid: Gid<"Order">, tags: readonly string[]): Promise<void>;
  /** Whether orders of the shop wait for its limit of the Admin API now; false also where nobody knows. Never throws. */
  isAtLimit(shop: string): Promise<boolean>;
  /** Starts the merchant's workflows with that trigger; Shopify does not say whether there are any. */
  sendFlowEvent(shop: string, event: FlowTriggerEvent): Promise<void>;
}

export interface OrderOfFulfillmentOrder {
  orderGid: Gid<"Order">;
  /** Open, for the merchant to send, and by parcel: nothing about the fulfillment order keeps its goods from being printed. */
  unobstructed: boolean;
}

/** An order as a list shows it. */
export interface PlacedOrder {
  gid: Gid<"Order">;
  name: string;
  placedAt: Date;
}

/** The payload of a workflow. No personal data. `eventId` is the same when the event is sent again. */
export type FlowTriggerEvent = { eventId: string } & (OrderTrigger | SkuTrigger);

type OrderTrigger = { orderGid: Gid<"Order"> } & (
  | { trigger: "order_attention"; code: string; message: string; fix: string }
  | { trigger: "order_sent"; reference: string }
  | { trigger: "parcel_shipped"; trackingNumber: string; trackingUrl: string }
);

/** `cost`: of one unit, decimal strings. */
type SkuTrigger = { productGid: Gid<"Product">; itemSku: string; countryCodes: string[] } & (
  | { trigger: "sku_rejected" }
  | { trigger: "sku_cost_changed"; cost: { previous: string; now: string; currency: string } }
);

export interface RecipientUpdate {
  shippingAddress: Address | null;
  email: string | null;
}

export interface ReadOrderOptions {
  /** Links are read where metafields are named. */
  artworkMetafields?: ArtworkMetafields;
  /** The snapshot has its `total`, for two points of the shop's (docs/decisions/0073-points-per-order.md). */
  withTotal?: boolean;
}

/** Product metafields as "namespace.key"; "" where a side has none. */
export interface ArtworkMetafields {
  front: string;
  back: string;
  mockup: string;
}

export interface TrackingInfo {
  number: string;
  url: string;
  company: string | null;
}

export interface FulfillmentOfOrder {
  gid: Gid<"Fulfillment">;
  /** SUCCESS, CANCELLED … */
  status: string;
  tracking: TrackingInfo[];
  lines: { lineItemGid: Gid<"LineItem">; quantity: number }[];
}

/** What a write to an order's fulfillments checks first. */
export interface FulfillmentSnapshot {
  cancelledAt: Date | null;
  fulfillmentOrders: FulfillmentOrderSnapshot[];
  fulfillments: FulfillmentOfOrder[];
}

export interface NewFulfillment {
  lines: {
    fulfillmentOrderGid: Gid<"FulfillmentOrder">;
    fulfillmentOrderLineGid: Gid<"FulfillmentOrderLineItem">;
    quantity: number;
  }[];
  tracking: TrackingInfo[];
  notifyCustomer: boolean;
  /** What the merchant's admin shows of it besides; none by default. */
  message?: string;
}

export interface TrackingUpdate {
  fulfillmentGid: Gid<"Fulfillment">;
  tracking: TrackingInfo[];
  notifyCustomer: boolean;
}

/** What an order in Shopify says of its printing. */
export interface OrderStatusTag {
  tag: string;
  /** The app's former tags. */
  removed: readonly string[];
  /** The state alone, in a merchant's words, and the order's page in the app. */
  state: string;
  link: string;
}

export interface NewHold {
  fulfillmentOrderGid: Gid<"FulfillmentOrder">;
  reason: "AWAITING_PAYMENT" | "HIGH_RISK_OF_FRAUD" | "INCORRECT_ADDRESS" | "OTHER";
  /** Shown to the merchant; no personal data. */
  notes: string;
  handle: string;
}

/**
 * Whether the app is installed in a shop, as Shopify answers. installed: Shopify accepted a token. uninstalled: it
 * refuses our tokens for good. shop_unavailable: the shop is frozen, locked or closed, which proves nothing about the
 * app. no_token: there is no token to ask with.
 */
export type InstallationStatus = "installed" | "uninstalled" | "shop_unavailable" | "no_token";

/** `shop`: a myshopify.com domain. @throws RemoteError when no clear answer came: ask again later */
export type CheckInstallation = (shop: string) => Promise<InstallationStatus>;

/**
 * Why Shopify answers no app for a store. frozen: its bills are unpaid. locked: Shopify locked the store. shop_unavailable: Shopify
 * does not say why.
 */
export type StoreProblem = "frozen" | "locked" | "shop_unavailable";

/**
 * Whether Shopify takes requests of the address that this process calls from. refused: the app is installed and its token is good,
 * but the app's IP allowlist lacks the address. A problem of the store says nothing of the address. @throws RemoteError when
 * nothing is clear
 */
export type CheckAddress = (shop: string) => Promise<"accepted" | "refused" | StoreProblem>;

/** The access scopes that a shop has granted to the app, as Shopify says. `shop`: a myshopify.com domain. @throws RemoteError */
export type ReadScopes = (shop: string) => Promise<string[]>;

/** shopify: the domain that names a shop. */
export const SHOP_DOMAIN = /^[a-z0-9][a-z0-9-]{0,100}\.myshopify\.com$/;

/**
 * Tells which version of its API Shopify used. `header`: X-Shopify-API-Version of an answer, or of a webhook whose signature fits;
 * it may be missing. Returns at once and never throws.
 */
export type ObserveApiVersion = (source: "admin_api" | "webhook", header: string | null | undefined) => void;

/** The API version that answers a shop's requests, where that is not the one that is asked for. @throws RemoteError */
export type ReadOtherApiVersion = (shop: string) => Promise<string | null>;

/**
 * The API version of the newest webhook of any shop that this process took, where that is not the expected one. Shopify makes the
 * webhooks of all shops with the version that the app's configuration names.
 */
export type OtherWebhookVersion = () => string | null;

/** The address of the app in a shop's admin; pages of the app follow it. */
export const adminAppUrl = (domain: string, apiKey: string): string =>
  `https://admin.shopify.com/store/${domain.split(".")[0] ?? ""}/apps/${apiKey}`;

/** A member of a shop's staff, as Shopify names them. */
export interface NamedStaff {
  /** Shopify's id of the user. */
  userId: string;
  /** First and last name; null where Shopify has none. */
  name: string | null;
  /** This person owns the store's account, and no other one does. */
  accountOwner: boolean;
}

/**
 * Whose id token this is. `shop`: a myshopify.com domain; `idToken`: of App Bridge, valid for a minute.
 * @throws RemoteError when Shopify does not say it
 */
export type ReadStaff = (shop: string, idToken: string) => Promise<NamedStaff>;
