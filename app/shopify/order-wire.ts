import { z } from "zod";
import { addressFrom } from "./snapshot-parts.ts";
import { text } from "./text.ts";

/**
 * What the app reads of the body of an orders/… webhook (shopify: REST order, 2026-10). Required fields must be there, and what
 * is ordered or canceled is never guessed; any other field, or entry of a list, of an unexpected type counts as missing, so that an odd
 * value costs no order.
 */
const string = z.string().nullish().catch(null).transform(text);
const flag = z.boolean().nullish().catch(null);
const id = z.unknown().optional();
/** As the column holds it. */
const MAX_COUNT = 2_147_483_647;
const count = z.union([
  z.number().int().nonnegative().max(MAX_COUNT),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);
const optionalCount = count.nullish();
/** Some amounts come as numbers. */
const amount = z
  .union([z.string().regex(/^-?\d+(\.\d+)?$/), z.number().transform(String)])
  .nullish()
  .catch(null);
/**
 * The Admin API has whole seconds: a body with milliseconds would look newer than any later reading of the same order.
 */
const instant = z.string().transform((value, context) => {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) context.addIssue({ code: "custom", message: "not a time" });
  at.setUTCMilliseconds(0);
  return at;
});
const moneySet = z
  .object({ shop_money: z.object({ amount }).nullish().catch(null) })
  .nullish()
  .catch(null);

/** shopify: REST names the fields as GraphQL does, in snake case. */
const address = z
  .record(z.string(), z.unknown())
  .transform((wire) => addressFrom((field) => string.parse(wire[snakeCase(field)])))
  .nullish()
  .catch(null);

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

const UNREADABLE: unknown = Symbol("unreadable");

/** The readable entries of a list. */
const listOf = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry.catch(UNREADABLE as z.output<T>))
    .catch([])
    .transform((entries) => entries.filter((one) => one !== UNREADABLE));

const property = z.object({ name: z.unknown().optional(), value: z.unknown().optional() });

const taxLines = listOf(z.object({ price: amount }));

const line = z.object({
  id,
  admin_graphql_api_id: id,
  product_id: id,
  variant_id: id,
  title: string,
  variant_title: string,
  sku: string,
  vendor: string,
  quantity: count,
  current_quantity: optionalCount,
  fulfillable_quantity: optionalCount.catch(null),
  /** null: nothing is fulfilled. undefined: not told. */
  fulfillment_status: z.string().nullish().catch(undefined),
  requires_shipping: flag,
  gift_card: flag,
  fulfillment_service: string,
  properties: listOf(property),
  price: amount,
  discount_allocations: listOf(z.object({ amount })),
  tax_lines: taxLines,
});

const shippingLine = z.object({
  title: string,
  code: string,
  is_removed: flag,
  discounted_price: amount,
  tax_lines: taxLines,
});

export const orderWire = z.object({
  id,
  admin_graphql_api_id: id,
  name: string,
  created_at: instant,
  updated_at: instant,
  cancelled_at: instant.nullish(),
  test: flag,
  financial_status: string,
  payment_gateway_names: z.array(z.string()).catch([]),
  payment_terms: z.object({ payment_terms_type: string }).nullish().catch(null),
  // shopify: CurrencyCode, which has USDC besides the codes of ISO 4217.
  currency: z.string().regex(/^[A-Z]{3,4}$/),
  taxes_included: flag,
  email: string,
  contact_email: string,
  phone: string,
  note: string,
  note_attributes: listOf(property),
  customer: z.object({ email: string, phone: string }).nullish().catch(null),
  shipping_address: address,
  billing_address: address,
  shipping_lines: listOf(shippingLine),
  current_shipping_price_set: moneySet,
  total_shipping_price_set: moneySet,
  line_items: z.array(line),
});

export type OrderWire = z.infer<typeof orderWire>;
export type OrderWireLine = z.infer<typeof line>;
