import { createHmac } from "node:crypto";
import { Decimal } from "decimal.js";
import { findVariant } from "./catalog.ts";
import type { Address, CarrierService, Shop } from "./model.ts";
import { plainId } from "./ids.ts";
import { restId } from "./rest/number.ts";
import type { Clock, Store } from "./store.ts";
import { UserError } from "./user-error.ts";

export interface CarrierServiceInput {
  name?: string | null;
  callbackUrl?: string | null;
  active?: boolean | null;
  supportsServiceDiscovery?: boolean | null;
}

/** @throws UserError as Shopify refuses it */
export function createCarrierService(store: Store, shop: Shop, input: CarrierServiceInput): CarrierService {
  const code = "CARRIER_SERVICE_CREATE_FAILED";
  if (!shop.calculatedShipping)
    throw new UserError("Carrier Calculated Shipping must be enabled for your store", null, code);
  if (shop.carrierServices.some(({ name }) => name === input.name))
    throw new UserError(`${input.name} is already configured`, ["name"], code);
  const service: CarrierService = {
    id: store.nextId(),
    name: input.name ?? "",
    callbackUrl: input.callbackUrl ?? "",
    active: input.active ?? true,
    supportsServiceDiscovery: input.supportsServiceDiscovery ?? false,
  };
  shop.carrierServices.push(service);
  return service;
}

/** @throws UserError where the shop has no such service */
export function updateCarrierService(shop: Shop, id: string, input: CarrierServiceInput): CarrierService {
  const service = shop.carrierServices.find((each) => each.id === plainId(id));
  if (!service) throw new UserError("The carrier or app could not be found.", ["id"], "CARRIER_SERVICE_UPDATE_FAILED");
  const given = Object.entries(input).filter(([key, value]) => key in service && key !== "id" && value != null);
  return Object.assign(service, Object.fromEntries(given));
}

/** @throws UserError where the shop has no such service */
export function deleteCarrierService(shop: Shop, id: string): void {
  const at = shop.carrierServices.findIndex((each) => each.id === plainId(id));
  if (at < 0) throw new UserError("The carrier or app could not be found.", ["id"], "CARRIER_SERVICE_DELETE_FAILED");
  shop.carrierServices.splice(at, 1);
}

/** What a customer can choose at the checkout; `price`: decimal string in the shop's currency. */
export interface ShippingOption {
  title: string;
  code: string;
  price: string;
  /** The carrier service; "shopify" for the shop's own rate. */
  source: string;
}

/** carrier: an app's rates. backup: its callback failed. own: no app ships this basket. */
export interface ShippingOptions {
  from: "carrier" | "backup" | "own";
  options: ShippingOption[];
}

export interface Cart {
  lines: { variantId: string; quantity: number }[];
  shippingAddress: Address;
}

const OWN_RATE: ShippingOption = { title: "Standard", code: "standard", price: "5.90", source: "shopify" };
/** shopify: "The cache expires 15 minutes after rates are successfully returned. If an error occurs, … after 30 seconds." */
const KEPT_MS = 15 * 60_000;
const FAILURE_KEPT_MS = 30_000;

/** One request to an app's callback, as the stand-in saw it. */
export interface RateCall {
  shop: string;
  body: string;
  /** HTTP status; null: there was no answer. */
  status: number | null;
}

type CallbackAnswer = { ok: true; options: ShippingOption[] } | { ok: false };

interface Settings {
  apiSecret: string;
  clock: Clock;
  appUrl: () => string | null;
  /** Of one request; Shopify gives 10 s, less in busy minutes. */
  timeoutMs: number;
}

