import fc from "fast-check";
import { FAST_METHODS, RATE_ROUNDINGS } from "../settings/checkout-rates.ts";
import { expect, test } from "vitest";
import {
  ADDRESS_CHECK_EFFECTS,
  CURRENCIES,
  readSettings,
  SHIPPING_REVENUE,
  type ShopSettings,
} from "../settings/settings.ts";
import { settingsChange } from "./save-settings.ts";
import { SETTINGS_PAGES, type SettingsPage } from "../settings/settings-pages.ts";
import { EVERY_WEEKDAY, MAX_SENDING_TIMES, SENDING_MODES } from "../settings/sending-modes.ts";
import { parseDraft, toDraft } from "./settings-draft.ts";

const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 _-]{0,20}[A-Za-z0-9]$/);
const names = fc.array(name, { maxLength: 4 });
const key = fc.oneof(fc.constant(""), fc.stringMatching(/^[a-z]{2,9}\.[a-z_]{2,9}$/));
const sides = <T>(of: fc.Arbitrary<T>) => fc.record({ front: of, back: of, mockup: of });
const rule = fc.constantFrom("when_paid" as const, "after_approval" as const, "right_away" as const);
const rules = fc.oneof(
  fc.record({ contains: name, country: fc.constant("US" as const), method: fc.constantFrom(1 as const, 2 as const) }),
  fc.record({ contains: name, country: fc.constant("AU" as const), method: fc.constant(1 as const) }),
);
const side = fc.integer({ min: 1, max: 10_000 }).map((tenths) => tenths / 10);
const size = fc.record({ width: side, height: side });
const clockTime = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
const days = fc.integer({ min: 1, max: 60 });
const amount = fc.integer({ min: 0, max: 999_999_999 }).map((cents) => (cents / 100).toFixed(2));
const check = fc.constantFrom(...ADDRESS_CHECK_EFFECTS);
const hundredths = (max: number) => fc.integer({ min: 1, max }).map((count) => (count / 100).toFixed(2));
const extra = fc.option(hundredths(10_000));
const rate = fc.record({
  from: fc.constantFrom("USD", "EUR"),
  to: fc.constantFrom("JPY", "KWD"),
  rate: hundredths(100_000),
  since: fc.constantFrom("2026-01-31", "2026-11-30"),
});
const settings: fc.Arbitrary<ShopSettings> = fc.record({
  approval: fc.constantFrom("automatic" as const, "manual" as const),
  editWindowMinutes: fc.integer({ min: 0, max: 10_080 }),
  sending: fc.record({
    mode: fc.constantFrom(...SENDING_MODES),
    times: fc
      .uniqueArray(fc.integer({ min: 0, max: 1_439 }), { minLength: 1, maxLength: MAX_SENDING_TIMES })
      .map((minutes) => minutes.map(clockTime).sort()),
    weekdays: fc.subarray([...EVERY_WEEKDAY], { minLength: 1 }),
  }),
  testOrders: fc.constantFrom("hold" as const, "print" as const),
  payment: fc.record({ authorized: rule, cash_on_delivery: rule, net_terms: rule, pay_later: rule }),
  printableRule: fc.record({ vendors: names, productTags: names, productTypes: names, skuPrefixes: names }),
  artworkProperties: sides(names),
  artworkMetafields: sides(key),
  printSizes: fc.record({
    unit: fc.constantFrom("in" as const, "cm" as const),
    front: fc.oneof(fc.constant(null), size),
    back: fc.oneof(fc.constant(null), size),
    wantedDpi: fc.integer({ min: 50, max: 1_200 }),
  }),
  replacedArtwork: fc.constantFrom("hold" as const, "tell" as const),
  personalizationProperties: names,
  noteTemplate: fc.constantFrom("", "{Name on the back}, {Number}"),
  ignoredProperties: names,
  unusedProperties: fc.constantFrom("hold" as const, "ignore" as const),
  orderNotes: fc.constantFrom("hold" as const, "ignore" as const),
  attributesToReview: names,
  shippingRules: fc.array(rules, { maxLength: 4 }),
  addressChecks: fc.record({ zip: check, zip_region: check, house_number: check, line_too_long: check, po_box: check }),
  fallbackEmail: fc.constantFrom("", "print@my-shop.com"),
  printServiceEmail: fc.constantFrom("", "print@my-shop.com"),
  fallbackPhone: fc.constantFrom("", "+49 30 1234567"),
  fulfillWhen: fc.constantFrom("shipped" as const, "all_shipped" as const, "tracking" as const),
  notifyCustomer: fc.boolean(),
  automaticPayment: fc.oneof(
    fc.constant({ perDay: null, perOrder: null }),
    fc.record({ perDay: hundredths(100_000), perOrder: extra }),
  ),
  cancelAtProvider: fc.constantFrom("by_hand" as const, "automatically" as const),
  inShopify: fc.record({
    tags: fc.boolean(),
    tagPrefix: fc.stringMatching(/^[A-Z]([a-z ]{0,18}[:!-])?$/),
    holds: fc.boolean(),
  }),
  minimumMarginPercent: fc.oneof(
    fc.constant(null),
    fc.integer({ min: -10_000, max: 10_000 }).map((hundredths) => hundredths / 100 || 0),
  ),
  serviceCurrency: fc.constantFrom(...CURRENCIES),
  fasterShippingCosts: fc.record({ "US-1": extra, "US-2": extra, "AU-1": extra }),
  sellingPrices: fc.record({
    targetMarginPercent: fc.integer({ min: 0, max: 900 }).map((tenths) => tenths / 10),
    ending: fc.constantFrom("none" as const, "95" as const, "99" as const),
    shipping: fc.constantFrom("included" as const, "charged" as const),
  }),
  lateAfterDays: fc.record({ waiting: days, at_provider: days, shipped: days }),
  profit: fc.record({
    shipping: fc.constantFrom(...SHIPPING_REVENUE),
    countProviderTax: fc.boolean(),
    paymentFee: fc.record({
      percent: hundredths(10_000),
      fixed: hundredths(1_000),
      currency: fc.constantFrom("", ...CURRENCIES),
    }),
    rates: fc.array(rate, { maxLength: 3 }),
  }),
  nightlySkuCheck: fc.boolean(),
  checkoutRates: fc.record({
    on: fc.boolean(),
    name: fc.constantFrom("Standard", "By mail"),
    mixed: fc.constantFrom("none" as const, "printed" as const),
    otherGoods: amount,
    handlingPercent: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
    handling: amount,
    rounding: fc.constantFrom(...RATE_ROUNDINGS),
    freeOver: fc.option(amount),
    faster: fc
      .subarray([...FAST_METHODS])
      .chain((methods) =>
        fc.tuple(
          ...methods.map((method) =>
            fc.record({ method: fc.constant(method), name: fc.constant("Fast"), surcharge: amount }),
          ),
        ),
      ),
    fallback: fc.array(
      fc.record({ countries: fc.uniqueArray(fc.constantFrom("US", "DE", "JP")), first: amount, further: amount }),
      { maxLength: 3 },
    ),
  }),
  rules: fc.constant([]),
});
const minutes = fc.integer({ min: 0, max: 50_000_000 }).map((m) => new Date(m * 60_000));

