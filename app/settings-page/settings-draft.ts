import { z } from "zod";
import { countryName, isoCountry } from "../address/country.ts";
import { isPhoneNumber } from "../common/phone-number.ts";
import {
  ADDRESS_CHECK_EFFECTS,
  DECIMAL,
  isCurrency,
  CURRENCIES,
  MAX_TARGET_MARGIN,
  paymentRule,
  PRICE_ENDINGS,
  SHIPPING_REVENUE,
  shopSettings,
  unreadableSettings,
  settingsToReview,
  TAG_PREFIX,
  type SettingName,
  type ShopSettings,
  type Stage,
} from "../settings/settings.ts";
import { FAST_METHODS, type FastMethod } from "../settings/checkout-rates.ts";
import { CLOCK_TIME, EVERY_WEEKDAY, MAX_SENDING_TIMES, SENDING_MODES } from "../settings/sending-modes.ts";
import { SETTINGS_PAGES, type SettingsPage } from "../settings/settings-pages.ts";
import { checkoutRatesDraft, ratesToDraft, type CheckoutRatesDraft } from "./checkout-rates-draft.ts";
import type { NoteAction } from "../shops/staff-actions.ts";
import { changeSettings, type SettingsChange } from "./save-settings.ts";
import { instantOf, wallTime } from "../settings/wall-time.ts";
import { shippingServicesOf, type ShopRow } from "../orders/core/shop-row.ts";
import { SERVICE_CODE_MAX } from "../settings/rules.ts";
import type { ShopActionsContext } from "../print-accounts/context.ts";
import type { ShopId } from "../ports/ids.ts";

/** What is wrong with a field of the settings. */
const FIELD_ERRORS = {
  tooLong: "Enter up to 255 characters.",
  entryBlank: "An entry is blank.",
  entryTooLong: "An entry is longer than 255 characters.",
  tooManyEntries: "Add up to 100 entries.",
  metafield: "Use the format namespace.key, such as custom.front_artwork.",
  editWindow: "Enter a whole number from 0 to 10,080 minutes (7 days).",
  sendingTime: "Enter a time.",
  tooManyTimes: "Add up to 24 times.",
  weekdays: "Select at least one day.",
  email: "Enter an email, such as orders@my-store.com.",
  printSize: "Enter width and height from 0.1 to 1,000, or leave both blank.",
  lateAfter: "Enter a whole number from 1 to 60 business days.",
  dpi: "Enter a whole number from 50 to 1,200.",
  margin: "Enter a percentage from -100 to 100, or leave the field blank.",
  extraCost: "Enter an amount, such as 6.50, or leave the field blank.",
  targetMargin: `Enter a percentage from 0 to ${MAX_TARGET_MARGIN}.`,
  noteTooLong: "Enter up to 1,000 characters.",
  shippingOption: "Enter a word from the shipping option.",
  tooManyRules: "Add up to 100 rules.",
  phoneTooLong: "Enter up to 50 characters.",
  phone: "Enter a phone number with its area code, such as +1 212 555 0142.",
  currency: "Select a currency.",
  percent: "Enter a percentage from 0 to 100, such as 2.9.",
  amount: "Enter an amount, such as 0.30.",
  rate: "Enter a rate greater than 0, such as 1.08.",
  otherCurrency: "Select another currency.",
  rateSince: "Enter a date.",
  tooManyRates: "Add up to 100 exchange rates.",
  tagPrefix: "Enter up to 20 characters without a comma, such as Print:",
  dayLimit: "Enter an amount greater than 0, such as 200.",
  startDate: "Enter a date and time.",
} as const;

