import { part } from "./element.ts";
import { onFrameEvent } from "./frame-channel.ts";

/** The thin bar on top: while the app is opened, and as long as it says that it loads. */
export function startProgress(): void {
  const bar = part("progress");
  bar.hidden = false;
  onFrameEvent("path", () => {
    bar.hidden = true;
  });
  onFrameEvent("loading", (isLoading) => {
    bar.hidden = !isLoading;
  });
}
