import type { Plan, Shop, StaffMember } from "./model.ts";
import { restId } from "./rest/number.ts";
import { restTime } from "./time.ts";
import { DEFAULT_SCOPES, now, type Store } from "./store.ts";

export interface ShopInput {
  /** e.g. demo.myshopify.com */
  domain: string;
  name?: string;
  currency?: string;
  timezone?: string;
  /** One location of the merchant's when left out. */
  locations?: { name: string; countryCode?: string; isFulfillmentService?: boolean }[];
  /** What the merchant granted to the app. */
  scopes?: readonly string[];
  /** Whether the app is installed from the start; true when left out. */
  installed?: boolean;
  fulfillsAutomatically?: boolean;
  /** A development store; true when left out. */
  development?: boolean;
  /** Standard when left out. */
  plan?: Plan;
  /** Rates of apps at the checkout; true when left out, as in a development store. */
  calculatedShipping?: boolean;
}

/** Opens the app where nobody else is named. */
export const OWNER: StaffMember = {
  id: "90001",
  firstName: "Ana",
  lastName: "Lopez",
  email: "merchant@shop.example",
  accountOwner: true,
};

export function addShop(store: Store, input: ShopInput): Shop {
  if (store.shops.has(input.domain)) throw new Error(`The stand-in has ${input.domain} already`);
  const locations = input.locations ?? [{ name: "Main warehouse" }];
  const shop: Shop = {
    id: store.nextId(),
    domain: input.domain,
    name: input.name ?? input.domain.replace(".myshopify.com", ""),
    email: OWNER.email,
    currency: input.currency ?? "USD",
    timezone: input.timezone ?? "America/New_York",
    installed: input.installed ?? true,
    fulfillsAutomatically: input.fulfillsAutomatically ?? false,
    condition: "open",
    renewsTokens: false,
    development: input.development ?? true,
    plan: input.plan ?? "standard",
    calculatedShipping: input.calculatedShipping ?? true,
    carrierServices: [],
    scopes: [...(input.scopes ?? DEFAULT_SCOPES)],
    staff: [OWNER],
    locations: locations.map((each) => ({
      countryCode: "US",
      isFulfillmentService: false,
      ...each,
      id: store.nextId(),
    })),
    products: [],
    files: [],
    orders: [],
    nextOrderNumber: 1001,
    flowTriggers: [],
  };
  store.shops.set(shop.domain, shop);
  return shop;
}

export type StaffInput = Pick<StaffMember, "id" | "firstName" | "lastName">;

/** Lets another person into the shop's admin, or gives one that is in it another name. */
export function addStaff(shop: Shop, input: StaffInput): StaffMember {
  const known = shop.staff.find(({ id }) => id === input.id);
  const member = { email: `${input.id}@shop.example`, accountOwner: false, ...known, ...input };
  shop.staff = [...shop.staff.filter(({ id }) => id !== input.id), member];
  return member;
}

/** Body of app/uninstalled: the shop. */
export const shopBody = (shop: Shop) => ({
  id: restId(shop.id),
  name: shop.name,
  email: shop.email,
  domain: shop.domain,
  myshopify_domain: shop.domain,
  currency: shop.currency,
  iana_timezone: shop.timezone,
  plan_name: "partner_test",
});

/** Body of app/scopes_update. */
export const scopesBody = (store: Store, shop: Shop, previous: string[]) => ({
  id: restId(shop.id),
  shop_id: restId(shop.id),
  previous,
  current: shop.scopes,
  updated_at: restTime(now(store)),
});
