import { z } from "zod";

const metafield = z.string().max(255).default("");
const names = z.array(z.string().trim().min(1).max(255)).max(100);

/** Only the methods that the print service has for that destination (print-service: createOrder). */
const rule = <C extends "US" | "AU", M extends 1 | 2>(country: C, methods: readonly M[]) =>
  z.object({
    contains: z.string().trim().min(1).max(255),
    country: z.literal(country),
    method: z.literal([...methods]),
  });

/** A shop's settings. What is stored is always this shape; unknown keys are dropped, missing ones take the default. */
export const shopSettings = z.object({
  /** manual: every order waits for a person. */
  approval: z.enum(["automatic", "manual"]).default("automatic"),
  /** Minutes after the order was placed in which it is not sent. */
  editWindowMinutes: z
    .number()
    .int()
    .min(0)
    .max(7 * 24 * 60)
    .default(30),
  /** Lines without mapping that match are ours, and held until they are mapped. */
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
  /** Lines with one of these properties are held for review. */
  personalizationProperties: names.default([]),
  /** First rule whose text is found in the shipping line's title or code, for that destination, decides. */
  shippingRules: z
    .array(z.union([rule("US", [1, 2]), rule("AU", [1])]))
    .max(100)
    .default([]),
  fallbackEmail: z.string().trim().max(254).default(""),
  fallbackPhone: z.string().trim().max(50).default(""),
  /** Shopify tells the customer about the first parcel. */
  notifyCustomer: z.boolean().default(true),
  /** Hold when the margin is below this percentage of what the customer paid; null: not checked. */
  minimumMarginPercent: z.number().min(-100).max(100).nullable().default(null),
  /** Currency of the print service's prices (the interface names none). */
  serviceCurrency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default("USD"),
});

export type ShopSettings = z.infer<typeof shopSettings>;

/**
 * Settings as stored, with defaults where the row is older than a setting. A setting that cannot be read (its range was
 * narrowed, a row was written by hand) stops no shop: its default stands in, every order waits for a person, and no customer is
 * written to.
 */
export function readSettings(stored: unknown): ShopSettings {
  const whole = shopSettings.safeParse(stored ?? {});
  if (whole.success) return whole.data;
  const broken = new Set(unreadableSettings(stored));
  const readable = Object.entries(toObject(stored)).filter(([key]) => !broken.has(key));
  return shopSettings.parse({ ...Object.fromEntries(readable), approval: "manual", notifyCustomer: false });
}

/** The stored settings that cannot be read, by name; all of them where the whole cannot. */
export function unreadableSettings(stored: unknown): string[] {
  const whole = shopSettings.safeParse(stored ?? {});
  if (whole.success) return [];
  const keys = whole.error.issues.flatMap(({ path: [key] }) => (typeof key === "string" ? key : []));
  return keys.length > 0 ? [...new Set(keys)] : Object.keys(shopSettings.shape);
}

const toObject = (stored: unknown): object =>
  typeof stored === "object" && stored !== null && !Array.isArray(stored) ? stored : {};
