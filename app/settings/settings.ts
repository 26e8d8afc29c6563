import { z } from "zod";
import { atMost } from "../common/clean-text.ts";
import { checkoutRatesSettings } from "./checkout-rates.ts";
import { MAX_RULES } from "./rule-order.ts";
import { ruleSchema, SERVICE_CODE_MAX } from "./rules.ts";
import { CLOCK_TIME, EVERY_WEEKDAY, MAX_SENDING_TIMES, SENDING_MODES } from "./sending-modes.ts";

const metafield = z.string().superRefine(atMost(255)).default("");
const names = z.array(z.string().trim().min(1).superRefine(atMost(255))).max(100);

/** No price leaves everything as margin. */
export const MAX_TARGET_MARGIN = 90;
/** What prices to sell at are rounded up to: the smallest unit of the currency, or the next price that ends so. */
export const PRICE_ENDINGS = ["none", "95", "99"] as const;
export type PriceEnding = (typeof PRICE_ENDINGS)[number];

/** Allows only the destination's methods (print-service: createOrder). */
const rule = <C extends "US" | "AU", M extends 1 | 2>(country: C, methods: readonly M[]) =>
  z.object({
    contains: z.string().trim().min(1).superRefine(atMost(255)),
    country: z.literal(country),
    method: z.literal([...methods]),
  });

/** By a shipping service, where the print account has any. Country "": wherever the order goes. */
const serviceRule = z.object({
  contains: z.string().trim().min(1).superRefine(atMost(255)),
  country: z.string().regex(/^([A-Z]{2})?$/),
  method: z.string().trim().min(1).max(SERVICE_CODE_MAX),
});

/** In the unit of the setting. */
const printSize = z.object({ width: z.number().min(0.1).max(1_000), height: z.number().min(0.1).max(1_000) });

/** When an order is sent whose payment is still to come. */
export const paymentRule = z.enum(["when_paid", "after_approval", "right_away"]);
const whenPaid = paymentRule.default("when_paid");

/** Where an order is on its way, the least advanced first: not sent, at the print service, shipped and not fulfilled in Shopify yet. */
export const STAGES = ["waiting", "at_provider", "shipped"] as const;
export type Stage = (typeof STAGES)[number];

/** What becomes of an order whose shipping address may be wrong. */
export const ADDRESS_CHECK_EFFECTS = ["notify", "hold", "ignore"] as const;
const addressCheck = z.enum(ADDRESS_CHECK_EFFECTS).default("notify");

const businessDays = z.number().int().min(1).max(60);

/** shopify: a tag has 40 characters at most, and a comma ends it. The longest name of a stage follows, behind a blank. */
export const TAG_PREFIX = /^[^\s,]([^,]{0,18}[^\s,])?$/;

/** An amount, a percentage or a rate: a decimal string, never a float. */
export const DECIMAL = /^\d{1,12}(\.\d{1,8})?$/;
const currencyCode = z.string().regex(/^[A-Z]{3}$/);

/** Which part of what the customer paid for shipping counts as revenue of the printed goods. */
export const SHIPPING_REVENUE = ["all", "share", "none"] as const;

const amountLimit = z.string().regex(DECIMAL).nullable().default(null);
const extraCost = z.string().regex(DECIMAL).nullable().default(null);

/** What an amount of `from` is worth in `to`, from the day `since` on. */
const exchangeRate = z.object({
  from: currencyCode,
  to: currencyCode,
  rate: z
    .string()
    .regex(DECIMAL)
    .refine((rate) => Number(rate) > 0),
  /** YYYY-MM-DD */
  since: z.iso.date(),
});
export type ExchangeRate = z.infer<typeof exchangeRate>;

