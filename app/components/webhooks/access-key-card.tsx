import { Banner, BlockStack, Button, Card, Text } from "@shopify/polaris";
import { useState } from "react";
import type { WebhooksOverview } from "../../print-accounts/webhooks/webhook-status.ts";
import { DateTime } from "../common/date-time.tsx";
import { COPY } from "./copy.ts";
import { ConfirmModal } from "./confirm-modal.tsx";
import type { WebhookActions } from "./use-webhook-actions.ts";

const text = COPY.key;

/** The key that authenticates the print service's calls, and its rotation. */
export function AccessKeyCard({ overview, actions }: { overview: WebhooksOverview; actions: WebhookActions }) {
  const [confirming, setConfirming] = useState(false);
  const { previousSecretUntil, rotatingSince } = overview;
  const rotate = () => actions.run({ action: "rotate" });
  const tooSoon = actions.answer?.action === "rotate" && actions.answer.outcome === "too_soon" && actions.busy === null;
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {text.title}
        </Text>
        <Text as="p">{text.text}</Text>
        {rotatingSince && (
          <Banner tone="info" title={text.rotating}>
            <p>
              {text.started} <DateTime at={rotatingSince} />. {text.rotatingText}
            </p>
          </Banner>
        )}
        {tooSoon && previousSecretUntil && (
          <Banner tone="warning" title={text.tooSoon}>
            <p>{text.tooSoonText}</p>
          </Banner>
        )}
        {!rotatingSince && previousSecretUntil && (
          <Text as="p" tone="subdued">
            {text.oldKeyUntil} <DateTime at={previousSecretUntil} />.
          </Text>
        )}
        <div>
          <Button
            loading={actions.busy?.action === "rotate"}
            disabled={actions.busy !== null}
            onClick={() => (rotatingSince ? rotate() : setConfirming(true))}
          >
            {rotatingSince ? text.retry : text.rotate}
          </Button>
        </div>
      </BlockStack>
      <ConfirmModal
        open={confirming}
        title={text.confirmTitle}
        text={text.confirmText}
        label={text.rotate}
        onClose={() => setConfirming(false)}
        onConfirm={rotate}
      />
    </Card>
  );
}
