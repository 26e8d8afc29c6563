import type { AdminCommands, Answers, FrameEvent, FrameQuestion } from "./messages.ts";

// document.currentScript is set only during the first run of the script.
const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null;

/** Origin of the admin, which also serves this script. */
export const adminOrigin = script ? new URL(script.src).origin : location.origin;
export const apiKey = script?.dataset["apiKey"] ?? "";

/** Sends a message to the admin; there is no answer. */
export function postEvent(event: FrameEvent): void {
  parent.postMessage(event, adminOrigin);
}

/** Asks the admin. */
export function ask<Q extends FrameQuestion>(question: Q): Promise<Answers[Q["kind"]]> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<Answers[Q["kind"]]>) => resolve(data);
    parent.postMessage(question, adminOrigin, [port2]);
  });
}

/** Receives one kind of request of the admin. */
export function onCommand<K extends keyof AdminCommands>(kind: K, handler: (detail: AdminCommands[K]) => void): void {
  addEventListener(
    "message",
    ({ origin, source, data }: MessageEvent<{ kind: K; detail: AdminCommands[K] } | null>) => {
      if (origin === adminOrigin && source === parent && data?.kind === kind) handler(data.detail);
    },
  );
}
