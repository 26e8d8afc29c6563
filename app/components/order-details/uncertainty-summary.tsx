import { BlockStack, List, Text } from "@shopify/polaris";
import type { DoubtView } from "../../orders/pages/details/uncertainty.ts";
import { moment } from "../common/format.ts";
import { useShop } from "../common/shop-context.tsx";
import { doubtWords } from "./doubt-words.ts";

/** What speaks for and against an uncertain submission being at the print service. */
export function Doubt({ doubt }: { doubt: DoubtView }) {
  const { timezone } = useShop();
  const { there, notThere, next } = doubtWords(doubt, (iso) => moment(iso, timezone));
  return (
    <BlockStack gap="200">
      <Side title="What speaks for its being there" words={there} />
      <Side title="What speaks against it" words={notThere} />
      <Text as="p">{next}</Text>
    </BlockStack>
  );
}

function Side({ title, words }: { title: string; words: string[] }) {
  return (
    <BlockStack gap="100">
      <Text as="h3" variant="headingSm">
        {title}
      </Text>
      <List>
        {words.map((one) => (
          <List.Item key={one}>{one}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}
