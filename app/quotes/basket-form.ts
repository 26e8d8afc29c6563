/** A basket as entered in the form or in the address of the quote page: `?sku=A&qty=2&country=US&province=OR`. */
export interface BasketForm {
  rows: BasketRow[];
  /** ISO 3166 alpha-2; "" while none is chosen. */
  country: string;
  province: string;
}

export interface BasketRow {
  sku: string;
  quantity: string;
}

export const MAX_ROWS = 50;
export const NEW_ROW: BasketRow = { sku: "", quantity: "1" };

/** The form as the query of an address. */
export function writeForm({ rows, country, province }: BasketForm): URLSearchParams {
  const params = new URLSearchParams();
  for (const { sku, quantity } of rows) {
    params.append("sku", sku);
    params.append("qty", quantity);
  }
  params.set("country", country);
  if (province !== "") params.set("province", province);
  return params;
}
