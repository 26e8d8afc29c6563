import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ActAnswer, CardAct, OrderCard } from "../../app/extension-api/responses.ts";
import { ask } from "./call-app.ts";

const AGAIN_MS = 5_000;

export type Wish = Pick<CardAct, "act" | "submissionId"> | { act: "refresh" };

export interface UsedOrder {
  /** undefined while it comes, or when it did not. */
  card: OrderCard | undefined;
  /** Why the app does not answer. */
  trouble: string | null;
  /** What came of the last act. */
  said: Pick<ActAnswer, "done" | "says"> | null;
  /** What is being done. */
  busy: Wish | null;
  act(wish: Wish): void;
  reload(): void;
}

/** The order of that number, asked for again while it moves. */
export function useOrder(number: string): UsedOrder {
  const [card, setCard] = useState<OrderCard>();
  const [trouble, setTrouble] = useState<string | null>(null);
  const [said, setSaid] = useState<UsedOrder["said"]>(null);
  const [busy, setBusy] = useState<Wish | null>(null);
  // An answer that was asked for before an act would show the order as it was before.
  const turn = useRef(0);

  const reload = useCallback(async () => {
    const mine = ++turn.current;
    const read = await ask<OrderCard>(`orders/${number}`);
    if (mine !== turn.current) return;
    setTrouble(read.ok ? null : read.trouble);
    if (read.ok) setCard(read.answer);
  }, [number]);

  const act = useCallback(
    async (wish: Wish) => {
      const mine = ++turn.current;
      setBusy(wish);
      setSaid(null);
      const done = await ask<ActAnswer>(`orders/${number}`, wish);
      setBusy(null);
      setTrouble(done.ok ? null : done.trouble);
      if (!done.ok) return;
      setSaid(done.answer);
      if (mine === turn.current) setCard(done.answer.card);
    },
    [number],
  );

  useEffect(() => void reload(), [reload]);
  const asksAgain = card?.moves === true && busy === null;
  useEffect(() => {
    if (!asksAgain) return;
    const timer = setInterval(() => void reload(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [asksAgain, reload]);

  return { card, trouble, said, busy, act: (wish) => void act(wish), reload: () => void reload() };
}
