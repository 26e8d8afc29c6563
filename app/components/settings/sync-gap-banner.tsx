import { Banner, BlockStack, Link, Text } from "@shopify/polaris";
import { useState } from "react";
import type { AccountSyncGap } from "../../settings-page/view-account.ts";
import { DateTime } from "../common/date-time.tsx";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { COPY, GAP_PROBLEMS } from "./copy.ts";
import { useOverrideHistoryCheck } from "./use-account.ts";
import { Note } from "../common/text.tsx";

const text = COPY.syncGap;

/** During a sync gap: the reason why orders are held, and a way to send without the check where the list can't help. */
export function SyncGapBanner({ gap }: { gap: AccountSyncGap }) {
  const [confirming, setConfirming] = useState(false);
  const { override, overriding, failed } = useOverrideHistoryCheck(() => setConfirming(false));
  return (
    <>
      <Banner
        tone={gap.problem ? "warning" : "info"}
        title={text.title}
        action={gap.problem ? { content: text.override, onAction: () => setConfirming(true) } : undefined}
      >
        <p>
          {text.since} <DateTime at={gap.from} />. {text.held}{" "}
          {gap.problem ? GAP_PROBLEMS[gap.problem] : text.automatic}
        </p>
      </Banner>
      <ConfirmDialog
        open={confirming}
        title={text.confirm.title}
        label={text.override}
        cancelLabel={text.confirm.wait}
        destructive
        busy={overriding}
        onConfirm={override}
        onClose={() => setConfirming(false)}
      >
        <BlockStack gap="200">
          <Text as="p">{text.confirm.risk}</Text>
          <Text as="p">
            {text.confirm.compare} <Link url="/app/reconciliation">{text.confirm.compareLink}</Link>.
          </Text>
          {failed && <Note tone="critical">{text.confirm.failed}</Note>}
        </BlockStack>
      </ConfirmDialog>
    </>
  );
}
