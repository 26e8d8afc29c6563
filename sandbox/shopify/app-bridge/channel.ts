import type { AdminWishes, Answers, FrameNews, FrameQuestion } from "./messages.ts";

// Only while the script runs for the first time does the document say which script that is.
const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null;

/** Origin of the admin, which also serves this script. */
export const adminOrigin = script ? new URL(script.src).origin : location.origin;
export const apiKey = script?.dataset["apiKey"] ?? "";

/** Tells the admin; nobody waits for an answer. */
export function tell(news: FrameNews): void {
  parent.postMessage(news, adminOrigin);
}

/** Asks the admin. */
export function ask<Q extends FrameQuestion>(question: Q): Promise<Answers[Q["kind"]]> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<Answers[Q["kind"]]>) => resolve(data);
    parent.postMessage(question, adminOrigin, [port2]);
  });
}

/** Hears one kind of wish of the admin's. */
export function hear<K extends keyof AdminWishes>(kind: K, act: (detail: AdminWishes[K]) => void): void {
  addEventListener("message", ({ origin, source, data }: MessageEvent<{ kind: K; detail: AdminWishes[K] } | null>) => {
    if (origin === adminOrigin && source === parent && data?.kind === kind) act(data.detail);
  });
}
