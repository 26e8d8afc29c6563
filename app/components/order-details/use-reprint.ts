import { useAppBridge } from "@shopify/app-bridge-react";
import { useState } from "react";
import type { ReprintRequest } from "../../orders/actions/reprint.ts";
import type { ReprintAnswer } from "../../orders/pages/details/reprint-preview.ts";
import { COPY } from "../common/copy.ts";
import { hasFailed, type RequestFailed } from "../common/request-failed.ts";
import { useJsonFetcher } from "../common/use-json-fetcher.ts";
import { REFUSAL_MESSAGES, REPRINT } from "./reprint-copy.ts";

type Preview = Extract<ReprintAnswer, { step: "preview"; result: "done" }>;
type Lines = ReprintRequest["lines"];

/**
 * The dialog's requests. Its id of the reprint is made once: what is sent twice is printed once. Where the order or its
 * reprints changed, the preview is read again.
 */
export function useReprint(orderNumber: string, onDone: () => void) {
  const [request] = useState(() => crypto.randomUUID());
  const [lines, setLines] = useState<Lines>([]);
  const [seen, setSeen] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const bridge = useAppBridge();

  const onAnswer = (answer: ReprintAnswer | RequestFailed) => {
    if (hasFailed(answer)) {
      setProblem(COPY.entriesKept);
    } else if (answer.result !== "done") {
      setProblem(REFUSAL_MESSAGES[answer.result]);
      if (answer.result === "changed" || answer.result === "again") send({ step: "preview", lines: plain(lines) });
    } else if (answer.step === "preview") {
      setSeen(answer);
    } else {
      bridge.toast.show(REPRINT.done);
      onDone();
    }
  };
  const { busy, send } = useJsonFetcher<ReprintAnswer | RequestFailed>(onAnswer, `/app/orders/${orderNumber}/reprint`);

  return {
    seen,
    problem,
    busy,
    preview(chosen: Lines) {
      setProblem(null);
      setLines(chosen);
      send({ step: "preview", lines: plain(chosen) });
    },
    send({ reason, reprintAgain }: Pick<ReprintRequest, "reason" | "reprintAgain">) {
      if (!seen) return;
      setProblem(null);
      const { hash } = seen.preview;
      send({ step: "send", request, lines: plain(lines), reason, preview: hash, reprintAgain });
    },
    /** Back to the choice of items. */
    back() {
      setProblem(null);
      setSeen(null);
    },
  };
}

/** As JSON: an interface is no JSON value to the compiler. */
const plain = (lines: Lines) => lines.map(({ lineId, quantity }) => ({ lineId, quantity }));
