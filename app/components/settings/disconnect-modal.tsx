import { Banner, BlockStack, Text } from "@shopify/polaris";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { COPY } from "./copy.ts";
import { useDisconnect } from "./use-account.ts";

interface Props {
  open: boolean;
  title: string;
  /** What happens to the orders that were sent. */
  sent: string;
  onClose(): void;
}

/** Asks before the print account is disconnected, and says what follows for orders. */
export function DisconnectModal({ open, title, sent, onClose }: Props) {
  const { disconnect, disconnecting, failed } = useDisconnect(onClose);
  return (
    <ConfirmDialog
      open={open}
      title={title}
      label={COPY.account.disconnect}
      destructive
      busy={disconnecting}
      onConfirm={disconnect}
      onClose={onClose}
    >
      <BlockStack gap="200">
        {failed && <Banner tone="critical">{COPY.disconnectModal.failed}</Banner>}
        <Text as="p">{COPY.disconnectModal.unsent}</Text>
        <Text as="p">{sent}</Text>
      </BlockStack>
    </ConfirmDialog>
  );
}