/** The settings as typed: numbers and times are texts, which may be invalid. */
export interface SettingsDraft {
  approval: ShopSettings["approval"];
  /** Minutes. */
  editWindowMinutes: string;
  /** Times as `18:00`. */
  sending: ShopSettings["sending"];
  testOrders: ShopSettings["testOrders"];
  payment: ShopSettings["payment"];
  printableRule: ShopSettings["printableRule"];
  artworkProperties: ShopSettings["artworkProperties"];
  artworkMetafields: ShopSettings["artworkMetafields"];
  printSizes: PrintSizesDraft;
  replacedArtwork: ShopSettings["replacedArtwork"];
  personalizationProperties: string[];
  noteTemplate: string;
  ignoredProperties: string[];
  unusedProperties: ShopSettings["unusedProperties"];
  orderNotes: ShopSettings["orderNotes"];
  attributesToReview: string[];
  /** `method`: a FastMethod, or a country ("": all) and the code of a shipping service, as `US:PRIORITY`. */
  shippingRules: { contains: string; method: string }[];
  addressChecks: ShopSettings["addressChecks"];
  fallbackEmail: string;
  fallbackPhone: string;
  printServiceEmail: string;
  fulfillWhen: ShopSettings["fulfillWhen"];
  notifyCustomer: boolean;
  inShopify: ShopSettings["inShopify"];
  /** Percent; "": not checked. */
  minimumMarginPercent: string;
  serviceCurrency: string;
  /** Amounts and rates are texts, as they are stored. */
  profit: ShopSettings["profit"];
  /** "": not known. */
  fasterShippingCosts: Record<FastMethod, string>;
  /** Percent. */
  sellingPrices: Omit<ShopSettings["sellingPrices"], "targetMarginPercent"> & { targetMarginPercent: string };
  /** Business days. */
  lateAfterDays: Record<Stage, string>;
  nightlySkuCheck: boolean;
  checkoutRates: CheckoutRatesDraft;
  /** "": no limit for an order. */
  automaticPayment: { on: boolean; perDay: string; perOrder: string };
  cancelAtProvider: ShopSettings["cancelAtProvider"];
  /** In the shop's time zone, `2026-11-21T12:07`. */
  goLiveAt: string;
}

/** Both "": the size is not known. */
export interface PrintSizeDraft {
  width: string;
  height: string;
}

interface PrintSizesDraft {
  unit: ShopSettings["printSizes"]["unit"];
  front: PrintSizeDraft;
  back: PrintSizeDraft;
  wantedDpi: string;
}

const sizeDraft = (size: { width: number; height: number } | null): PrintSizeDraft =>
  size ? { width: String(size.width), height: String(size.height) } : { width: "", height: "" };

/** The stored settings as a draft. */
export function toDraft({ rules: _, ...settings }: ShopSettings, goLiveAt: Date, timezone: string): SettingsDraft {
  return {
    ...settings,
    editWindowMinutes: String(settings.editWindowMinutes),
    shippingRules: settings.shippingRules.map((rule) => ({
      contains: rule.contains,
      method: methodKey(rule),
    })),
    printSizes: {
      ...settings.printSizes,
      front: sizeDraft(settings.printSizes.front),
      back: sizeDraft(settings.printSizes.back),
      wantedDpi: String(settings.printSizes.wantedDpi),
    },
    lateAfterDays: mapStages((stage) => String(settings.lateAfterDays[stage])),
    minimumMarginPercent: settings.minimumMarginPercent === null ? "" : String(settings.minimumMarginPercent),
    checkoutRates: ratesToDraft(settings.checkoutRates),
    fasterShippingCosts: mapMethods((method) => settings.fasterShippingCosts[method] ?? ""),
    sellingPrices: {
      ...settings.sellingPrices,
      targetMarginPercent: String(settings.sellingPrices.targetMarginPercent),
    },
    automaticPayment: {
      on: settings.automaticPayment.perDay !== null,
      perDay: settings.automaticPayment.perDay ?? "",
      perOrder: settings.automaticPayment.perOrder ?? "",
    },
    goLiveAt: wallTime(goLiveAt, timezone),
  };
}

const mapMethods = <T>(make: (method: FastMethod) => T): Record<FastMethod, T> => ({
  "US-1": make("US-1"),
  "US-2": make("US-2"),
  "AU-1": make("AU-1"),
});

const mapStages = <T>(make: (stage: Stage) => T): Record<Stage, T> => ({
  waiting: make("waiting"),
  at_provider: make("at_provider"),
  shipped: make("shipped"),
});

const name = z.string().trim().min(1, FIELD_ERRORS.entryBlank).max(255, FIELD_ERRORS.entryTooLong);
const names = z.array(name).max(100, FIELD_ERRORS.tooManyEntries);
const metafield = z
  .string()
  .trim()
  .max(255, FIELD_ERRORS.tooLong)
  .regex(/^$|^[^\s.][^\s]*\.[^\s.]+$/, FIELD_ERRORS.metafield);
const sides = <T extends z.ZodType>(of: T) => z.strictObject({ front: of, back: of, mockup: of });
const number = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN);

