import { Banner, BlockStack, Button, Card, Text } from "@shopify/polaris";
import { useState } from "react";
import type { WebhooksOverview } from "../../print-accounts/webhooks/webhook-status.ts";
import { DateTime } from "../common/date-time.tsx";
import { ConfirmModal } from "./confirm-modal.tsx";
import type { WebhookActions } from "./use-webhook-actions.ts";

/** The key that proves that a call comes from the print service, and its rotation. */
export function AccessKeyCard({ overview, actions }: { overview: WebhooksOverview; actions: WebhookActions }) {
  const [confirming, setConfirming] = useState(false);
  const { previousSecretUntil, rotatingSince } = overview;
  const rotate = () => actions.run({ action: "rotate" });
  const tooSoon = actions.answer?.action === "rotate" && actions.answer.outcome === "too_soon" && actions.busy === null;
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          Access key
        </Text>
        <Text as="p">
          With every update the print service sends a key that only it and this app know. Updates without it are
          refused. Rotate the key when somebody else may have seen it.
        </Text>
        {rotatingSince && (
          <Banner tone="info" title="A rotation is under way">
            <p>
              It began <DateTime at={rotatingSince} />. The print service has not confirmed the new key for both
              addresses yet; the app tries again by itself. Until then the old key and the new one are accepted.
            </p>
          </Banner>
        )}
        {tooSoon && previousSecretUntil && (
          <Banner tone="warning" title="It is too soon to rotate again">
            <p>The key before the present one has to end first, so that no update under it is lost.</p>
          </Banner>
        )}
        {!rotatingSince && previousSecretUntil && (
          <Text as="p" tone="subdued">
            The old key is accepted until <DateTime at={previousSecretUntil} />.
          </Text>
        )}
        <div>
          <Button
            loading={actions.busy?.action === "rotate"}
            disabled={actions.busy !== null}
            onClick={() => (rotatingSince ? rotate() : setConfirming(true))}
          >
            {rotatingSince ? "Try again now" : "Rotate key"}
          </Button>
        </div>
      </BlockStack>
      <ConfirmModal
        open={confirming}
        title="Rotate the access key?"
        text="The app makes a new key and tells it to the print service. The old one is accepted for 24 more hours, so that updates on their way still arrive; until then it cannot be rotated again."
        label="Rotate key"
        onClose={() => setConfirming(false)}
        onConfirm={rotate}
      />
    </Card>
  );
}
