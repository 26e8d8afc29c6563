import { Banner, BlockStack, Button, Divider, Text } from "@shopify/polaris";
import { useState } from "react";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { CardHeading } from "../common/text.tsx";
import { COPY } from "./copy.ts";
import type { AccountActions } from "./use-account.ts";

const text = COPY.practice;

interface Props {
  /** A live account is connected now. */
  replacesLive: boolean;
  practice: AccountActions["practice"];
}

/** Offers the practice account to merchants without an account at the print service, and to those who want to try Inkbridge. */
export function PracticeOffer({ replacesLive, practice }: Props) {
  const [asking, setAsking] = useState(false);
  const { connect, connecting, failed } = practice;
  return (
    <BlockStack gap="400">
      <Divider />
      <BlockStack gap="300" inlineAlign="start">
        <CardHeading>{text.offer.title}</CardHeading>
        <Text as="p">{text.offer.text}</Text>
        <Button onClick={() => setAsking(true)}>{text.offer.action}</Button>
      </BlockStack>
      <ConfirmDialog
        open={asking}
        title={text.confirm.title}
        label={text.offer.action}
        busy={connecting}
        onConfirm={connect}
        onClose={() => setAsking(false)}
      >
        <BlockStack gap="200">
          {failed && <Banner tone="critical">{text.confirm.failed}</Banner>}
          <Text as="p">{text.orders}</Text>
          {replacesLive && <Text as="p">{text.confirm.replacesLive}</Text>}
          <Text as="p">{text.confirm.later}</Text>
        </BlockStack>
      </ConfirmDialog>
    </BlockStack>
  );
}