/** A shop's stored settings. Unknown keys are dropped, missing ones take the default. */
export const shopSettings = z.object({
  /** manual: every order needs an approval. */
  approval: z.enum(["automatic", "manual"]).default("automatic"),
  /** Minutes between the placing of an order and its sending. */
  editWindowMinutes: z
    .number()
    .int()
    .min(0)
    .max(7 * 24 * 60)
    .default(30),
  /**
   * When an order leaves that nothing holds. continuous: once its edit window has ended. at_times: at the first of these times after
   * that, on these weekdays. by_hand: when staff sends it.
   */
  sending: z
    .object({
      mode: z.enum(SENDING_MODES).default("continuous"),
      /** HH:MM on the shop's clock. */
      times: z.array(z.string().regex(CLOCK_TIME)).min(1).max(MAX_SENDING_TIMES).default(["18:00"]),
      weekdays: z
        .array(z.literal([...EVERY_WEEKDAY]))
        .min(1)
        .default([...EVERY_WEEKDAY]),
    })
    .prefault({}),
  /** hold: test orders wait for a person. print: the shop's print account is a test account. */
  testOrders: z.enum(["hold", "print"]).default("hold"),
  /** By the kind of payment; every other unpaid order waits until it is paid, or a person approves it. */
  payment: z
    .object({
      authorized: whenPaid,
      cash_on_delivery: whenPaid,
      net_terms: whenPaid,
      pay_later: whenPaid,
    })
    .prefault({}),
  /** Unmapped lines that match are printable, and held until they are mapped. */
  printableRule: z
    .object({
      vendors: names.default([]),
      productTags: names.default([]),
      productTypes: names.default([]),
      skuPrefixes: names.default([]),
    })
    .prefault({}),
  /** Line item properties that carry artwork links, in order of preference. */
  artworkProperties: z
    .object({ front: names.default([]), back: names.default([]), mockup: names.default([]) })
    .prefault({}),
  /** Product metafields ("namespace.key") that carry artwork links. */
  artworkMetafields: z.object({ front: metafield, back: metafield, mockup: metafield }).prefault({}),
  /** How large each side is printed, which the print service's interface does not say; null: not known. */
  printSizes: z
    .object({
      unit: z.enum(["in", "cm"]).default("in"),
      front: printSize.nullable().default(null),
      back: printSize.nullable().default(null),
      /** A print file with fewer dots per inch has a warning. */
      wantedDpi: z.number().int().min(50).max(1_200).default(150),
    })
    .prefault({}),
  /** What happens to an order whose artwork was replaced at its link since staff mapped it. */
  replacedArtwork: z.enum(["hold", "tell"]).default("hold"),
  /** Lines with one of these properties are held for review. */
  personalizationProperties: names.default([]),
  /** The print note, with `{property}` for the text of a line item property; a mapping's note stands before it. */
  noteTemplate: z.string().trim().superRefine(atMost(1000)).default(""),
  /** Properties that say nothing about the print. */
  ignoredProperties: names.default([]),
  /** What happens to a line with a property of the customer that no rule uses. */
  unusedProperties: z.enum(["hold", "ignore"]).default("hold"),
  /** hold: an order with a note waits until staff has read it. */
  orderNotes: z.enum(["hold", "ignore"]).default("ignore"),
  /** Orders with one of these cart attributes wait until staff has read it. */
  attributesToReview: names.default([]),
  /** The first rule applies whose text is in the shipping line's title or code and whose destination matches. */
  shippingRules: z
    .array(z.union([rule("US", [1, 2]), rule("AU", [1]), serviceRule]))
    .max(100)
    .default([]),
  /** By what makes a shipping address doubtful (app/address/doubtful-address.ts). */
  addressChecks: z
    .object({
      zip: addressCheck,
      zip_region: addressCheck,
      house_number: addressCheck,
      line_too_long: addressCheck,
      po_box: addressCheck,
    })
    .prefault({}),
  fallbackEmail: z.string().trim().max(254).default(""),
  fallbackPhone: z.string().trim().max(50).default(""),
  /** Support of the print service: messages about an order are written to it. */
  printServiceEmail: z.string().trim().max(254).default(""),
  /**
   * When an order is fulfilled in Shopify. shipped: the print service says that a package has shipped. all_shipped: it says so of
   * every item. tracking: a package has a tracking number, maybe only a label.
   */
  fulfillWhen: z.enum(["shipped", "all_shipped", "tracking"]).default("shipped"),
  /** Shopify emails the customer about each parcel, once. */
  notifyCustomer: z.boolean().default(true),
  /** What Shopify shows of each order (docs/decisions/0083-shown-in-shopify.md). */
  inShopify: z
    .object({
      /** A tag and metafields with where the order is. */
      tags: z.boolean().default(false),
      /** Each tag begins with it. */
      tagPrefix: z.string().regex(TAG_PREFIX).default("Print:"),
      /** An order that waits for a person is on hold there, too. */
      holds: z.boolean().default(false),
    })
    .prefault({}),
  /** Orders below this percentage of what the customer paid are held; null: not checked. */
  minimumMarginPercent: z.number().min(-100).max(100).nullable().default(null),
  /** Currency of the print service's prices (the interface names none). */
  serviceCurrency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default("USD"),
  /** What an order earns (app/profit). A trigger of Shop (prisma/migrations) has all orders counted again when this changes. */
  profit: z
    .object({
      /** share: where an order has other goods too, the part of the printed ones by value. */
      shipping: z.enum(SHIPPING_REVENUE).default("all"),
      /** Whether the tax that the print service quotes beside its total is a cost. */
      countProviderTax: z.boolean().default(false),
      /** What the payment provider takes of each order; the fixed part in the shop's currency where `currency` is "". */
      paymentFee: z
        .object({
          percent: z
            .string()
            .regex(DECIMAL)
            .refine((percent) => Number(percent) <= 100)
            .default("0"),
          fixed: z.string().regex(DECIMAL).default("0"),
          currency: z.union([z.literal(""), currencyCode]).default(""),
        })
        .prefault({}),
      rates: z.array(exchangeRate).max(100).default([]),
    })
    .prefault({}),
  /** What each faster method costs more than Standard at least, in `serviceCurrency`, by country and method. null: not known. */
  fasterShippingCosts: z.object({ "US-1": extraCost, "US-2": extraCost, "AU-1": extraCost }).prefault({}),
  /** How a product's page works out prices to sell at. It writes none to Shopify. */
  sellingPrices: z
    .object({
      /** What remains of a price, in percent. */
      targetMarginPercent: z.number().min(0).max(MAX_TARGET_MARGIN).default(40),
      ending: z.enum(PRICE_ENDINGS).default("none"),
      /** included: the price has to cover shipping. charged: customers pay shipping on top. */
      shipping: z.enum(["included", "charged"]).default("included"),
    })
    .prefault({}),
  /** Business days in a stage after which an order is late. */
  lateAfterDays: z
    .object({
      waiting: businessDays.default(3),
      at_provider: businessDays.default(7),
      shipped: businessDays.default(3),
    })
    .prefault({}),
  /**
   * Orders that the print service shows as unpaid are paid automatically, where its interface can be told to: `perDay` in all, and no order
   * above `perOrder`, in `serviceCurrency`. perDay null: never.
   */
  automaticPayment: z.object({ perDay: amountLimit, perOrder: amountLimit }).prefault({}),
  /** What becomes at the print service of an order that is canceled in Shopify, before it is printed and where its interface can be told. */
  cancelAtProvider: z.enum(["by_hand", "automatically"]).default("by_hand"),
  /** Shipping rates that Shopify asks for at the checkout. */
  checkoutRates: checkoutRatesSettings,
  /** What is held, sent at once, shipped or printed otherwise, and when; the first of a kind that applies decides. */
  rules: z
    .array(ruleSchema)
    .max(MAX_RULES)
    .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length)
    .default([]),
  /** Each night, the print service is asked for the prices of what was sold (app/sku-checks). */
  nightlySkuCheck: z.boolean().default(true),
});