const PAGES = Object.keys(SETTINGS_PAGES) as SettingsPage[];

/** What the form of a page holds of a draft. */
const fieldsOf = (draft: object, page: SettingsPage) => {
  const names: readonly string[] = SETTINGS_PAGES[page];
  return Object.fromEntries(Object.entries(draft).filter(([field]) => names.includes(field)));
};

/** What is read from the forms of all pages together. */
function parseAll(draft: object, timezone: string) {
  const read = PAGES.map((page) => parseDraft(fieldsOf(draft, page), page, timezone));
  return {
    change: Object.assign({}, ...read.map((one) => (one.ok ? one.change : {}))) as object,
    errors: Object.assign({}, ...read.map((one) => (one.ok ? {} : one.errors))) as Record<string, string>,
  };
}

test("settings survive the forms of their pages unchanged and can be saved", () => {
  fc.assert(
    fc.property(settings, minutes, ({ rules: ofOwnPage, ...given }, goLiveAt) => {
      const draft = toDraft({ ...given, rules: ofOwnPage }, goLiveAt, "Asia/Kathmandu");
      const { change, errors } = parseAll(draft, "Asia/Kathmandu");
      expect(errors).toEqual({});
      expect(change).toEqual({ ...given, goLiveAt: goLiveAt.toISOString() });
      expect(settingsChange.parse(change)).toEqual(change);
    }),
  );
});

