import { make, part } from "../element.ts";
import { extensionFrame } from "./extension-frame.ts";
import { follow } from "./follow.ts";

export interface Action {
  address: string;
  name: string;
  selected: readonly string[];
}

/** Shows an action in a modal until it closes itself or the merchant closes it. */
export function openAction({ address, name, selected }: Action): Promise<void> {
  const dialog = part<HTMLDialogElement>("extension");
  const title = make("h2", { id: "extension-title" }, name);
  const close = () => dialog.close();
  const cross = make("button", { type: "button", className: "button plain", ariaLabel: "Close", onclick: close }, "✕");
  const failed = make(
    "p",
    { className: "extension-failed", role: "alert", hidden: true },
    "This action ran into an error.",
  );
  const frame = extensionFrame(address, name, selected, {
    height: (height) => {
      frame.style.height = `${height}px`;
    },
    heading: ({ heading }) => {
      title.textContent = heading || name;
    },
    open: ({ url }) => follow(url),
    close,
    failed: () => {
      failed.hidden = false;
    },
  });
  dialog.replaceChildren(make("div", { className: "dialog-title row spread" }, title, cross), failed, frame);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => {
        dialog.replaceChildren();
        resolve();
      },
      { once: true },
    );
  });
}
