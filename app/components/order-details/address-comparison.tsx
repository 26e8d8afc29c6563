import { BlockStack, Box, InlineGrid, Text } from "@shopify/polaris";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { Subheading } from "../common/text.tsx";
import { AddressBlock } from "./address-block.tsx";
import { addressLines } from "./address-lines.ts";
import { ADDRESSES } from "./copy.ts";
import type { RecipientState } from "./use-recipient.ts";

/** The address that was sent beside those that Shopify and the print service have now. */
export function AddressComparison({ submission, now }: { submission: SubmissionView; now: RecipientState }) {
  const { content, otherRecipient } = submission;
  if (!content) return null;
  const current = now?.current.status === "read" ? now.current.recipient : null;
  const isSame = current !== null && addressLines(current).join() === addressLines(content).join();
  return (
    <BlockStack gap="200">
      <InlineGrid columns={{ xs: 1, sm: otherRecipient ? 3 : 2 }} gap="300">
        <BlockStack gap="100">
          <Subheading>{ADDRESSES.sent}</Subheading>
          <AddressBlock address={content} />
        </BlockStack>
        <BlockStack gap="100">
          <Subheading>{ADDRESSES.inShopify}</Subheading>
          {current && <AddressBlock address={current} />}
          {now && !current && <Text as="p">{ADDRESSES.unread[now.current.status]}</Text>}
          {!now && <LoadingAddress lines={addressLines(content).length} />}
        </BlockStack>
        {otherRecipient && (
          <BlockStack gap="100">
            <Subheading>{ADDRESSES.atProvider}</Subheading>
            <AddressBlock address={{ ...otherRecipient, zip: "" }} />
          </BlockStack>
        )}
      </InlineGrid>
      {isSame && <Text as="p">{ADDRESSES.same}</Text>}
    </BlockStack>
  );
}

/** As high as the address that was sent: the buttons below stay where they are. */
const LoadingAddress = ({ lines }: { lines: number }) => (
  <Box minHeight={`${lines * LINE_PX}px`}>
    <Text as="p">{ADDRESSES.unread.loading}</Text>
  </Box>
);

const LINE_PX = 20;
