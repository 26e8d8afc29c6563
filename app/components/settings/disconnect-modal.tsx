import { Banner, BlockStack, Text } from "@shopify/polaris";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { COPY } from "./copy.ts";
import type { AccountActions } from "./use-account.ts";

interface Props {
  disconnection: AccountActions["disconnection"];
  title: string;
  /** What happens to the orders that were sent. */
  sent: string;
}

/** Asks before the print account is disconnected, and says what follows for orders. */
export function DisconnectModal({ disconnection, title, sent }: Props) {
  const { asking, ask, disconnect, disconnecting, failed } = disconnection;
  return (
    <ConfirmDialog
      open={asking}
      title={title}
      label={COPY.account.disconnect}
      destructive
      busy={disconnecting}
      onConfirm={disconnect}
      onClose={() => ask(false)}
    >
      <BlockStack gap="200">
        {failed && <Banner tone="critical">{COPY.disconnectModal.failed}</Banner>}
        <Text as="p">{COPY.disconnectModal.unsent}</Text>
        <Text as="p">{sent}</Text>
      </BlockStack>
    </ConfirmDialog>
  );
}
