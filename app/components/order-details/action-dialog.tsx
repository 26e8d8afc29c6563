import { BlockStack, Checkbox, List, Modal, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { Action } from "../../orders/actions/actions.ts";
import { RestoreFocus } from "../common/restore-focus.tsx";
import type { Confirmation } from "./act-words.ts";
import { UncertaintySummary } from "./uncertainty-summary.tsx";
import { AttemptsAndLookups } from "./attempts-and-lookups.tsx";

export interface PendingAction {
  action: Action;
  confirmation: Confirmation;
  submission: SubmissionView;
  /** The open reasons that the act answers. */
  resolvedReasons: ReasonView[];
}

/** Says what an act will do, and lets a person go through with it or not. */
export function ActionDialog({
  pending,
  onConfirm,
  onClose,
}: {
  pending: PendingAction;
  onConfirm(): void;
  onClose(): void;
}) {
  const { action, confirmation, submission, resolvedReasons } = pending;
  const [confirmed, setConfirmed] = useState(false);
  const decidesUncertain = action === "confirm_received" || action === "confirm_not_received";
  return (
    <Modal
      open
      title={confirmation.title}
      onClose={onClose}
      primaryAction={{
        content: confirmation.buttonLabel,
        destructive: confirmation.destructive,
        disabled: confirmation.checkboxLabel !== null && !confirmed,
        onAction: onConfirm,
      }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <RestoreFocus />
        <BlockStack gap="400">
          <Text as="p">{confirmation.message}</Text>
          <Text as="p" tone="subdued">
            Reference at the print service: {submission.reference}
          </Text>
          {resolvedReasons.length > 1 && <ResolvedReasons reasons={resolvedReasons} />}
          {decidesUncertain && submission.uncertainty && <UncertaintySummary uncertainty={submission.uncertainty} />}
          {decidesUncertain && <AttemptsAndLookups submission={submission} />}
          {confirmation.checkboxLabel !== null && (
            <Checkbox label={confirmation.checkboxLabel} checked={confirmed} onChange={setConfirmed} />
          )}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

function ResolvedReasons({ reasons }: { reasons: ReasonView[] }) {
  return (
    <BlockStack gap="200">
      <Text as="p">This answers all of these:</Text>
      <List>
        {reasons.map(({ id, message, about }) => (
          <List.Item key={id}>{about ? `${message} (${about})` : message}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}
