/** A valid body (print-service: NewOrder), for tests; `changes` overwrite fields. */
export function orderBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    order_id: "first-0001",
    shipping_name: "Mara Lindqvist",
    shipping_email: "mara@example.com",
    shipping_phone: "+1 555 0100",
    shipping_address1: "12 Harbour Road",
    shipping_address2: "",
    shipping_city: "Portland",
    shipping_zip: "97201",
    shipping_province: "Oregon",
    shipping_province_code: "OR",
    shipping_country: "United States",
    shipping_country_code: "US",
    order_items: [itemBody()],
    method: null,
    ...changes,
  };
}

/** A valid item (print-service: NewItem). */
export function itemBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    product_name: "Lighthouse tee",
    variant_title: "Black / M",
    item_sku: "TEE-BLACK-M",
    unfulfill_quantity: 2,
    artwork_front: "https://art.example/lighthouse.png",
    artwork_back: "",
    url_mockup: "",
    ...changes,
  };
}