/** The checkout's requests for rates: signed like webhooks, and kept by basket and destination. */
export class CarrierRates {
  readonly calls: RateCall[] = [];
  readonly #settings: Settings;
  readonly #kept = new Map<string, { until: number; answer: CallbackAnswer }>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** What the checkout of this basket offers. Every active service counts as chosen for each shipping zone. */
  async optionsFor(shop: Shop, cart: Cart): Promise<ShippingOptions> {
    const services = shop.calculatedShipping ? shop.carrierServices.filter(({ active }) => active) : [];
    const answers = await Promise.all(services.map((service) => this.#ask(shop, service, cart)));
    const options = answers.flatMap((answer) => (answer.ok ? answer.options : []));
    if (options.length > 0) return { from: "carrier", options };
    return { from: answers.some(({ ok }) => !ok) ? "backup" : "own", options: [OWN_RATE] };
  }

  async #ask(shop: Shop, service: CarrierService, cart: Cart): Promise<CallbackAnswer> {
    const { clock } = this.#settings;
    const key = JSON.stringify([shop.domain, service.id, cart]);
    const kept = this.#kept.get(key);
    if (kept && kept.until > clock.now().getTime()) return kept.answer;
    const body = JSON.stringify(rateRequest(shop, cart));
    const call: RateCall = { shop: shop.domain, body, status: null };
    this.calls.push(call);
    const answer = await this.#post(shop, service, call);
    this.#kept.set(key, { until: clock.now().getTime() + (answer.ok ? KEPT_MS : FAILURE_KEPT_MS), answer });
    return answer;
  }

  async #post(shop: Shop, service: CarrierService, call: RateCall): Promise<CallbackAnswer> {
    const { apiSecret, appUrl, timeoutMs } = this.#settings;
    const base = appUrl();
    if (base === null) return { ok: false };
    try {
      // As webhooks, the request goes to the app where it is, whatever its address says of a proxy before it.
      const answer = await fetch(`${base.replace(/\/$/, "")}${new URL(service.callbackUrl).pathname}`, {
        method: "POST",
        redirect: "manual",
        headers: {
          "content-type": "application/json",
          "user-agent": "Ruby",
          "x-shopify-hmac-sha256": createHmac("sha256", apiSecret).update(call.body).digest("base64"),
          "x-shopify-shop-domain": shop.domain,
          "x-shopify-timeout": String(timeoutMs),
        },
        body: call.body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      call.status = answer.status;
      const text = await answer.text();
      if (answer.status < 200 || answer.status > 299) return { ok: false };
      const { rates } = JSON.parse(text) as { rates: Rate[] };
      return { ok: true, options: rates.map((rate) => readRate(shop, service, rate)) };
    } catch {
      return { ok: false };
    }
  }
}

interface Rate {
  service_name: string;
  service_code: string;
  total_price: string | number;
  currency: string;
}

/** @throws Error for a rate that Shopify would not show */
function readRate(shop: Shop, service: CarrierService, rate: Rate): ShippingOption {
  if (!rate.service_name || !rate.service_code) throw new Error("a rate without a name or a code");
  if (rate.currency !== shop.currency) throw new Error(`a rate in ${rate.currency}`);
  const price = new Decimal(rate.total_price).dividedBy(100);
  if (!price.times(100).isInteger() || price.isNegative()) throw new Error("a price that is no amount");
  return { title: rate.service_name, code: rate.service_code, price: price.toFixed(2), source: service.name };
}

/** shopify: the body of a request for rates. Prices are in hundredths, in every currency. */
function rateRequest(shop: Shop, { lines, shippingAddress: to }: Cart) {
  const place = { address3: null, fax: null, email: null, address_type: null };
  const [location] = shop.locations;
  return {
    rate: {
      origin: {
        ...{ country: location?.countryCode ?? "US", postal_code: "", province: "", city: "", name: null },
        ...{ address1: "", address2: "", phone: null, company_name: shop.name },
        ...place,
      },
      destination: {
        ...{ country: to.countryCode, postal_code: to.zip, province: to.provinceCode, city: to.city },
        ...{
          name: [to.firstName, to.lastName].filter(Boolean).join(" "),
          address1: to.address1,
          address2: to.address2,
        },
        ...{ phone: to.phone, company_name: to.company },
        ...place,
      },
      items: lines.map(({ variantId, quantity }) => {
        const found = findVariant(shop, plainId(variantId));
        if (!found) throw new Error(`${shop.domain} has no variant ${variantId}`);
        const { product, variant } = found;
        return {
          ...{ name: product.title, sku: variant.sku ?? "", quantity, grams: 200 },
          price: new Decimal(variant.price).times(100).toNumber(),
          ...{ vendor: product.vendor, requires_shipping: variant.requiresShipping, taxable: true },
          ...{ fulfillment_service: "manual", properties: null },
          ...{ product_id: restId(product.id), variant_id: restId(variant.id) },
        };
      }),
      currency: shop.currency,
      locale: "en",
    },
  };
}
