import { Banner, Button, Text } from "@shopify/polaris";
import { useState } from "react";
import type { WebhooksOverview } from "../../print-accounts/webhooks/webhook-status.ts";
import { DateTime } from "../common/date-time.tsx";
import { TitledCard } from "../common/titled-card.tsx";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { MessageBanner } from "../common/banners.tsx";
import { COPY } from "./copy.ts";
import type { WebhookActions } from "./use-webhook-actions.ts";
import { Note } from "../common/text.tsx";

const text = COPY.key;

interface AccessKeyCardProps {
  /** undefined before the print service has answered: the key can be changed once its state is known. */
  overview: WebhooksOverview | undefined;
  actions: WebhookActions;
}

/** The key that authenticates the print service's calls, and its rotation. */
export function AccessKeyCard({ overview, actions }: AccessKeyCardProps) {
  const [confirming, setConfirming] = useState(false);
  const { previousSecretUntil = null, rotatingSince = null } = overview ?? {};
  const rotate = () => actions.run({ action: "rotate" });
  const tooSoon = actions.answer?.action === "rotate" && actions.answer.outcome === "too_soon" && actions.busy === null;
  return (
    <TitledCard title={text.title}>
      <Text as="p">{text.text}</Text>
      {rotatingSince && (
        <Banner tone="info" title={text.rotating}>
          <p>
            {text.started} <DateTime at={rotatingSince} />. {text.rotatingText}
          </p>
        </Banner>
      )}
      {tooSoon && previousSecretUntil && <MessageBanner tone="warning" {...text.tooSoon} />}
      {!rotatingSince && previousSecretUntil && (
        <Note>
          {text.oldKeyUntil} <DateTime at={previousSecretUntil} />.
        </Note>
      )}
      <div>
        <Button
          loading={actions.busy?.action === "rotate"}
          disabled={!overview || actions.busy !== null}
          onClick={() => (rotatingSince ? rotate() : setConfirming(true))}
        >
          {rotatingSince ? text.retry : text.rotate}
        </Button>
      </div>
      <ConfirmDialog
        open={confirming}
        title={text.confirmTitle}
        label={text.rotate}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          rotate();
        }}
      >
        <Text as="p">{text.confirmText}</Text>
      </ConfirmDialog>
    </TitledCard>
  );
}
