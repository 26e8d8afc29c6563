import { part } from "./element.ts";
import { onFrameEvent } from "./frame-channel.ts";

/** The thin bar on top: shown while the app opens, and while the app reports that it is loading. */
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