export type ShopSettings = z.infer<typeof shopSettings>;
export type SettingName = keyof ShopSettings;

/** What applies while a setting is unreadable: every order needs an approval, and no customer is emailed. */
const WHILE_UNREADABLE = { approval: "manual", notifyCustomer: false } as const;

/**
 * The settings that apply, with defaults for settings newer than the row. An unreadable setting (its range was narrowed,
 * or the row was edited by hand) takes its default, and WHILE_UNREADABLE applies until it is saved again.
 */
export function readSettings(stored: unknown): ShopSettings {
  const whole = shopSettings.safeParse(stored ?? {});
  return whole.success ? whole.data : shopSettings.parse({ ...readableSettings(stored), ...WHILE_UNREADABLE });
}

/** The names of the unreadable stored settings; all names when the whole value is unreadable. */
export function unreadableSettings(stored: unknown): SettingName[] {
  const whole = shopSettings.safeParse(stored ?? {});
  if (whole.success) return [];
  const keys = whole.error.issues.flatMap(({ path: [key] }) => NAMES.filter((name) => name === key));
  return keys.length > 0 ? [...new Set(keys)] : NAMES;
}

interface StoredSettings {
  settings: unknown;
  goLiveAt: Date;
}

/** The names of the settings that differ. */
export function changedSettings(before: StoredSettings, after: StoredSettings): (SettingName | "goLiveAt")[] {
  const [old, present] = [readSettings(before.settings), readSettings(after.settings)];
  const changed = NAMES.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(present[name]));
  return before.goLiveAt.getTime() === after.goLiveAt.getTime() ? changed : [...changed, "goLiveAt"];
}