const optionalEmail = z
  .string()
  .trim()
  .pipe(z.union([z.literal(""), z.email(FIELD_ERRORS.email).max(254, FIELD_ERRORS.email)], FIELD_ERRORS.email));
const length = z
  .string()
  .trim()
  .transform((text) => (text === "" ? null : number(text)))
  .refine((value) => value === null || (value >= 0.1 && value <= 1_000), FIELD_ERRORS.printSize);
const size = z
  .strictObject({ width: length, height: length })
  .refine(({ width, height }) => (width === null) === (height === null), {
    path: ["height"],
    error: FIELD_ERRORS.printSize,
  })
  .transform(({ width, height }) => (width === null || height === null ? null : { width, height }));

const businessDays = z
  .string()
  .trim()
  .regex(/^\d{1,2}$/, FIELD_ERRORS.lateAfter)
  .transform(Number)
  .refine((days) => days >= 1 && days <= 60, FIELD_ERRORS.lateAfter);

const addressCheck = z.enum(ADDRESS_CHECK_EFFECTS);

const decimal = (error: string) =>
  z
    .string()
    .trim()
    .transform((text) => (text === "" ? "0" : text))
    .refine((text) => DECIMAL.test(text), error);
const currency = z.string().refine(isCurrency, FIELD_ERRORS.currency);
const exchangeRate = z
  .strictObject({
    from: currency,
    to: currency,
    rate: decimal(FIELD_ERRORS.rate).refine((rate) => Number(rate) > 0, FIELD_ERRORS.rate),
    since: z.iso.date(FIELD_ERRORS.rateSince),
  })
  .refine(({ from, to }) => from !== to, { path: ["to"], error: FIELD_ERRORS.otherCurrency });
const extraCost = z
  .string()
  .trim()
  .refine((text) => text === "" || DECIMAL.test(text), FIELD_ERRORS.extraCost)
  .transform((text) => (text === "" ? null : text));

/** How prices to sell at are worked out, as typed. */
const sellingPricesDraft = z.strictObject({
  targetMarginPercent: z
    .string()
    .trim()
    .transform(number)
    .refine((percent) => percent >= 0 && percent <= MAX_TARGET_MARGIN, FIELD_ERRORS.targetMargin),
  ending: z.enum(PRICE_ENDINGS),
  shipping: z.enum(["included", "charged"]),
});

/** Whoever has orders paid automatically says up to what sum. */
const automaticPaymentDraft = z
  .discriminatedUnion("on", [
    z.strictObject({ on: z.literal(false), perDay: z.string(), perOrder: z.string() }),
    z.strictObject({
      on: z.literal(true),
      perDay: z
        .string()
        .trim()
        .refine((limit) => DECIMAL.test(limit) && Number(limit) > 0, FIELD_ERRORS.dayLimit),
      perOrder: extraCost,
    }),
  ])
  .transform(({ on, perDay, perOrder }) => (on ? { perDay, perOrder } : { perDay: null, perOrder: null }));

