import copyToClipboard from "copy-to-clipboard";
import { useEffect, useState } from "react";

type Status = "inactive" | "copied" | "failed";

const SHOWN_MS = 1_500;

/**
 * Copies a text, and says for a moment how that went. Polaris's own hook fails in a frame that withholds the Clipboard API, which the
 * admin may.
 */
export function useCopy(text: string): [copy: () => void, status: Status] {
  const [status, setStatus] = useState<Status>("inactive");
  useEffect(() => {
    if (status === "inactive") return;
    const timeout = setTimeout(() => setStatus("inactive"), SHOWN_MS);
    return () => clearTimeout(timeout);
  }, [status]);
  const copy = () =>
    void copyToClipboard(text).then(
      (copied) => setStatus(copied ? "copied" : "failed"),
      () => setStatus("failed"),
    );
  return [copy, status];
}
