import { offerActions, startActions } from "./actions.ts";
import { reloadBlocks, startBlocks } from "./blocks.ts";
import { listenToExtensions } from "./extension-frame.ts";
import { startSelection } from "./selection.ts";

/** What the app shows on the admin's own pages. */
export function startExtensions(refresh: () => void): void {
  listenToExtensions();
  startBlocks();
  startSelection();
  startActions(() => {
    reloadBlocks();
    refresh();
    for (const menu of document.querySelectorAll<HTMLDetailsElement>("[data-actions]")) offerActions(menu);
  });
}
