import type { BarButton, SaveBar } from "../../app-bridge/messages.ts";
import { barButton } from "./bar-button.ts";
import { part } from "./element.ts";
import { answerQuestion, onFrameEvent, sendCommand } from "./frame-channel.ts";
import { question } from "./question.ts";

let open: SaveBar | null = null;

/** Whether the page may be left; asks when something is not saved. */
export async function confirmLeave(): Promise<boolean> {
  if (!open) return true;
  const leaves = await question({
    title: "Leave page with unsaved changes?",
    text: "Leaving this page will delete all unsaved changes.",
    no: "Stay",
    yes: "Leave page",
  });
  if (leaves) show(null);
  return leaves;
}

async function press(button: BarButton): Promise<void> {
  const needsConfirmation = !button.primary && open?.discardConfirmation;
  const isConfirmed =
    !needsConfirmation ||
    (await question({
      title: "Discard all unsaved changes?",
      text: "If you discard changes, you’ll delete any edits you made since you last saved.",
      no: "Continue editing",
      yes: "Discard changes",
    }));
  if (isConfirmed) sendCommand("press", { bar: "save-bar", index: button.index });
}

function show(bar: SaveBar | null): void {
  open = bar;
  part("save-bar").hidden = !bar;
  part("top").inert = bar !== null;
  // Discard stands before Save, as everywhere in Shopify's admin.
  const buttons = (bar?.buttons ?? []).toSorted((a, b) => Number(a.primary) - Number(b.primary));
  part("save-buttons").replaceChildren(...buttons.map((button) => barButton(button, () => void press(button))));
}

/** Asks before every navigation that the admin offers. */
export function startSaveBar(): void {
  onFrameEvent("save-bar", show);
  answerQuestion("leave", confirmLeave);
  addEventListener("beforeunload", (event) => {
    if (open) event.preventDefault();
  });
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
    if (!open || !link || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void confirmLeave().then((leaves) => leaves && location.assign(link.href));
  });
}