/** The stored settings without the unreadable ones. */
function readableSettings(stored: unknown): object {
  const unreadable = new Set<string>(unreadableSettings(stored));
  return Object.fromEntries(Object.entries(toObject(stored)).filter(([key]) => !unreadable.has(key)));
}

const NAMES = Object.keys(shopSettings.shape) as SettingName[];

/** The stored value by names; empty where it is none. */
const toObject = (stored: unknown): Readonly<Record<string, unknown>> =>
  typeof stored === "object" && stored !== null && !Array.isArray(stored) ? { ...stored } : {};

/** Stands for a setting of a row that is unreadable as a whole. No setting may have this value. */
const UNREADABLE = [null];

/**
 * The settings as the merchant reviews them: unreadable ones with their defaults, approval and emails as the merchant
 * chose them. Where one of these two is unreadable itself, what applies now is shown: saved without a look, it sends nothing.
 */
export function settingsToReview(stored: unknown): ShopSettings {
  const unreadable = new Set<string>(unreadableSettings(stored));
  const cautious = Object.entries(WHILE_UNREADABLE).filter(([name]) => unreadable.has(name));
  return shopSettings.parse({ ...readableSettings(stored), ...Object.fromEntries(cautious) });
}

/**
 * The row with changed settings. The others stay as they are stored: an unreadable one stays unreadable until it is saved
 * itself. @throws ZodError for a value out of range
 */
export function changeStoredSettings(stored: unknown, change: Partial<ShopSettings>): Record<SettingName, unknown> {
  const before = toObject(stored);
  const unreadable = unreadableSettings(stored)
    .filter((name) => change[name] === undefined)
    .map((name) => [name, name in before ? before[name] : UNREADABLE]);
  return { ...shopSettings.parse({ ...readableSettings(stored), ...change }), ...Object.fromEntries(unreadable) };
}

/** The current currencies of ISO 4217. `Intl.supportedValuesOf` also lists historical ones. */
export const CURRENCIES: readonly string[] = (
  "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP " +
  "CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR " +
  "ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT " +
  "MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD " +
  "SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES " +
  "VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG"
).split(" ");

export const isCurrency = (code: string): boolean => CURRENCIES.includes(code);