test("omitted fields stay unchanged, and a page changes no setting of another page", () => {
  expect(parseDraft({ approval: "manual" }, "sending", "UTC")).toEqual({ ok: true, change: { approval: "manual" } });
  expect(settingsChange.parse({ approval: "manual" })).toEqual({ approval: "manual" });
  const draft = toDraft(readSettings({}), new Date(), "UTC");
  for (const page of PAGES)
    for (const other of PAGES.filter((one) => one !== page))
      for (const field of SETTINGS_PAGES[other])
        expect(parseDraft({ ...fieldsOf(draft, page), [field]: draft[field] }, page, "UTC").ok).toBe(false);
});

test("each error has the path of its field", () => {
  const draft = toDraft(readSettings({}), new Date(), "UTC");
  const { errors } = parseAll(
    {
      ...draft,
      editWindowMinutes: "half an hour",
      fallbackEmail: "me@",
      fallbackPhone: "555",
      minimumMarginPercent: "101",
      serviceCurrency: "DEM",
      goLiveAt: "tomorrow",
      artworkMetafields: { ...draft.artworkMetafields, back: "artwork" },
      shippingRules: [
        { contains: "Express", method: "US-1" },
        { contains: " ", method: "AU-1" },
      ],
      printableRule: { ...draft.printableRule, vendors: ["Good", ""] },
      sending: { mode: "at_times", times: ["18:00", ""], weekdays: [] },
      profit: {
        ...draft.profit,
        paymentFee: { percent: "101", fixed: "30 cents", currency: "" },
        rates: [
          { from: "USD", to: "EUR", rate: "0.92", since: "2026-01-01" },
          { from: "USD", to: "USD", rate: "0", since: "soon" },
        ],
      },
    },
    "UTC",
  );
  expect(Object.keys(errors).sort()).toEqual([
    "artworkMetafields.back",
    "editWindowMinutes",
    "fallbackEmail",
    "fallbackPhone",
    "goLiveAt",
    "minimumMarginPercent",
    "printableRule.vendors.1",
    "profit.paymentFee.fixed",
    "profit.paymentFee.percent",
    "profit.rates.1.rate",
    "profit.rates.1.since",
    "profit.rates.1.to",
    "sending.times.1",
    "sending.weekdays",
    "serviceCurrency",
    "shippingRules.1.contains",
  ]);
  expect(errors["fallbackEmail"]).toContain("such as");
});

test("any input is parsed or rejected, and never throws", () => {
  const page = fc.constantFrom(...PAGES);
  fc.assert(fc.property(fc.jsonValue(), page, (value, on) => void parseDraft(value, on, "UTC")));
  expect(parseDraft({ approval: "manual", other: 1 }, "sending", "UTC").ok).toBe(false);
  expect(parseDraft({ editWindowMinutes: "10081" }, "sending", "UTC").ok).toBe(false);
  expect(parseDraft({ shippingRules: [{ contains: "x", method: "AU-2" }] }, "shipping", "UTC").ok).toBe(false);
});

test("a faster method at the checkout is offered once the merchant says what it costs, which may be nothing", () => {
  const { checkoutRates } = toDraft(readSettings({}), new Date(), "UTC");
  const withExpress = (surcharge: object) => {
    const faster = { ...checkoutRates.faster, "US-1": { ...checkoutRates.faster["US-1"], on: true, ...surcharge } };
    return parseDraft({ checkoutRates: { ...checkoutRates, faster } }, "rates", "UTC");
  };
  expect(withExpress({})).toMatchObject({
    errors: { "checkoutRates.faster.US-1.surcharge": expect.stringContaining("amount") as string },
  });
  expect(withExpress({ surcharge: "0" }).ok).toBe(true);
});
