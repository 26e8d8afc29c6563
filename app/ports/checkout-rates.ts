import type { Gid } from "./gid.ts";

/** A basket that Shopify asks shipping rates for. It has no name, no street and no phone number: these are left out when it is read. */
export interface RateRequest {
  countryCode: string;
  /** As Shopify has it, e.g. `JP-13`; "" where there is none. */
  province: string;
  /** Of the prices, and of the rates. */
  currency: string;
  items: RateRequestItem[];
}

export interface RateRequestItem {
  /** null: an item without a variant. */
  variantGid: Gid<"ProductVariant"> | null;
  quantity: number;
  /** Of one piece: decimal string. */
  price: string;
  requiresShipping: boolean;
  /** Another app's fulfillment service ships it. */
  isFulfilledElsewhere: boolean;
}

/** A rate that the customer can choose. `amount`: decimal string in `currency`. */
export interface CheckoutRate {
  code: string;
  name: string;
  amount: string;
  currency: string;
}

/** What Shopify gets. backup: no rates are known, and Shopify shows its backup rates. */
export type RatesAnswer = { outcome: "rates"; rates: CheckoutRate[] } | { outcome: "backup" };

/**
 * Answers Shopify's request for the shop of that domain. `token` is the one in the address that Shopify was given for the shop. Never
 * throws.
 */
export type AnswerRates = (shopDomain: string, token: string, request: RateRequest | null) => Promise<RatesAnswer>;

/** The app's carrier service in a shop, as Shopify has it. */
export interface CarrierServiceInShopify {
  gid: Gid<"DeliveryCarrierService">;
  name: string;
  active: boolean;
  callbackUrl: string;
}

export type CarrierServiceInput = Omit<CarrierServiceInShopify, "gid" | "active">;

/** Carrier services over the Admin API, with the optional scope write_shipping. Every call may throw the errors of ./errors.ts. */
export interface CarrierServices {
  listServices(shop: string): Promise<CarrierServiceInShopify[]>;
  create(shop: string, input: CarrierServiceInput): Promise<Gid<"DeliveryCarrierService">>;
  /** Makes it active, too. */
  update(shop: string, gid: Gid<"DeliveryCarrierService">, input: CarrierServiceInput): Promise<void>;
  remove(shop: string, gid: Gid<"DeliveryCarrierService">): Promise<void>;
}
