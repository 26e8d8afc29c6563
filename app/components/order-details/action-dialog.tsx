import { BlockStack, Checkbox, List, Modal, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { LineView } from "../../orders/pages/details/line-views.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { Action } from "../../orders/actions/actions.ts";
import { RestoreFocus } from "../common/restore-focus.tsx";
import { CANCEL_LABEL, DIALOG, EXCLUDE_DIALOG, LINE_ACTION_LABELS, type Confirmation } from "./action-copy.ts";
import { UncertaintySummary } from "./uncertainty-summary.tsx";
import { AttemptsAndLookups } from "./attempts-and-lookups.tsx";

export interface PendingAction {
  action: Action;
  confirmation: Confirmation;
  submission: SubmissionView;
  /** The open reasons that the action resolves. */
  resolvedReasons: ReasonView[];
}

/** Asks a merchant to confirm an action on a submission. */
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
      secondaryActions={[{ content: CANCEL_LABEL, onAction: onClose }]}
    >
      <Modal.Section>
        <RestoreFocus />
        <BlockStack gap="400">
          <Text as="p">{confirmation.message}</Text>
          <Text as="p" tone="subdued">
            {DIALOG.reference(submission.reference)}
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
      <Text as="p">{DIALOG.resolves}</Text>
      <List>
        {reasons.map(({ id, message, about }) => (
          <List.Item key={id}>{about ? `${message} (${about})` : message}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}

/** Asks a merchant to confirm that a line is left out of print. */
export function ExcludeDialog({ line, onConfirm, onClose }: { line: LineView; onConfirm(): void; onClose(): void }) {
  const { title, variantTitle, remaining } = line;
  return (
    <Modal
      open
      title={EXCLUDE_DIALOG.title}
      onClose={onClose}
      primaryAction={{ content: LINE_ACTION_LABELS.exclude_line, destructive: true, onAction: onConfirm }}
      secondaryActions={[{ content: CANCEL_LABEL, onAction: onClose }]}
    >
      <Modal.Section>
        <RestoreFocus />
        <BlockStack gap="400">
          <Text as="p" fontWeight="semibold" breakWord>
            {[title, variantTitle, EXCLUDE_DIALOG.quantity(remaining)].filter(Boolean).join(" · ")}
          </Text>
          <Text as="p">{EXCLUDE_DIALOG.message}</Text>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
