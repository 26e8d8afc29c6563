import { z } from "zod";

/** A REST id after parseLossless: a number, or its digits above 2^53. */
const id = z.union([z.number(), z.string()]).transform(String);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const money = z.union([z.string(), z.number()]).transform(String);
const time = z.string().transform((value) => new Date(value));

const addressShape = z.object({
  name: text,
  first_name: text,
  last_name: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  province: text,
  province_code: text,
  country: text,
  country_code: text,
  zip: text,
  phone: text,
});

const attribute = z.object({
  name: z.string(),
  value: z.unknown().transform((value) => (value == null ? "" : String(value))),
});

const lineShape = z.object({
  id,
  variant_id: id.nullish(),
  product_id: id.nullish(),
  product_exists: z.boolean().nullish(),
  title: z.string(),
  variant_title: text,
  sku: text,
  vendor: text,
  quantity: z.number(),
  current_quantity: z.number().nullish(),
  fulfillable_quantity: z.number(),
  fulfillment_status: z.string().nullish(),
  price: money,
  total_discount: money.nullish(),
  discount_allocations: z.array(z.object({ amount: money })).nullish(),
  requires_shipping: z.boolean(),
  gift_card: z.boolean().nullish(),
  properties: z.array(attribute).nullish(),
  grams: z.number().nullish(),
});

const fulfillmentShape = z.object({
  id,
  name: text,
  status: text,
  created_at: time,
  updated_at: time.nullish(),
  location_id: id.nullish(),
  tracking_company: text,
  tracking_numbers: z.array(z.string()).nullish(),
  tracking_urls: z.array(z.string()).nullish(),
  line_items: z.array(z.object({ id, quantity: z.number() })).nullish(),
});

const refundShape = z.object({
  id,
  created_at: time,
  note: text,
  refund_line_items: z.array(z.object({ id, line_item_id: id, quantity: z.number(), restock_type: text })).nullish(),
});

const shippingLineShape = z.object({
  id,
  title: text,
  code: text,
  source: text,
  price: money,
  discounted_price: money.nullish(),
  carrier_identifier: text,
});

/** What the stand-in takes from the body of an orders webhook. */
export const restOrderShape = z.object({
  id,
  name: z.string(),
  order_number: z.number(),
  email: text,
  phone: text,
  created_at: time,
  processed_at: time.nullish(),
  updated_at: time.nullish(),
  cancelled_at: time.nullish(),
  cancel_reason: text,
  closed_at: time.nullish(),
  test: z.boolean().nullish(),
  source_name: text,
  tags: text,
  note: text,
  note_attributes: z.array(attribute).nullish(),
  currency: z.string(),
  presentment_currency: text,
  financial_status: text,
  payment_gateway_names: z.array(z.string()).nullish(),
  payment_terms: z.object({ payment_terms_name: text, payment_terms_type: text }).nullish(),
  customer_locale: text,
  shipping_address: addressShape.nullish(),
  billing_address: addressShape.nullish(),
  customer: z.object({ id, first_name: text, last_name: text, email: text, phone: text }).nullish(),
  line_items: z.array(lineShape),
  shipping_lines: z.array(shippingLineShape).nullish(),
  refunds: z.array(refundShape).nullish(),
  fulfillments: z.array(fulfillmentShape).nullish(),
  taxes_included: z.boolean().nullish(),
  total_tax: money.nullish(),
  subtotal_price: money.nullish(),
  current_subtotal_price: money.nullish(),
  total_price: money.nullish(),
  current_total_price: money.nullish(),
  total_price_set: z.object({ presentment_money: z.object({ amount: money }) }).nullish(),
  token: text,
});

export type RestOrder = z.output<typeof restOrderShape>;
export type RestLine = RestOrder["line_items"][number];
export type RestAddress = z.output<typeof addressShape>;
