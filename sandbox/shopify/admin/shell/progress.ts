import { part } from "./element.ts";
import { onNews } from "./frame-channel.ts";

/** The thin bar on top: while the app is opened, and as long as it says that it loads. */
export function startProgress(): void {
  const bar = part("progress");
  bar.hidden = false;
  onNews("path", () => {
    bar.hidden = true;
  });
  onNews("loading", (isLoading) => {
    bar.hidden = !isLoading;
  });
}
