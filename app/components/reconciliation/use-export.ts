import { useAppBridge } from "@shopify/app-bridge-react";
import { useState } from "react";
import type { Bucket } from "../../orders/reconciliation/buckets.ts";
import type { DateRange } from "../../orders/reconciliation/date-range.ts";
import { COPY } from "./copy.ts";

/** Saves differences as a CSV file. A fetch carries the shop's id token, which a link cannot. */
export function useExport(range: DateRange) {
  const appBridge = useAppBridge();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const save = async (bucket: Bucket | null): Promise<void> => {
    setBusy(true);
    setFailed(false);
    const query = new URLSearchParams({ ...range, ...(bucket ? { bucket } : {}) });
    try {
      const answer = await fetch(`/app/reconciliation/export?${query.toString()}`);
      if (!answer.ok) throw new Error(`the export answered ${answer.status}`);
      saveFile(await answer.blob(), fileNameOf(answer));
      appBridge.toast.show(COPY.export.done);
    } catch {
      // The browser is offline, or the print service did not answer.
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return { busy, failed, save, dismiss: () => setFailed(false) };
}

const fileNameOf = (answer: Response): string =>
  /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? COPY.export.fileName;

function saveFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
