import { Modal } from "@shopify/polaris";
import type { ReactNode } from "react";
import { COPY } from "./copy.ts";
import { RestoreFocus } from "./focus.ts";

interface ConfirmDialogProps {
  open?: boolean;
  title: string;
  /** The button that confirms. */
  label: string;
  cancelLabel?: string;
  destructive?: boolean;
  disabled?: boolean;
  /** The action is under way. */
  busy?: boolean;
  onConfirm(): void;
  onClose(): void;
  /** The consequence. */
  children: ReactNode;
}

/** Asks a merchant to confirm an action. */
export function ConfirmDialog({
  open = true,
  title,
  label,
  children,
  onConfirm,
  onClose,
  ...rest
}: ConfirmDialogProps) {
  const { cancelLabel = COPY.cancel, destructive = false, disabled = false, busy = false } = rest;
  return (
    <Modal
      open={open}
      title={title}
      onClose={onClose}
      primaryAction={{ content: label, destructive, disabled, loading: busy, onAction: onConfirm }}
      secondaryActions={[{ content: cancelLabel, disabled: busy, onAction: onClose }]}
    >
      <Modal.Section>
        {/* In the content, which is there only while the dialog is open. */}
        <RestoreFocus />
        {children}
      </Modal.Section>
    </Modal>
  );
}
