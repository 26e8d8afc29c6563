import { useAppBridge } from "@shopify/app-bridge-react";
import { BlockStack, ChoiceList, Modal, Text } from "@shopify/polaris";
import { useState } from "react";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { useDownload } from "../common/use-download.ts";
import { useRestoreFocus } from "../common/restore-focus.ts";
import { TRANSFER } from "./import-copy.ts";

const text = TRANSFER.export;

/** Asks which variants to export, and saves the file. */
export function ExportDialog({ onClose }: { onClose(): void }) {
  useRestoreFocus();
  const bridge = useAppBridge();
  const [variants, setVariants] = useState("all");
  const file = useDownload(text.fileName, () => {
    bridge.toast.show(text.done);
    onClose();
  });
  return (
    <Modal
      open
      title={text.title}
      onClose={onClose}
      primaryAction={{
        content: text.action,
        loading: file.busy,
        onAction: () => void file.save(exportPath(variants)),
      }}
      secondaryActions={[{ content: COMMON.cancel, onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          {file.failed && <MessageBanner tone="critical" text={text.failed} />}
          <Text as="p">{text.text}</Text>
          <ChoiceList
            title={text.label}
            choices={[...text.choices]}
            selected={[variants]}
            onChange={([chosen = "all"]) => setVariants(chosen)}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

/** The file of these variants: all, mapped or unmapped. */
export const exportPath = (variants: string): string => `/app/products/export?variants=${variants}`;
