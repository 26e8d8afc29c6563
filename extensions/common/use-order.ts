import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ActionResponse, CardAction, OrderCard } from "../../app/extension-api/responses.ts";
import { callApp } from "./call-app.ts";

const POLL_MS = 5_000;

export type ActionRequest = Pick<CardAction, "action" | "submissionId"> | { action: "refresh" };

export interface OrderState {
  /** undefined while it comes, or when it did not. */
  card: OrderCard | undefined;
  /** Why the app does not answer. */
  error: string | null;
  /** What came of the last act. */
  lastResult: Pick<ActionResponse, "done" | "messages"> | null;
  /** What is being done. */
  busy: ActionRequest | null;
  runAction(request: ActionRequest): void;
  reload(): void;
}

/** The order of that number, asked for again while it moves. */
export function useOrder(number: string): OrderState {
  const [card, setCard] = useState<OrderCard>();
  const [error, setError] = useState<string | null>(null);
  const [lastResult, setLastResult] = useState<OrderState["lastResult"]>(null);
  const [busy, setBusy] = useState<ActionRequest | null>(null);
  // An answer that was asked for before an act would show the order as it was before.
  const latestRequest = useRef(0);

  const reload = useCallback(async () => {
    const requestNumber = ++latestRequest.current;
    const response = await callApp<OrderCard>(`orders/${number}`);
    if (requestNumber !== latestRequest.current) return;
    setError(response.ok ? null : response.error);
    if (response.ok) setCard(response.data);
  }, [number]);

  const runAction = useCallback(
    async (request: ActionRequest) => {
      const requestNumber = ++latestRequest.current;
      setBusy(request);
      setLastResult(null);
      const response = await callApp<ActionResponse>(`orders/${number}`, request);
      setBusy(null);
      setError(response.ok ? null : response.error);
      if (!response.ok) return;
      setLastResult(response.data);
      if (requestNumber === latestRequest.current) setCard(response.data.card);
    },
    [number],
  );

  useEffect(() => void reload(), [reload]);
  const shouldPoll = card?.shouldPoll === true && busy === null;
  useEffect(() => {
    if (!shouldPoll) return;
    const timer = setInterval(() => void reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [shouldPoll, reload]);

  return {
    card,
    error,
    lastResult,
    busy,
    runAction: (request) => void runAction(request),
    reload: () => void reload(),
  };
}
