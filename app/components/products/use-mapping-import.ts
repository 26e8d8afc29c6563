import { useState } from "react";
import type { ImportView } from "../../catalog/import/import-view.ts";
import type { FileProblem, ReceiveResult } from "../../catalog/import/receive-file.ts";
import { useCurrentRun } from "../common/use-current-run.ts";
import { useJsonFetcher } from "../common/use-json-fetcher.ts";
import { fileProblemMessage, TRANSFER } from "./import-copy.ts";

const PATH = "/app/products/import";

/** The answer to a decision about an import. */
export interface ImportDecision {
  outcome: "saving" | "blocked" | "discarded" | "failed";
}

const isAtWork = ({ state }: ImportView): boolean => state !== "checked" && state !== "done";

/** The shop's import: read with the page, and again while the app works on it. */
export function useMappingImport() {
  const { current, isWorking, reload } = useCurrentRun<ImportView>(PATH, isAtWork);
  const [problem, setProblem] = useState<string | null>(null);
  const [uploading, setUploading] = useState(false);

  const decision = useJsonFetcher<ImportDecision>(({ outcome }) => {
    setProblem(outcome === "failed" ? TRANSFER.import.failed : null);
    reload();
  }, PATH);

  async function upload(file: File): Promise<void> {
    setUploading(true);
    setProblem(await send(file));
    setUploading(false);
    reload();
  }

  return {
    /** undefined: not known yet. */
    current,
    isWorking,
    problem,
    uploading,
    busy: uploading || decision.busy,
    upload: (file: File) => void upload(file),
    save: (id: string, withProblems: boolean) => decision.send({ intent: "save", id, withProblems }),
    discard: (id: string) => decision.send({ intent: "discard", id }),
    clearProblem: () => setProblem(null),
  };
}

export type MappingImportState = ReturnType<typeof useMappingImport>;

/** Sends a file, compressed: a shop's whole catalog is some megabytes then. Returns what to tell when that fails. */
async function send(file: File): Promise<string | null> {
  try {
    const body = await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
    const headers = { "Content-Type": "application/gzip" };
    const answer = await fetch(`${PATH}/file`, { method: "POST", headers, body });
    if (answer.status === 413) return fileProblemMessage(TOO_LARGE);
    if (answer.status !== 200 && answer.status !== 409 && answer.status !== 422) return TRANSFER.import.failed;
    const result = (await answer.json()) as ReceiveResult;
    if (result.outcome === "unreadable") return fileProblemMessage(result.problem);
    return result.outcome === "busy" ? TRANSFER.import.busy : null;
  } catch {
    // The browser is offline, or the file was moved or is open elsewhere.
    return TRANSFER.import.failed;
  }
}

/** The limit of a request, compressed. */
const TOO_LARGE: FileProblem = { kind: "too_large", maxMegabytes: 10 };
