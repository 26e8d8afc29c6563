import { z } from "zod";
import { ApiError } from "./responses.ts";
import type { CatalogEntry } from "./catalog.ts";
import type { Settings } from "./options.ts";

const filled = z.string().refine((s) => s.trim() !== "", "must not be empty");
const linkOrEmpty = z.union([z.literal(""), z.url({ protocol: /^https?$/ })]);
export const countryCode = z.string().regex(/^[A-Z]{2}$/, "must be an ISO 3166 alpha-2 code");
export const provinceCode = filled.max(4);

const item = z.object({
  product_name: filled,
  variant_title: filled,
  item_sku: filled,
  unfulfill_quantity: z.number().int().min(1),
  artwork_front: linkOrEmpty.default(""),
  artwork_back: linkOrEmpty.default(""),
  url_mockup: linkOrEmpty.default(""),
  variant_note: z.string().default(""),
});

/** print-service: NewOrder, NewItem. */
const order = z.object({
  order_id: z.string().min(5),
  shipping_name: filled,
  shipping_email: filled,
  shipping_phone: filled,
  shipping_address1: filled,
  shipping_address2: z.string(),
  shipping_city: filled,
  shipping_zip: filled,
  shipping_province: filled.optional(),
  shipping_povince: filled.optional(),
  shipping_province_code: provinceCode,
  shipping_country: filled,
  shipping_country_code: countryCode,
  order_items: z.array(item).min(1),
  method: z.number().nullable().default(null),
});

export type OrderBody = z.infer<typeof order>;

const METHODS: Record<string, number[]> = { US: [1, 2], AU: [1] };

/** @throws Refusal 400, naming the first field that is wrong. */
export function readOrderBody(settings: Settings, body: unknown): OrderBody & { province: string } {
  const read = parse(order, body);
  const province = provinceOf(settings, read);
  const allowed = METHODS[read.shipping_country_code] ?? [];
  if (read.method !== null && !allowed.includes(read.method)) {
    throw new ApiError(400, `method ${read.method} does not exist for ${read.shipping_country_code}`);
  }
  if (settings.dialect.itemErrors === "data_error") refuseItems(settings, read.order_items);
  for (const { item_sku } of read.order_items) knownSku(settings, item_sku);
  return { ...read, province };
}

/** @throws ApiError 400 that names each item with an unknown SKU. */
function refuseItems({ catalog }: Settings, items: OrderBody["order_items"]): void {
  const unknown = items.filter(({ item_sku }) => !Object.hasOwn(catalog, item_sku));
  if (unknown.length === 0) return;
  const data_error = unknown.map(({ item_sku: sku }) => ({
    item_sku: `Invalid item sku : ${sku}. Not found this sku.`,
  }));
  throw new ApiError(400, "Error! Invalid Order Items.", { result: { data_error } });
}

function provinceOf(settings: Settings, body: OrderBody): string {
  const spelling = settings.requireProvinceSpelling;
  const province = spelling === "either" ? (body.shipping_province ?? body.shipping_povince) : body[spelling];
  if (province === undefined)
    throw new ApiError(400, `${spelling === "either" ? "shipping_province" : spelling} is required`);
  return province;
}

/** @throws Refusal 400 when the catalog has no such SKU. */
export function knownSku(settings: Settings, sku: string): CatalogEntry {
  const entry = Object.hasOwn(settings.catalog, sku) ? settings.catalog[sku] : undefined;
  if (!entry) throw new ApiError(400, `item_sku ${sku} does not exist`);
  return entry;
}

/** @throws Refusal 400 with the first problem. */
export function parse<T extends z.ZodType>(schema: T, body: unknown): z.infer<T> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new ApiError(400, `${issue?.path.join(".") || "body"}: ${issue?.message ?? "not readable"}`);
}
