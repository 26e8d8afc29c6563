import { Badge, BlockStack, InlineStack, Text } from "@shopify/polaris";
import type { WebhookStatus } from "../../print-accounts/webhooks/webhook-status.ts";
import { DateTime } from "../common/date-time.tsx";
import { KIND_LABELS, statusCopy } from "./copy.ts";

/** One address of ours in short: whether it stands at the print service, and when it was last called. */
export function WebhookRow({ webhook }: { webhook: WebhookStatus }) {
  const { tone, label, problem } = statusCopy(webhook);
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h3" variant="headingSm">
          {KIND_LABELS[webhook.kind]}
        </Text>
        <Badge tone={tone}>{label}</Badge>
      </InlineStack>
      {problem && <Text as="p">{problem.title}.</Text>}
      <Text as="p" tone="subdued">
        {webhook.lastDeliveryAt ? (
          <>
            Last update received <DateTime at={webhook.lastDeliveryAt} />.
          </>
        ) : (
          "No update received yet."
        )}
      </Text>
    </BlockStack>
  );
}
