import { part } from "./element.ts";

function setOpen(open: boolean): void {
  document.body.classList.toggle("drawer-open", open);
  part("menu-button").ariaExpanded = String(open);
  part("shade").hidden = !open;
  part("main").inert = open;
}

export const closeDrawer = (): void => setOpen(false);

/** On a phone the navigation slides in behind the menu button; Esc and a tap beside it close it. */
export function startDrawer(): void {
  const button = part("menu-button");
  button.addEventListener("click", () => setOpen(button.ariaExpanded !== "true"));
  part("shade").addEventListener("click", closeDrawer);
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || button.ariaExpanded !== "true") return;
    closeDrawer();
    button.focus();
  });
}
