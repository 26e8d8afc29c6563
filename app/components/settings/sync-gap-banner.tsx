import { Banner, BlockStack, Link, Text } from "@shopify/polaris";
import type { AccountSyncGap } from "../../settings-page/view-account.ts";
import { DateTime } from "../common/date-time.tsx";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { COPY, GAP_PROBLEMS } from "./copy.ts";
import type { AccountActions } from "./use-account.ts";
import { Note } from "../common/text.tsx";

const text = COPY.syncGap;

/** During a sync gap: the reason why orders are held, and a way to send without the check where the list can't help. */
export function SyncGapBanner({ gap, actions }: { gap: AccountSyncGap; actions: AccountActions }) {
  const { asking, ask, override, overriding, failed } = actions.override;
  return (
    <>
      <Banner
        tone={gap.problem ? "warning" : "info"}
        title={text.title}
        action={gap.problem ? { content: text.override, onAction: () => ask(true) } : undefined}
      >
        <p>
          {text.since} <DateTime at={gap.from} />. {text.held}{" "}
          {gap.problem ? GAP_PROBLEMS[gap.problem] : text.automatic}
        </p>
      </Banner>
      <ConfirmDialog
        open={asking}
        title={text.confirm.title}
        label={text.override}
        cancelLabel={text.confirm.wait}
        destructive
        busy={overriding}
        onConfirm={override}
        onClose={() => ask(false)}
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
