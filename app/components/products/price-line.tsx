import { Text } from "@shopify/polaris";
import type { PriceResult } from "../../quotes/model.ts";
import { priceText } from "./price-words.ts";
import { UNCHECKED_MESSAGES } from "./problem-words.ts";

/** What the print service asks for one unit of the SKU that was just saved, or why that is not known. */
export function PriceLine({ priced }: { priced: PriceResult | null }) {
  if (!priced || priced.status === "rejected") return null;
  const known = priced.status === "priced";
  return (
    <Text as="p" variant="bodySm" tone={known ? "subdued" : "caution"}>
      {known ? priceText(priced.price) : UNCHECKED_MESSAGES[priced.status]}
    </Text>
  );
}
