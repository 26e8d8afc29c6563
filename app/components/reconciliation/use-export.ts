import { useAppBridge } from "@shopify/app-bridge-react";
import type { Bucket } from "../../orders/reconciliation/buckets.ts";
import type { DateRange } from "../../orders/reconciliation/date-range.ts";
import { useDownload } from "../common/use-download.ts";
import { COPY } from "./copy.ts";

/** Saves differences as a CSV file. */
export function useExport(range: DateRange) {
  const appBridge = useAppBridge();
  const file = useDownload(COPY.export.fileName, () => appBridge.toast.show(COPY.export.done));
  return {
    ...file,
    save(bucket: Bucket | null): Promise<void> {
      const query = new URLSearchParams({ ...range, ...(bucket ? { bucket } : {}) });
      return file.save(`/app/reconciliation/export?${query.toString()}`);
    },
  };
}
