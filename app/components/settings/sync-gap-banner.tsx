import { Banner, BlockStack, Link, Modal, Text } from "@shopify/polaris";
import { useState } from "react";
import type { AccountSyncGap } from "../../settings/edit/view-account.ts";
import { DateTime } from "../common/date-time.tsx";
import { useOverrideHistoryCheck } from "./use-account.ts";

const GAP_PROBLEMS: Readonly<Record<NonNullable<AccountSyncGap["problem"]>, string>> = {
  unreadable: "The print service's list cannot be read right now. It is tried again every minute.",
  incomplete: "The end of the print service's list cannot be seen, so it may lack orders, and cannot be relied on.",
  date_filter_ignored: "The print service does not show its list for the days asked for, so it cannot be relied on.",
  known_order_missing: "The print service's list lacks orders that it is known to have, so it cannot be relied on.",
};

/** After a gap in what the app knows: why nothing is sent, and a person's way out where the list is of no help. */
export function SyncGapBanner({ gap }: { gap: AccountSyncGap }) {
  const [confirming, setConfirming] = useState(false);
  const { override, overriding, failed } = useOverrideHistoryCheck(() => setConfirming(false));
  return (
    <>
      <Banner
        tone={gap.problem ? "warning" : "info"}
        title="What was sent lately is being looked up"
        action={gap.problem ? { content: "Send without the look-up", onAction: () => setConfirming(true) } : undefined}
      >
        <p>
          Inkbridge was away, or its database was restored. What was sent since <DateTime at={gap.from} /> may not be
          known here, so orders wait, and nothing is printed twice.{" "}
          {gap.problem ? GAP_PROBLEMS[gap.problem] : "They go on by themselves, usually within a quarter of an hour."}
        </p>
      </Banner>
      <Modal
        open={confirming}
        onClose={() => setConfirming(false)}
        title="Send without the look-up?"
        primaryAction={{
          content: "Send without the look-up",
          destructive: true,
          loading: overriding,
          onAction: override,
        }}
        secondaryActions={[{ content: "Keep waiting", onAction: () => setConfirming(false) }]}
      >
        <Modal.Section>
          <BlockStack gap="200">
            <Text as="p">
              Orders that wait are sent to the print service. One that it has already, and that Inkbridge does not know
              of, is printed a second time.
            </Text>
            <Text as="p">
              Compare first: put the orders that wait on hold where the print service&apos;s own list, or the{" "}
              <Link url="/app/reconciliation">ledger</Link>, shows them.
            </Text>
            {failed && (
              <Text as="p" tone="critical">
                That did not work. Try again in a moment.
              </Text>
            )}
          </BlockStack>
        </Modal.Section>
      </Modal>
    </>
  );
}