const draftShape = (timezone: string) =>
  z
    .strictObject({
      approval: z.enum(["automatic", "manual"]),
      editWindowMinutes: z
        .string()
        .trim()
        .regex(/^\d{1,6}$/, FIELD_ERRORS.editWindow)
        .transform(Number)
        .refine((minutes) => minutes <= 7 * 24 * 60, FIELD_ERRORS.editWindow),
      sending: z.strictObject({
        mode: z.enum(SENDING_MODES),
        times: z
          .array(z.string().regex(CLOCK_TIME, FIELD_ERRORS.sendingTime))
          .min(1, FIELD_ERRORS.sendingTime)
          .max(MAX_SENDING_TIMES, FIELD_ERRORS.tooManyTimes)
          .transform((times) => [...new Set(times)].sort()),
        weekdays: z.array(z.literal([...EVERY_WEEKDAY])).min(1, FIELD_ERRORS.weekdays),
      }),
      testOrders: z.enum(["hold", "print"]),
      payment: z.strictObject({
        authorized: paymentRule,
        cash_on_delivery: paymentRule,
        net_terms: paymentRule,
        pay_later: paymentRule,
      }),
      printableRule: z.strictObject({ vendors: names, productTags: names, productTypes: names, skuPrefixes: names }),
      artworkProperties: sides(names),
      artworkMetafields: sides(metafield),
      printSizes: z.strictObject({
        unit: z.enum(["in", "cm"]),
        front: size,
        back: size,
        wantedDpi: z
          .string()
          .trim()
          .transform(number)
          .refine((dpi) => Number.isInteger(dpi) && dpi >= 50 && dpi <= 1_200, FIELD_ERRORS.dpi),
      }),
      replacedArtwork: z.enum(["hold", "tell"]),
      personalizationProperties: names,
      noteTemplate: z.string().trim().max(1000, FIELD_ERRORS.noteTooLong),
      ignoredProperties: names,
      unusedProperties: z.enum(["hold", "ignore"]),
      orderNotes: z.enum(["hold", "ignore"]),
      attributesToReview: names,
      shippingRules: z
        .array(
          z.strictObject({
            contains: z.string().trim().min(1, FIELD_ERRORS.shippingOption).max(255, FIELD_ERRORS.tooLong),
            method: z.union([
              z.enum(FAST_METHODS).transform((method) => METHODS[method]),
              z
                .string()
                .regex(SERVICE_KEY)
                .max(SERVICE_CODE_MAX + 3)
                .transform(serviceOf),
            ]),
          }),
        )
        .max(100, FIELD_ERRORS.tooManyRules)
        .transform((rules) => rules.map(({ contains, method }) => ({ contains, ...method }))),
      addressChecks: z.strictObject({
        zip: addressCheck,
        zip_region: addressCheck,
        house_number: addressCheck,
        line_too_long: addressCheck,
        po_box: addressCheck,
      }),
      fallbackEmail: optionalEmail,
      printServiceEmail: optionalEmail,
      fallbackPhone: z
        .string()
        .trim()
        .max(50, FIELD_ERRORS.phoneTooLong)
        .refine((text) => text === "" || isPhoneNumber(text), FIELD_ERRORS.phone),
      fulfillWhen: shopSettings.shape.fulfillWhen.unwrap(),
      notifyCustomer: z.boolean(),
      inShopify: z.strictObject({
        tags: z.boolean(),
        tagPrefix: z.string().trim().regex(TAG_PREFIX, FIELD_ERRORS.tagPrefix),
        holds: z.boolean(),
      }),
      minimumMarginPercent: z
        .string()
        .trim()
        .transform((text) => (text === "" ? null : number(text)))
        .refine((percent) => percent === null || Math.abs(percent) <= 100, FIELD_ERRORS.margin),
      serviceCurrency: z.string().refine(isCurrency, FIELD_ERRORS.currency),
      profit: z.strictObject({
        shipping: z.enum(SHIPPING_REVENUE),
        countProviderTax: z.boolean(),
        paymentFee: z.strictObject({
          percent: decimal(FIELD_ERRORS.percent).refine((percent) => Number(percent) <= 100, FIELD_ERRORS.percent),
          fixed: decimal(FIELD_ERRORS.amount),
          currency: z.union([z.literal(""), currency], FIELD_ERRORS.currency),
        }),
        rates: z.array(exchangeRate).max(100, FIELD_ERRORS.tooManyRates),
      }),
      fasterShippingCosts: z.strictObject(mapMethods(() => extraCost)),
      sellingPrices: sellingPricesDraft,
      lateAfterDays: z.strictObject(mapStages(() => businessDays)),
      nightlySkuCheck: z.boolean(),
      checkoutRates: checkoutRatesDraft,
      automaticPayment: automaticPaymentDraft,
      cancelAtProvider: z.enum(["by_hand", "automatically"]),
      goLiveAt: z
        .string()
        .transform((wall) => instantOf(wall, timezone)?.toISOString() ?? "")
        .refine((iso) => iso !== "", FIELD_ERRORS.startDate),
    })
    .partial();

const SERVICE_KEY = /^([A-Z]{2})?:.+$/;

/** What a method of a rule is in the draft. */
const methodKey = ({ country, method }: ShopSettings["shippingRules"][number]): string =>
  typeof method === "string" ? `${country}:${method}` : `${country}-${method}`;

function serviceOf(key: string): { country: string; method: string } {
  const colon = key.indexOf(":");
  return { country: key.slice(0, colon), method: key.slice(colon + 1) };
}

/**
 * The methods that a shipping rule may use, where the print account has services: each wherever it ships, and to each of its countries.
 * null: the account ships by Express and Ground.
 */
