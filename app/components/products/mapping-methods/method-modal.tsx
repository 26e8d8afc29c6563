import { Modal, type ModalProps } from "@shopify/polaris";
import type { ReactNode } from "react";
import { COPY as COMMON } from "../../common/copy.ts";
import { WAYS } from "./copy.ts";

interface WayModalProps extends Pick<ModalProps, "open" | "primaryAction" | "onClose"> {
  title: string;
  secondaryAction: NonNullable<ModalProps["secondaryActions"]>[number];
  children: ReactNode;
}

/** One step of a way to map many variants. */
export function WayModal({ secondaryAction, children, ...props }: WayModalProps) {
  return (
    <Modal size="large" secondaryActions={[secondaryAction]} {...props}>
      <Modal.Section>{children}</Modal.Section>
    </Modal>
  );
}

interface WayFormModalProps extends Pick<WayModalProps, "open" | "title" | "onClose" | "children"> {
  /** Whether there is something to preview. */
  ready: boolean;
  /** The preview is being made. */
  reading: boolean;
  onPreview(): void;
}

/** The form of a way, with a button that previews the changes. */
export function WayFormModal({ ready, reading, onPreview, ...props }: WayFormModalProps) {
  return (
    <WayModal
      primaryAction={{ content: WAYS.rule.preview, disabled: !ready, loading: reading, onAction: onPreview }}
      secondaryAction={{ content: COMMON.cancel, onAction: props.onClose }}
      {...props}
    />
  );
}
