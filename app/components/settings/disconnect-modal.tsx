import { Banner, BlockStack, Modal, Text } from "@shopify/polaris";
import { RestoreFocus } from "../common/restore-focus.tsx";
import { useDisconnect } from "./use-account.ts";

/** Asks before the print account is disconnected, and says what becomes of the orders. */
export function DisconnectModal({ open, onClose }: { open: boolean; onClose(): void }) {
  const { disconnect, disconnecting, failed } = useDisconnect(onClose);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Disconnect the print service?"
      primaryAction={{ content: "Disconnect", destructive: true, loading: disconnecting, onAction: disconnect }}
      secondaryActions={[{ content: "Cancel", disabled: disconnecting, onAction: onClose }]}
    >
      <Modal.Section>
        <RestoreFocus />
        <BlockStack gap="200">
          {failed && <Banner tone="critical">It is still connected: the app could not be reached. Try again.</Banner>}
          <Text as="p">Orders that are not sent yet wait until you connect an account again. None is lost.</Text>
          <Text as="p">
            Orders that the print service already has are printed and shipped, and their tracking still comes here.
          </Text>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
