import { Banner, BlockStack, Button, Card, Text } from "@shopify/polaris";
import { useState } from "react";
import type { Standing } from "../../print-accounts/webhooks/webhook-status.ts";
import { When } from "../common/date-time.tsx";
import { ConfirmModal } from "./confirm-modal.tsx";
import type { Acts } from "./use-webhook-actions.ts";

/** The key that proves that a call comes from the print service, and its rotation. */
export function KeyCard({ standing, acts }: { standing: Standing; acts: Acts }) {
  const [asking, ask] = useState(false);
  const { oldKeyUntil, rotatingSince } = standing;
  const rotate = () => acts.wish({ act: "rotate" });
  const refused = acts.answer?.act === "rotate" && acts.answer.outcome === "too_soon" && acts.busy === null;
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
              It began <When at={rotatingSince} />. The print service has not confirmed the new key for both addresses
              yet; the app tries again by itself. Until then the old key and the new one are accepted.
            </p>
          </Banner>
        )}
        {refused && oldKeyUntil && (
          <Banner tone="warning" title="It is too soon to rotate again">
            <p>The key before the present one has to end first, so that no update under it is lost.</p>
          </Banner>
        )}
        {!rotatingSince && oldKeyUntil && (
          <Text as="p" tone="subdued">
            The old key is accepted until <When at={oldKeyUntil} />.
          </Text>
        )}
        <div>
          <Button
            loading={acts.busy?.act === "rotate"}
            disabled={acts.busy !== null}
            onClick={() => (rotatingSince ? rotate() : ask(true))}
          >
            {rotatingSince ? "Try again now" : "Rotate key"}
          </Button>
        </div>
      </BlockStack>
      <ConfirmModal
        open={asking}
        title="Rotate the access key?"
        text="The app makes a new key and tells it to the print service. The old one is accepted for 24 more hours, so that updates on their way still arrive; until then it cannot be rotated again."
        label="Rotate key"
        onClose={() => ask(false)}
        onDo={rotate}
      />
    </Card>
  );
}
