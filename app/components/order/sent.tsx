import { BlockStack, Text } from "@shopify/polaris";
import type { ContentView } from "../../orders/view/page-submission.ts";
import { methodWords } from "./submission-words.ts";

/** Where a submission goes, and how. */
export function Sent({ content, erased }: { content: ContentView | null; erased: boolean }) {
  if (!content) {
    return (
      <Text as="p" tone="subdued">
        {erased
          ? "The buyer's personal data was erased: it is no longer kept where this went."
          : "Nothing is complete yet that could be sent."}
      </Text>
    );
  }
  const place = [content.city, `${content.province} (${content.provinceCode})`, content.zip];
  const rows = [content.name, content.address1, content.address2, place.join(", ")];
  return (
    <BlockStack gap="300">
      <BlockStack>
        {[...rows, `${content.country} (${content.countryCode})`]
          .filter((row) => row !== "")
          .map((row) => (
            <Text as="p" key={row} breakWord>
              {row}
            </Text>
          ))}
      </BlockStack>
      <Text as="p" breakWord>
        {content.email} · {content.phone}
      </Text>
      <Text as="p">Shipping method: {methodWords(content.method)}</Text>
    </BlockStack>
  );
}
