import { make, part } from "./element.ts";

export interface Question {
  title: string;
  text: string;
  /** The label of the button that changes nothing. */
  no: string;
  yes: string;
  /** Nothing is lost by a yes. */
  harmless?: true;
}

/** Asks in a dialog. Esc and the first button mean no. */
export function question({ title, text, no, yes, harmless }: Question): Promise<boolean> {
  const dialog = part<HTMLDialogElement>("ask");
  const choose = (value: string) => () => dialog.close(value);
  dialog.replaceChildren(
    make("h2", { id: "ask-title", className: "dialog-title" }, title),
    make("p", { className: "dialog-text" }, text),
    make(
      "div",
      { className: "dialog-buttons" },
      make("button", { className: "button", type: "button", onclick: choose("no") }, no),
      make(
        "button",
        { className: harmless ? "button primary" : "button primary danger", type: "button", onclick: choose("yes") },
        yes,
      ),
    ),
  );
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
