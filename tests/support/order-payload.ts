/** Bodies of orders/create as shops really send them, built field by field. Ids are bigint: they may exceed 2^53. */
export interface Line {
  id: bigint;
  title: string;
  variant_id: bigint | null;
  product_id: bigint | null;
  quantity: number;
  [field: string]: unknown;
}

let next = 9_100_000_000_000_000_001n;
/** Above 2^53, and odd: a rounded one is never the same. */
const bigId = (): bigint => (next += 2n);

export function line(over: Partial<Line> = {}): Line {
  const quantity = over.quantity ?? 1;
  return {
    id: bigId(),
    title: "Tee",
    variant_id: null,
    product_id: null,
    variant_title: null,
    sku: null,
    // shopify: a custom item has none.
    vendor: over.product_id ? "Press" : null,
    quantity,
    current_quantity: quantity,
    fulfillable_quantity: quantity,
    fulfillment_service: "manual",
    requires_shipping: true,
    gift_card: false,
    price: "25.00",
    properties: [],
    ...over,
  };
}

export const BUYER = {
  first_name: "Grace",
  last_name: "Reader",
  name: "Grace Reader",
  company: null,
  address1: "7 Mill Lane",
  address2: null,
  city: "Dayton",
  zip: "45402",
  province: "Ohio",
  province_code: "OH",
  country: "United States",
  country_code: "US",
  phone: "+1 555 010 0300",
};

/** `number` names the order; everything else can be replaced. */
export function body(number: number, lines: Line[], over: Record<string, unknown> = {}, at = new Date()): string {
  const id = bigId();
  const order = {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name: `#${number}`,
    order_number: number,
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
    processed_at: at.toISOString(),
    cancelled_at: null,
    test: false,
    currency: "USD",
    financial_status: "paid",
    email: "grace@example.com",
    phone: null,
    customer: null,
    shipping_address: BUYER,
    billing_address: BUYER,
    shipping_lines: [{ id: bigId(), title: "Standard", code: "standard", price: "5.00" }],
    line_items: lines,
    refunds: [],
    fulfillments: [],
    ...over,
  };
  return toJson(order);
}

/** Numbers as Shopify writes them, with every digit. */
function toJson(value: unknown): string {
  const marked = JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "bigint" ? `\u0001${inner}` : inner,
  );
  return marked.replace(/"\\u0001(\d+)"/g, "$1");
}
