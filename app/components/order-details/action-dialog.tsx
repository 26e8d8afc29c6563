import { Banner, BlockStack, Checkbox, List, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { LineView } from "../../orders/pages/details/line-views.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { Action } from "../../orders/actions/actions.ts";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { Note } from "../common/text.tsx";
import { DIALOG, LINE_DIALOG, SAME_ADDRESS_WARNING, type Confirmation } from "./action-copy.ts";
import { isAddressUnchanged } from "./reason-groups.ts";
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
        {action === "replace" && isAddressUnchanged(resolvedReasons) && (
          <Banner tone="warning">
            <p>{SAME_ADDRESS_WARNING}</p>
          </Banner>
        )}
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

/** Asks a merchant to confirm an action on a line. */
export function LineActionDialog(props: DialogProps & { confirmation: Confirmation; line: LineView }) {
  const { confirmation, line, ...handlers } = props;
  const { title, message, buttonLabel, destructive } = confirmation;
  const about = [line.title, line.variantTitle, LINE_DIALOG.quantity(line.remaining)];
  return (
    <ConfirmDialog title={title} label={buttonLabel} destructive={destructive} {...handlers}>
      <BlockStack gap="400">
        <Text as="p" fontWeight="semibold" breakWord>
          {about.filter(Boolean).join(" · ")}
        </Text>
        <Text as="p">{message}</Text>
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
