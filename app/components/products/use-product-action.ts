import { useAppBridge } from "@shopify/app-bridge-react";
import type { RequestFailed } from "../common/request-failed.ts";
import { useJsonFetcher } from "../common/use-json-fetcher.ts";
import { COPY } from "./copy.ts";
import type { MappingResponse } from "./use-mapping-form.ts";

/** Sends a change to the product's page. A toast says that the request failed; every other answer is the caller's. */
export function useProductAction(onAnswer: (answer: Exclude<MappingResponse, RequestFailed>) => void) {
  const bridge = useAppBridge();
  return useJsonFetcher<MappingResponse>((answer) => {
    if (answer.outcome === "failed") bridge.toast.show(COPY.actionFailed, { isError: true });
    else onAnswer(answer);
  });
}
