import { Modal, type ModalProps } from "@shopify/polaris";
import type { ReactNode } from "react";
import { COPY as COMMON } from "../../common/copy.ts";
import { MAPPING_METHODS } from "./copy.ts";

interface MethodModalProps extends Pick<ModalProps, "open" | "primaryAction" | "onClose"> {
  title: string;
  secondaryAction: NonNullable<ModalProps["secondaryActions"]>[number];
  children: ReactNode;
}

/** One step of a method to map many variants. */
export function MethodModal({ secondaryAction, children, ...props }: MethodModalProps) {
  return (
    <Modal size="large" secondaryActions={[secondaryAction]} {...props}>
      <Modal.Section>{children}</Modal.Section>
    </Modal>
  );
}

interface MethodFormModalProps extends Pick<MethodModalProps, "open" | "title" | "onClose" | "children"> {
  /** Whether there is something to preview. */
  ready: boolean;
  /** The preview is being made. */
  reading: boolean;
  onPreview(): void;
}

/** The form of a method, with a button that previews the changes. */
export function MethodFormModal({ ready, reading, onPreview, ...props }: MethodFormModalProps) {
  return (
    <MethodModal
      primaryAction={{ content: MAPPING_METHODS.rule.preview, disabled: !ready, loading: reading, onAction: onPreview }}
      secondaryAction={{ content: COMMON.cancel, onAction: props.onClose }}
      {...props}
    />
  );
}
