import { Modal } from "@shopify/polaris";
import { useEffect, useState, type ReactNode } from "react";
import { COPY } from "./copy.ts";

export interface ConfirmDialogProps {
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
        <RestoreFocus />
        {children}
      </Modal.Section>
    </Modal>
  );
}

/** Returns the focus on closing: Polaris does this only for a dialog that contains its own activator. */
function RestoreFocus(): null {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus());
    },
    [before],
  );
  return null;
}
