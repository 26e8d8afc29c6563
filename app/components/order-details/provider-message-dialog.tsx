import { BlockStack, Button, InlineStack, Link, Modal, SkeletonBodyText, TextField } from "@shopify/polaris";
import { useState } from "react";
import { formatFullDateTime } from "../common/format.ts";
import { SETTINGS_LINKS } from "../common/settings-links.ts";
import { useShop } from "../common/shop-context.tsx";
import { Note } from "../common/text.tsx";
import { useCopy } from "../common/use-copy.ts";
import { useRestoreFocus } from "../common/restore-focus.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { mailtoLink, PROVIDER_MESSAGE } from "../common/provider-message-copy.ts";
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
          <Message
            text={providerMessage({ page, reason, submission, current, shopName, formatTime })}
            email={now.printServiceEmail}
            reference={submission.reference}
          />
        ) : (
          <SkeletonBodyText lines={8} />
        )}
      </Modal.Section>
    </Modal>
  );
}

function Message(props: { text: string; email: string; reference: string }) {
  const { email, reference } = props;
  const [text, setText] = useState(props.text);
  const [copy, copied] = useCopy(text);
  return (
    <BlockStack gap="400">
      <TextField
        label={PROVIDER_MESSAGE.label}
        helpText={PROVIDER_MESSAGE.help}
        value={text}
        onChange={setText}
        multiline={8}
        maxHeight="50vh"
        autoComplete="off"
      />
      <InlineStack gap="400" blockAlign="center">
        <Button variant="primary" onClick={copy}>
          {PROVIDER_MESSAGE.copy[copied]}
        </Button>
        {email !== "" && (
          <Button variant="plain" url={mailtoLink(email, reference)} target="_blank">
            {PROVIDER_MESSAGE.email(email)}
          </Button>
        )}
      </InlineStack>
      {email === "" && (
        <Note>
          {PROVIDER_MESSAGE.noEmail} <Link url={SETTINGS_LINKS.support}>{PROVIDER_MESSAGE.addEmail}</Link>
        </Note>
      )}
    </BlockStack>
  );
}
