import { Button, InlineStack } from "@shopify/polaris";
import { useState } from "react";
import { AT_PROVIDER_STATES } from "../../orders/core/states.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { REPRINT } from "./reprint-copy.ts";
import { ReprintDialog } from "./reprint-dialog.tsx";

/** Offers to print items of a sent submission once more. */
export function ReprintButton({ page, submission }: { page: OrderDetails; submission: SubmissionView }) {
  const [open, setOpen] = useState(false);
  const { kind, replaced, state } = submission;
  const isSent = AT_PROVIDER_STATES.includes(state) && !replaced && kind !== "reprint";
  if (!isSent || page.cancelled || page.erased) return null;
  return (
    <InlineStack>
      <Button onClick={() => setOpen(true)}>{REPRINT.button}</Button>
      {open && <ReprintDialog orderNumber={page.number} submission={submission} onClose={() => setOpen(false)} />}
    </InlineStack>
  );
}
