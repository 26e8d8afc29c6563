import type { ExtensionNews, ExtensionQuestion } from "../../../extensions/messages.ts";
import { make } from "../element.ts";
import { freshToken } from "../token.ts";

/** What the admin does about the news of one frame. */
export type Hearing = {
  [K in ExtensionNews["kind"]]?: (detail: Extract<ExtensionNews, { kind: K }>["detail"]) => void;
};

const hearings = new WeakMap<Window, Hearing>();

/**
 * The frame of an extension for what is selected. It may run scripts and open tabs, and has no origin of its own: like
 * Shopify's it reaches nothing of the admin, and the app only with an id token.
 */
export function extensionFrame(
  address: string,
  title: string,
  selected: readonly string[],
  hearing: Hearing,
): HTMLIFrameElement {
  const frame = make("iframe", { title, className: "extension-frame", src: `${address}#${selected.join(",")}` });
  frame.setAttribute("sandbox", "allow-scripts allow-popups allow-popups-to-escape-sandbox");
  // Its window is there only once it stands in the page, and says nothing before.
  queueMicrotask(() => frame.contentWindow && hearings.set(frame.contentWindow, hearing));
  return frame;
}

async function answer(question: ExtensionQuestion, port: MessagePort | undefined): Promise<void> {
  if (question.kind === "id-token") port?.postMessage(await freshToken());
}

export function hearExtensions(): void {
  addEventListener(
    "message",
    ({ origin, source, data, ports }: MessageEvent<ExtensionNews | ExtensionQuestion | null>) => {
      const hearing = origin === "null" && source !== null ? hearings.get(source as Window) : undefined;
      if (!hearing || !data) return;
      if (data.kind === "id-token") return void answer(data, ports[0]);
      (hearing[data.kind] as ((detail: unknown) => void) | undefined)?.(data.detail);
    },
  );
}
