import type { Toast } from "../../app-bridge/messages.ts";
import { make, part } from "./element.ts";
import { onFrameEvent, sendCommand } from "./frame-channel.ts";

const shown = new Map<string, HTMLElement>();

function remove(id: string): void {
  const toast = shown.get(id);
  if (!toast) return;
  shown.delete(id);
  toast.remove();
  sendCommand("toast-gone", { id });
}

function show({ id, text, isError, duration, action }: Toast): void {
  const actionButton = () => {
    sendCommand("toast-action", { id });
    remove(id);
  };
  const toast = make(
    "div",
    { className: isError ? "toast error" : "toast" },
    make("span", { className: "toast-text" }, text),
    action ? make("button", { type: "button", className: "toast-button", onclick: actionButton }, action) : null,
    make("button", { type: "button", className: "toast-button", ariaLabel: "Dismiss", onclick: () => remove(id) }, "×"),
  );
  if (isError) toast.role = "alert";
  shown.set(id, toast);
  part("toasts").append(toast);
  setTimeout(() => remove(id), duration);
}

/** Short messages of the app at the lower edge. */
export function startToasts(): void {
  onFrameEvent("toast", show);
  onFrameEvent("toast-hide", ({ id }) => remove(id));
}
