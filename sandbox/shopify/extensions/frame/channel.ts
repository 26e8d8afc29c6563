import type { ExtensionAnswers, ExtensionEvent, ExtensionQuestion } from "../messages.ts";

// The frame is sandboxed: it has no origin of its own, and knows the admin's by the script's address.
const script = document.currentScript as HTMLScriptElement;
const adminOrigin = new URL(script.src).origin;

/** Sends a message to the admin; there is no answer. */
export function postEvent(event: ExtensionEvent): void {
  parent.postMessage(event, adminOrigin);
}

/** Asks the admin. */
export function ask<Q extends ExtensionQuestion>(question: Q): Promise<ExtensionAnswers[Q["kind"]]> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<ExtensionAnswers[Q["kind"]]>) => resolve(data);
    parent.postMessage(question, adminOrigin, [port2]);
  });
}
