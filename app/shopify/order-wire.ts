import { z } from "zod";

/**
 * What the app reads of the body of an orders/… webhook (shopify: REST order, 2026-10). What it needs must be there;
 * all else is taken as missing when it has another type than Shopify says, so that an odd value costs no order.
 */
const string = z.string().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);
const id = z.unknown().optional();
const count = z.union([
  z.number().int().nonnegative(),
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
/** The Admin API tells whole seconds: a body that tells more would look newer than any later reading of the same order. */
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

const address = z
  .object({
    first_name: string,
    last_name: string,
    name: string,
    company: string,
    address1: string,
    address2: string,
    city: string,
    zip: string,
    province: string,
    province_code: string,
    country: string,
    country_code: string,
    phone: string,
  })
  .nullish()
  .catch(null);

const property = z.object({ name: z.unknown().optional(), value: z.unknown().optional() });

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
  fulfillable_quantity: optionalCount,
  requires_shipping: flag,
  gift_card: flag,
  fulfillment_service: string,
  properties: z.array(property).catch([]),
  price: amount,
  discount_allocations: z.array(z.object({ amount })).nullish().catch(null),
});

const shippingLine = z.object({ title: string, code: string, is_removed: flag });

export const orderWire = z.object({
  id,
  admin_graphql_api_id: id,
  name: string,
  created_at: instant,
  updated_at: instant,
  cancelled_at: instant.nullish(),
  test: flag,
  financial_status: string,
  currency: z.string().regex(/^[A-Z]{3}$/),
  email: string,
  contact_email: string,
  phone: string,
  customer: z.object({ email: string, phone: string }).nullish().catch(null),
  shipping_address: address,
  billing_address: address,
  shipping_lines: z.array(shippingLine).catch([]),
  current_shipping_price_set: moneySet,
  total_shipping_price_set: moneySet,
  line_items: z.array(line),
});

export type OrderWire = z.infer<typeof orderWire>;
export type OrderWireLine = z.infer<typeof line>;
export type OrderWireAddress = NonNullable<z.infer<typeof address>>;
