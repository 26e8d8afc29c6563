import { BlockStack, Checkbox, List, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { LineView } from "../../orders/pages/details/line-views.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { Action } from "../../orders/actions/actions.ts";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { Note } from "../common/text.tsx";
import { DIALOG, EXCLUDE_DIALOG, LINE_ACTION_LABELS, type Confirmation } from "./action-copy.ts";
import { UncertaintySummary } from "./uncertainty-summary.tsx";
import { AttemptsAndLookups } from "./attempts-and-lookups.tsx";

interface DialogProps {
  onConfirm(): void;
  onClose(): void;
}

interface ActionDialogProps extends DialogProps {
  action: Action;
  confirmation: Confirmation;
  submission: SubmissionView;
  /** The open reasons that the action resolves. */
  resolvedReasons: ReasonView[];
}

/** Asks a merchant to confirm an action on a submission. */
export function ActionDialog({ action, confirmation, submission, resolvedReasons, ...handlers }: ActionDialogProps) {
  const [confirmed, setConfirmed] = useState(false);
  const { title, message, checkboxLabel, buttonLabel, destructive } = confirmation;
  const decidesUncertain = action === "confirm_received" || action === "confirm_not_received";
  return (
    <ConfirmDialog
      title={title}
      label={buttonLabel}
      destructive={destructive}
      disabled={checkboxLabel !== null && !confirmed}
      {...handlers}
    >
      <BlockStack gap="400">
        <Text as="p">{message}</Text>
        <Note>{DIALOG.reference(submission.reference)}</Note>
        {resolvedReasons.length > 1 && <ResolvedReasons reasons={resolvedReasons} />}
        {decidesUncertain && submission.uncertainty && <UncertaintySummary uncertainty={submission.uncertainty} />}
        {decidesUncertain && <AttemptsAndLookups submission={submission} />}
        {checkboxLabel !== null && <Checkbox label={checkboxLabel} checked={confirmed} onChange={setConfirmed} />}
      </BlockStack>
    </ConfirmDialog>
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
export function ExcludeDialog({ line, ...handlers }: DialogProps & { line: LineView }) {
  const { title, variantTitle, remaining } = line;
  return (
    <ConfirmDialog title={EXCLUDE_DIALOG.title} label={LINE_ACTION_LABELS.exclude_line} destructive {...handlers}>
      <BlockStack gap="400">
        <Text as="p" fontWeight="semibold" breakWord>
          {[title, variantTitle, EXCLUDE_DIALOG.quantity(remaining)].filter(Boolean).join(" · ")}
        </Text>
        <Text as="p">{EXCLUDE_DIALOG.message}</Text>
      </BlockStack>
    </ConfirmDialog>
  );
}

/** Asks a merchant to confirm an action on the whole order. */
export function OrderActionDialog({ confirmation, ...handlers }: DialogProps & { confirmation: Confirmation }) {
  const [confirmed, setConfirmed] = useState(false);
  const { title, message, checkboxLabel, buttonLabel } = confirmation;
  return (
    <ConfirmDialog title={title} label={buttonLabel} disabled={checkboxLabel !== null && !confirmed} {...handlers}>
      <BlockStack gap="400">
        <Text as="p">{message}</Text>
        {checkboxLabel !== null && <Checkbox label={checkboxLabel} checked={confirmed} onChange={setConfirmed} />}
      </BlockStack>
    </ConfirmDialog>
  );
}
