import type { AdminWishes, Answers, FrameNews, FrameQuestion } from "../../app-bridge/messages.ts";

type Message = FrameNews | FrameQuestion;
type Detail<K extends Message["kind"]> = Extract<Message, { kind: K }>["detail"];

export const page = document.documentElement.dataset;
const frame = (): HTMLIFrameElement | null => document.querySelector("#app-frame");

/** Hears the frame, and only the frame, as long as it shows the app. */
function listen(kind: string, act: (detail: unknown, port: MessagePort | undefined) => void): void {
  addEventListener("message", ({ origin, source, data, ports }: MessageEvent<Message | null>) => {
    if (origin !== page["appOrigin"] || source !== frame()?.contentWindow || data?.kind !== kind) return;
    act(data.detail, ports[0]);
  });
}

export function onNews<K extends FrameNews["kind"]>(kind: K, act: (detail: Detail<K>) => void): void {
  listen(kind, (detail) => act(detail as Detail<K>));
}

export function answer<K extends FrameQuestion["kind"]>(
  kind: K,
  find: (detail: Detail<K>) => Promise<Answers[K]> | Answers[K],
): void {
  listen(
    kind,
    (detail, port) => void Promise.resolve(find(detail as Detail<K>)).then((found) => port?.postMessage(found)),
  );
}

export function wish<K extends keyof AdminWishes>(kind: K, detail: AdminWishes[K]): void {
  frame()?.contentWindow?.postMessage({ kind, detail }, page["appOrigin"] ?? "");
}
