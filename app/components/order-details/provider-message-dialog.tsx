import { Modal, SkeletonBodyText } from "@shopify/polaris";
import { EditableMessage } from "../common/editable-message.tsx";
import { formatFullDateTime } from "../common/format.ts";
import { useShop } from "../common/shop-context.tsx";
import { useRestoreFocus } from "../common/restore-focus.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { PROVIDER_MESSAGE } from "../common/provider-message-copy.ts";
import { providerMessage } from "./provider-message.ts";
import { useRecipient } from "./use-recipient.ts";

interface ProviderMessageDialogProps {
  page: OrderDetails;
  reason: ReasonView;
  submission: SubmissionView;
  onClose(): void;
}

/** A message to the print service that is ready to copy. Its address is read from Shopify when the dialog opens. */
export function ProviderMessageDialog({ page, reason, submission, onClose }: ProviderMessageDialogProps) {
  useRestoreFocus();
  const { name: shopName, timezone } = useShop();
  const now = useRecipient(page.number, reason.id);
  const current = now?.current.status === "read" ? now.current.recipient : null;
  const formatTime = (iso: string) => formatFullDateTime(iso, timezone);
  return (
    <Modal open title={PROVIDER_MESSAGE.title} onClose={onClose}>
      <Modal.Section>
        {now ? (
          <EditableMessage
            text={providerMessage({ page, reason, submission, current, shopName, formatTime })}
            email={now.printServiceEmail}
            references={[submission.reference]}
          />
        ) : (
          <SkeletonBodyText lines={8} />
        )}
      </Modal.Section>
    </Modal>
  );
}
