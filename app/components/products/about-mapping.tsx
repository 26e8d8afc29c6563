import { BlockStack, Card, List, Text } from "@shopify/polaris";
import { pluralize } from "../common/format.ts";

/** What a mapping does, beside the variants. */
export function AboutMapping({ mapped, variants }: { mapped: number; variants: number }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingSm">
          {mapped === 0 ? "Not mapped yet" : `${mapped} of ${pluralize(variants, "variant")} mapped`}
        </Text>
        <List gap="extraTight">
          <List.Item>A mapped variant is sent to the print service under its SKU, with its artwork.</List.Item>
          <List.Item>
            Once one variant is mapped, orders with another one of this product are held until that is mapped, too.
          </List.Item>
          <List.Item>A SKU is checked when it is saved, by asking the print service for its price.</List.Item>
          <List.Item>
            Artwork is a link to an image or PDF that everybody can open. Links of an order or product come first.
          </List.Item>
        </List>
      </BlockStack>
    </Card>
  );
}
