import { BlockStack, Modal, Text } from "@shopify/polaris";
import type { LineView } from "../../orders/pages/details/line-views.ts";
import { RestoreFocus } from "../common/restore-focus.tsx";
import { LINE_ACTION_LABELS } from "./act-words.ts";

/** Asks before a line is left out of print. */
export function ExcludeDialog({ line, onConfirm, onClose }: { line: LineView; onConfirm(): void; onClose(): void }) {
  return (
    <Modal
      open
      title="Don't print this line?"
      onClose={onClose}
      primaryAction={{ content: LINE_ACTION_LABELS.exclude_line, destructive: true, onAction: onConfirm }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <RestoreFocus />
        <BlockStack gap="400">
          <Text as="p" fontWeight="semibold" breakWord>
            {[line.title, line.variantTitle, `quantity ${line.remaining}`].filter(Boolean).join(" · ")}
          </Text>
          <Text as="p">
            Inkbridge leaves this line out and sends the rest of the order. If the customer has paid for it, fulfill it
            another way or refund it in Shopify.
          </Text>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
