import { Text } from "@shopify/polaris";
import type { Priced } from "../../quotes/model.ts";
import { priceWords } from "./price-words.ts";
import { UNCHECKED_WORDS } from "./problem-words.ts";

/** What the print service asks for one unit of the SKU that was just saved, or why that is not known. */
export function PriceLine({ priced }: { priced: Priced | null }) {
  if (!priced || priced.status === "refused") return null;
  const known = priced.status === "priced";
  return (
    <Text as="p" variant="bodySm" tone={known ? "subdued" : "caution"}>
      {known ? priceWords(priced.price) : UNCHECKED_WORDS[priced.status]}
    </Text>
  );
}
