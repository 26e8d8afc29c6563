import type { BarButton } from "../../app-bridge/messages.ts";
import { make } from "./element.ts";

/** The admin's copy of a button that stands in the frame. */
export function barButton(button: BarButton, onPress: () => void): HTMLButtonElement {
  const { label, primary, critical, disabled, loading } = button;
  const copy = make(
    "button",
    {
      type: "button",
      className: ["button", primary && "primary", critical && "critical"].filter(Boolean).join(" "),
      disabled: disabled || loading,
      onclick: onPress,
    },
    label,
  );
  if (loading) copy.append(make("span", { className: "wheel spin", ariaHidden: "true" }));
  copy.ariaBusy = String(loading);
  return copy;
}
