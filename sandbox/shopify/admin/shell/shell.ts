/** The admin's script on every page; where the app is in its frame also the admin's side of App Bridge. */
import { startDrawer } from "./drawer.ts";
import { startExtensions } from "./extensions/start-extensions.ts";
import { refresh, startLive } from "./live.ts";
import { startMenu } from "./menu.ts";
import { startOpen } from "./open-admin.ts";
import { startPicker } from "./picker.ts";
import { startProgress } from "./progress.ts";
import { startSaveBar } from "./save-bar.ts";
import { startScopes } from "./scopes.ts";
import { startTitleBar } from "./title-bar.ts";
import { startToasts } from "./toasts.ts";
import { startTokens } from "./token.ts";

startDrawer();
startLive();
startExtensions(() => void refresh().catch(() => undefined));
const frame = document.querySelector<HTMLIFrameElement>("#app-frame");
if (frame) {
  for (const start of [startProgress, startTokens, startScopes, startSaveBar, startTitleBar, startMenu, startToasts])
    start();
  startOpen();
  startPicker();
  // Last: messages that the app sends before the listeners exist would be lost.
  frame.src = frame.dataset["src"] ?? "";
}
