import { Text } from "@shopify/polaris";
import type { Price, Priced } from "../../quotes/model.ts";
import { money } from "../common/format.ts";
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

function priceWords({ goods, shipping, total, currency, doubts }: Price): string {
  const sum = `One costs ${money(goods, currency)} and ${money(shipping, currency)} standard shipping within the US`;
  const doubt = doubts.includes("total_differs") ? ` The print service says ${money(total, currency)} in all.` : "";
  return `${sum}, before tax.${doubt}`;
}
