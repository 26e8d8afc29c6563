import { BlockStack, Modal } from "@shopify/polaris";
import { EditableMessage } from "../common/editable-message.tsx";
import { PROVIDER_MESSAGE } from "../common/provider-message-copy.ts";
import { useRestoreFocus } from "../common/restore-focus.ts";
import { Note } from "../common/text.tsx";
import type { BulkMessage } from "./bulk-message.ts";
import { BULK_MESSAGE } from "./copy.ts";

interface BulkMessageDialogProps {
  message: BulkMessage;
  /** The print service's support; "": not known. */
  email: string;
  onClose(): void;
}

/** A message to the print service about several orders, ready to copy. */
export function BulkMessageDialog({ message, email, onClose }: BulkMessageDialogProps) {
  useRestoreFocus();
  const { text, references, left } = message;
  return (
    <Modal open title={PROVIDER_MESSAGE.title} onClose={onClose}>
      <Modal.Section>
        <BlockStack gap="400">
          {left.length > 0 && <Note>{BULK_MESSAGE.left(left)}</Note>}
          <EditableMessage text={text} email={email} references={references} />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
