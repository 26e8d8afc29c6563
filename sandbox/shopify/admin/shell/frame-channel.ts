import type { AdminCommands, Answers, FrameEvent, FrameQuestion } from "../../app-bridge/messages.ts";

type Message = FrameEvent | FrameQuestion;
type Detail<K extends Message["kind"]> = Extract<Message, { kind: K }>["detail"];

export const page = document.documentElement.dataset;
const frame = (): HTMLIFrameElement | null => document.querySelector("#app-frame");

/** Receives messages of the frame alone, while the frame shows the app. */
function listen(kind: string, handler: (detail: unknown, port: MessagePort | undefined) => void): void {
  addEventListener("message", ({ origin, source, data, ports }: MessageEvent<Message | null>) => {
    if (origin !== page["appOrigin"] || source !== frame()?.contentWindow || data?.kind !== kind) return;
    handler(data.detail, ports[0]);
  });
}

export function onFrameEvent<K extends FrameEvent["kind"]>(kind: K, handler: (detail: Detail<K>) => void): void {
  listen(kind, (detail) => handler(detail as Detail<K>));
}

export function answerQuestion<K extends FrameQuestion["kind"]>(
  kind: K,
  respond: (detail: Detail<K>) => Promise<Answers[K]> | Answers[K],
): void {
  listen(
    kind,
    (detail, port) => void Promise.resolve(respond(detail as Detail<K>)).then((found) => port?.postMessage(found)),
  );
}

export function sendCommand<K extends keyof AdminCommands>(kind: K, detail: AdminCommands[K]): void {
  frame()?.contentWindow?.postMessage({ kind, detail }, page["appOrigin"] ?? "");
}
