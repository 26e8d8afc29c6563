import { Badge, BlockStack, InlineStack, Text } from "@shopify/polaris";
import type { RegistrationView } from "../../print-accounts/webhooks/webhook-status.ts";
import { When } from "../common/date-time.tsx";
import { KIND_WORDS, standingWords } from "./copy.ts";

/** One address of ours in short: whether it stands at the print service, and when it was last called. */
export function RegistrationRow({ registration }: { registration: RegistrationView }) {
  const { tone, label, problem } = standingWords(registration);
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h3" variant="headingSm">
          {KIND_WORDS[registration.kind]}
        </Text>
        <Badge tone={tone}>{label}</Badge>
      </InlineStack>
      {problem && <Text as="p">{problem.title}.</Text>}
      <Text as="p" tone="subdued">
        {registration.lastEventAt ? (
          <>
            Last update received <When at={registration.lastEventAt} />.
          </>
        ) : (
          "No update received yet."
        )}
      </Text>
    </BlockStack>
  );
}
