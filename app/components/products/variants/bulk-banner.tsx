import { Banner } from "@shopify/polaris";
import { MessageBanner } from "../../common/banners.tsx";
import { RunProgress } from "../../common/run-progress.tsx";
import { BULK_LABELS, bulkResult, COPY } from "./copy.ts";
import type { BulkEdit } from "./use-bulk-edit.ts";

/** The progress of a bulk edit, then its result until staff dismisses it. */
export function BulkBanner({ bulkEdit: { current, busy, answer, stop, dismiss } }: { bulkEdit: BulkEdit }) {
  if (!current) return null;
  const { id, kind, state, stopped, total, variants } = current;
  const failure = answer?.outcome === "failed" ? ` ${COPY.bulk.failed}` : "";
  if (state === "done")
    return (
      <MessageBanner
        tone={stopped || variants.rejected + variants.outdated + variants.no_value > 0 ? "warning" : "success"}
        title={COPY.bulk.done(variants.changed)}
        text={bulkResult(current) + failure}
        onDismiss={() => dismiss(id)}
      />
    );
  const done = total - variants.pending;
  return (
    <Banner
      tone="info"
      title={stopped ? COPY.bulk.stopping : BULK_LABELS[kind].working}
      action={state === "editing" ? { content: COPY.bulk.stop, loading: busy, onAction: () => stop(id) } : undefined}
    >
      <RunProgress done={done} total={total} label={COPY.bulk.progress(done, total) + failure} />
    </Banner>
  );
}
