import { BlockStack, List, Text } from "@shopify/polaris";
import type { UncertaintyView } from "../../orders/pages/details/uncertainty.ts";
import { formatDateTime } from "../common/format.ts";
import { useShop } from "../common/shop-context.tsx";
import { UNCERTAINTY, uncertaintyCopy } from "./uncertainty-copy.ts";
import { Subheading } from "../common/text.tsx";

/** The signs for and against the print service having an uncertain submission. */
export function UncertaintySummary({ uncertainty }: { uncertainty: UncertaintyView }) {
  const { timezone } = useShop();
  const { evidenceFor, evidenceAgainst, nextStep } = uncertaintyCopy(uncertainty, (iso) =>
    formatDateTime(iso, timezone),
  );
  return (
    <BlockStack gap="200">
      <EvidenceList title={UNCERTAINTY.evidenceFor} sentences={evidenceFor} />
      <EvidenceList title={UNCERTAINTY.evidenceAgainst} sentences={evidenceAgainst} />
      <Text as="p">{nextStep}</Text>
    </BlockStack>
  );
}

function EvidenceList({ title, sentences }: { title: string; sentences: string[] }) {
  return (
    <BlockStack gap="100">
      <Subheading>{title}</Subheading>
      <List>
        {sentences.map((one) => (
          <List.Item key={one}>{one}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}
