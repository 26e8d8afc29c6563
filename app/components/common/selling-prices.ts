import type { ShopSettings } from "../../settings/settings.ts";

type SellingPrices = ShopSettings["sellingPrices"];

/** The choices of how prices to sell at are worked out, on the payment settings and on a product's page. */
export const ENDINGS: readonly { value: SellingPrices["ending"]; label: string }[] = [
  { value: "none", label: "To the cent" },
  { value: "95", label: "To .95" },
  { value: "99", label: "To .99" },
];

export const SHIPPING: readonly { value: SellingPrices["shipping"]; label: string }[] = [
  { value: "included", label: "Covered by the price" },
  { value: "charged", label: "Paid by customers" },
];