export function shippingChoices(shop: Pick<ShopRow, "printAccount">): { value: string; label: string }[] | null {
  const services = shippingServicesOf(shop);
  return (
    services &&
    services.flatMap(({ code, name, destinations }) => {
      const countries = [...new Set(destinations.flatMap((one) => isoCountry(one) ?? []))];
      return ["", ...countries.toSorted()].map((country) => ({
        value: methodKey({ contains: "", country, method: code }),
        label: `${country === "" ? "All countries" : countryName(country)}: ${name || code}`,
      }));
    })
  );
}

const METHODS = {
  "US-1": { country: "US", method: 1 },
  "US-2": { country: "US", method: 2 },
  "AU-1": { country: "AU", method: 1 },
} as const satisfies Record<FastMethod, unknown>;

/** The errors by the path of their field, e.g. `shippingRules.0.contains`. */
export type DraftErrors = Record<string, string>;

/** The change of settings in the draft of a page, or the errors by field. Omitted fields stay unchanged. */
export function parseDraft(
  input: unknown,
  page: SettingsPage,
  timezone: string,
): { ok: true; change: SettingsChange } | { ok: false; errors: DraftErrors } {
  const fields = Object.fromEntries(SETTINGS_PAGES[page].map((field) => [field, true]));
  const parsed = draftShape(timezone)
    .pick(fields as Record<keyof SettingsDraft, true>)
    .safeParse(input);
  if (parsed.success) return { ok: true, change: parsed.data };
  return { ok: false, errors: Object.fromEntries(parsed.error.issues.map((i) => [i.path.join("."), i.message])) };
}

/** Rules have a page of their own (rules.ts). */
export type DraftSetting = Exclude<SettingName, "rules">;

/** The settings of a shop as one of the pages shows them. */
export interface SettingsView {
  draft: SettingsDraft;
  /** The names of unreadable stored settings of the page. The draft shows their defaults, which apply once they are saved. */
  unreadable: DraftSetting[];
}

/** A shop's settings as the editable draft of a page. */
export async function viewSettings(
  { db }: Pick<ShopActionsContext, "db">,
  shopId: ShopId,
  page: SettingsPage,
): Promise<SettingsView> {
  const { settings, goLiveAt, timezone } = await db.shop.findUniqueOrThrow({ where: { id: shopId } });
  const fields: readonly string[] = SETTINGS_PAGES[page];
  return {
    unreadable: unreadableSettings(settings).filter(
      (name): name is DraftSetting => name !== "rules" && fields.includes(name),
    ),
    draft: toDraft(settingsToReview(settings), goLiveAt, timezone ?? "UTC"),
  };
}

/** The notes of a shop's mappings that name line item properties, each once. */
export async function readMappingNotes({ db }: Pick<ShopActionsContext, "db">, shopId: ShopId): Promise<string[]> {
  const where = { shopId, note: { contains: "{" } };
  const notes = await db.mapping.findMany({ where, distinct: ["note"], select: { note: true } });
  return notes.map(({ note }) => note);
}

/** Every available currency with its English name. */
export function listCurrencies(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames("en", { type: "currency" });
  return CURRENCIES.map((code) => ({ code, name: names.of(code) ?? code }));
}

/**
 * `POST {…}` of a page: the changed fields, as typed. `confirmed` are the names of unreadable settings that are sent as they were
 * shown.
 */
export const settingsSave = z.strictObject({
  action: z.literal("save"),
  draft: z.unknown(),
  confirmed: z.array(shopSettings.keyof()),
});

export type SaveDraftResult = { outcome: "saved" } | { outcome: "invalid"; errors: DraftErrors };

/** Saves the typed fields of a page: all, or none when one is invalid. Omitted fields stay unchanged, as do those of other pages. */
export async function saveDraft(
  ctx: Pick<ShopActionsContext, "db" | "clock" | "wakeHeld">,
  shopId: ShopId,
  page: SettingsPage,
  { draft, confirmed }: z.infer<typeof settingsSave>,
  note?: NoteAction,
): Promise<SaveDraftResult> {
  const { timezone } = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId }, select: { timezone: true } });
  const parsed = parseDraft(draft, page, timezone ?? "UTC");
  if (!parsed.ok) return { outcome: "invalid", errors: parsed.errors };
  await changeSettings(ctx, shopId, parsed.change, { confirmed, note });
  return { outcome: "saved" };
}
