import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { BeginResult } from "../../../catalog/bulk-edit/begin-bulk-edit.ts";
import type { BulkSelection } from "../../../catalog/bulk-edit/chosen.ts";
import type { BulkAction } from "../../../catalog/bulk-edit/bulk-actions.ts";
import type { BulkEditView } from "../../../catalog/bulk-edit/bulk-edit-view.ts";
import type { RequestFailed } from "../../common/request-failed.ts";
import { useCurrentRun } from "../../common/use-current-run.ts";
import { useJsonFetcher } from "../../common/use-json-fetcher.ts";

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
