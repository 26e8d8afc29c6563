import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Banner } from "@shopify/polaris";
import type { BeginResult, BulkEditView } from "../../../catalog/bulk-edit/bulk-edit.ts";
import type { BulkSelection } from "../../../catalog/bulk-edit/bulk-rule.ts";
import type { BulkAction, BulkActionKind } from "../../../catalog/bulk-edit/bulk-actions.ts";
import type { RequestFailed } from "../../common/request-failed.ts";
import { useCurrentRun, RunProgress } from "../../common/run-progress.tsx";
import { useJsonFetcher } from "../../common/json-requests.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { useDenied } from "../../common/shop-context.tsx";
import { CATALOG_PICKER } from "../catalog-picker-copy.ts";
import { BULK_LABELS, bulkResult, COPY } from "./copy.ts";

/** Where bulk edits are read, tried and begun. */
export const BULK_EDIT_PATH = "/app/products/variants/edit";

/** The answer to a request about a bulk edit. */
export type BulkEditResponse = BeginResult | { outcome: "stopped" | "dismissed" } | RequestFailed;

/** The shop's bulk edit: read with the page, and again while the app works on it. `onBegun`: after one began. */
export function useBulkEdit(onBegun: () => void) {
  const {
    current = null,
    isWorking,
    reload,
  } = useCurrentRun<BulkEditView>(BULK_EDIT_PATH, ({ state }) => state !== "done");
  const { revalidate } = useRevalidator();
  const [answer, setAnswer] = useState<BulkEditResponse | null>(null);
  // The list shows what the edit has done. That it could not be stopped before is no longer of interest.
  useEffect(() => {
    if (current?.state !== "done") return;
    setAnswer(null);
    revalidate();
  }, [current?.id, current?.state]);

  const request = useJsonFetcher<BulkEditResponse>((latest) => {
    setAnswer(latest);
    if (latest.outcome === "begun") onBegun();
    reload();
  }, BULK_EDIT_PATH);

  return {
    current,
    isWorking,
    busy: request.busy,
    /** To the last attempt to begin; null before it. */
    answer,
    clearAnswer: () => setAnswer(null),
    begin: (action: BulkAction, selection: BulkSelection, saveAnyway: boolean) =>
      request.send({ intent: "begin", action, selection, saveAnyway }),
    stop: (id: string) => request.send({ intent: "stop", id }),
    dismiss: (id: string) => request.send({ intent: "dismiss", id }),
  };
}

export type BulkEdit = ReturnType<typeof useBulkEdit>;

/** The progress of a bulk edit, then its result until staff dismisses it. */
export function BulkBanner({ bulkEdit: { current, busy, answer, stop, dismiss } }: { bulkEdit: BulkEdit }) {
  const disabled = useDenied();
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
      action={
        state === "editing" ? { content: COPY.bulk.stop, disabled, loading: busy, onAction: () => stop(id) } : undefined
      }
    >
      <RunProgress done={done} total={total} label={COPY.bulk.progress(done, total) + failure} />
    </Banner>
  );
}

/** What the menu opens: a bulk action, or a rule that takes each variant's own SKU, or that of a catalog product. */
export type BulkChoice = BulkActionKind | "own_skus" | "from_catalog";

/** The bulk actions of the table, in the order of the menu. A new one is listed here, and in catalog/bulk-edit/bulk-actions.ts. */
const PROMOTED = ["set_sku", "set_artwork"] as const satisfies BulkChoice[];
const OTHERS = [
  "from_catalog",
  "map_by_rule",
  "own_skus",
  "confirm_mapping",
  "use_new_files",
  "mark_not_printed",
  "allow_printing",
  "remove_mapping",
] as const satisfies BulkChoice[];

/** The menu of the table while rows are selected. */
export function bulkMenu(disabled: boolean, hasCatalog: boolean, onChoose: (choice: BulkChoice) => void) {
  const toItem = (choice: BulkChoice) => ({
    content: labelOf(choice),
    disabled,
    onAction: () => onChoose(choice),
  });
  return {
    promotedBulkActions: PROMOTED.map(toItem),
    bulkActions: OTHERS.filter((one) => hasCatalog || one !== "from_catalog").map(toItem),
  };
}

function labelOf(choice: BulkChoice): string {
  if (choice === "from_catalog") return CATALOG_PICKER.action.catalog;
  return choice === "own_skus" ? COPY.bulk.ownSkus : BULK_LABELS[choice].label;
}
