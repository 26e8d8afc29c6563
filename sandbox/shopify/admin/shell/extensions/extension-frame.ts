import type { ExtensionEvent, ExtensionQuestion } from "../../../extensions/messages.ts";
import { make } from "../element.ts";
import { freshToken } from "../token.ts";

/** How the admin handles the messages of one frame. */
export type FrameHandlers = {
  [K in ExtensionEvent["kind"]]?: (detail: Extract<ExtensionEvent, { kind: K }>["detail"]) => void;
};

const handlersByWindow = new WeakMap<Window, FrameHandlers>();

/**
 * The frame of an extension for what is selected. It may run scripts and open tabs, and has no origin of its own: like
 * Shopify's it reaches nothing of the admin, and the app only with an id token.
 */
export function extensionFrame(
  address: string,
  title: string,
  selected: readonly string[],
  handlers: FrameHandlers,
): HTMLIFrameElement {
  const frame = make("iframe", { title, className: "extension-frame", src: `${address}#${selected.join(",")}` });
  frame.setAttribute("sandbox", "allow-scripts allow-popups allow-popups-to-escape-sandbox");
  // The frame has a window only once it is in the page.
  queueMicrotask(() => frame.contentWindow && handlersByWindow.set(frame.contentWindow, handlers));
  return frame;
}

async function answer(question: ExtensionQuestion, port: MessagePort | undefined): Promise<void> {
  if (question.kind === "id-token") port?.postMessage(await freshToken());
}

export function listenToExtensions(): void {
  addEventListener(
    "message",
    ({ origin, source, data, ports }: MessageEvent<ExtensionEvent | ExtensionQuestion | null>) => {
      const handlers = origin === "null" && source !== null ? handlersByWindow.get(source as Window) : undefined;
      if (!handlers || !data) return;
      if (data.kind === "id-token") return void answer(data, ports[0]);
      (handlers[data.kind] as ((detail: unknown) => void) | undefined)?.(data.detail);
    },
  );
}
