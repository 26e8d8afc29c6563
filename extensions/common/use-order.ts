import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ActionResponse, CardAction, OrderCard } from "../../app/extension-api/responses.ts";
import { callApp } from "./call-app.ts";

const POLL_MS = 5_000;

export type ActionRequest = Pick<CardAction, "action" | "submissionId" | "seen"> | { action: "refresh" };

export interface OrderState {
  /** undefined while loading, or after a failed request. */
  card: OrderCard | undefined;
  /** Why the app did not respond. */
  error: string | null;
  /** The result of the last action. */
  lastResult: Pick<ActionResponse, "done" | "messages"> | null;
  /** The action under way. */
  busy: ActionRequest | null;
  runAction(request: ActionRequest): void;
  reload(): void;
}

/** The order with this number, reloaded while it may change. */
export function useOrder(number: string): OrderState {
  const [card, setCard] = useState<OrderCard>();
  const [readError, setReadError] = useState<string | null>(null);
  // Stays while the order is read again by itself: staff would take an action that failed for done.
  const [actionError, setActionError] = useState<string | null>(null);
  const [lastResult, setLastResult] = useState<OrderState["lastResult"]>(null);
  const [busy, setBusy] = useState<ActionRequest | null>(null);
  const latestRequest = useRef(0);
  // Races: a response requested before the one that is shown is older, and one requested before an action shows the order as it
  // was before the action. They are dropped; the next in line is shown even if another was requested since.
  const oldestWanted = useRef(0);

  const reload = useCallback(async () => {
    const requestNumber = ++latestRequest.current;
    const response = await callApp<OrderCard>(`orders/${number}`);
    if (requestNumber < oldestWanted.current) return;
    oldestWanted.current = requestNumber;
    setReadError(response.ok ? null : response.error);
    if (response.ok) setCard(response.data);
  }, [number]);

  const runAction = useCallback(
    async (request: ActionRequest) => {
      const requestNumber = ++latestRequest.current;
      oldestWanted.current = requestNumber;
      setBusy(request);
      setLastResult(null);
      const response = await callApp<ActionResponse>(`orders/${number}`, request);
      setBusy(null);
      setActionError(response.ok ? null : response.error);
      if (!response.ok) return;
      setReadError(null);
      setLastResult(response.data);
      if (requestNumber === oldestWanted.current) setCard(response.data.card);
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
    error: actionError ?? readError,
    lastResult,
    busy,
    runAction: (request) => void runAction(request),
    reload: () => {
      setActionError(null);
      void reload();
    },
  };
}
