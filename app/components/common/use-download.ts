import { useState } from "react";

/** Saves files, one at a time. `failed`: the last one did not come. */
export function useDownload(fallbackName: string, onDone?: () => void) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const save = async (path: string, request?: RequestInit): Promise<void> => {
    setBusy(true);
    setFailed(false);
    try {
      await download(path, fallbackName, request);
      onDone?.();
    } catch {
      // The browser is offline, or what the file is made of could not be read.
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return { busy, failed, save, dismiss: () => setFailed(false) };
}

/** A fetch carries the shop's id token, which a link cannot. */
async function download(path: string, fallbackName: string, request?: RequestInit): Promise<void> {
  const answer = await fetch(path, request);
  if (!answer.ok) throw new Error(`the file answered ${answer.status}`);
  saveFile(await answer.blob(), fileNameOf(answer) ?? fallbackName);
}

const fileNameOf = (answer: Response): string | undefined =>
  /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];

function saveFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
