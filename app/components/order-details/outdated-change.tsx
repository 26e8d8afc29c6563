import { Banner, BlockStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { SubjectForm } from "../../orders/changes/change-form.ts";
import { CHANGE, CHANGE_FIELD_LABELS } from "./change-copy.ts";
import { valueText } from "./change-preview.tsx";

/** Both values of each field that has changed since staff changed it. `isLastHold`: nothing else holds the order. */
export function OutdatedChange(props: { subject: SubjectForm; isLastHold: boolean; children: ReactNode }) {
  const { subject, isLastHold, children } = props;
  return (
    <Banner tone="warning" title={CHANGE.outdatedTitle}>
      <BlockStack gap="200">
        {subject.change?.outdated.map((field) => (
          <BlockStack key={field}>
            <Text as="p" breakWord>
              {CHANGE.nowGiven(CHANGE_FIELD_LABELS[field])}: {valueText(field, subject.given)}
            </Text>
            <Text as="p" breakWord>
              {CHANGE.yourValue(CHANGE_FIELD_LABELS[field])}: {valueText(field, subject.values)}
            </Text>
          </BlockStack>
        ))}
        <Text as="p">{CHANGE.outdatedText}</Text>
        {isLastHold && <Text as="p">{CHANGE.outdatedSends}</Text>}
        {children}
      </BlockStack>
    </Banner>
  );
}
