import { part } from "../element.ts";
import { offerActions } from "./actions.ts";

const boxes = () => [...document.querySelectorAll<HTMLInputElement>("[data-select]")];
const chosen = () => boxes().filter((box) => box.checked);

function show(): void {
  const [bar, all] = [part("selection"), part<HTMLInputElement>("select-all")];
  const [some, every] = [chosen(), boxes()];
  all.checked = some.length > 0 && some.length === every.length;
  all.indeterminate = some.length > 0 && some.length < every.length;
  bar.hidden = some.length === 0;
  part("selection-count").textContent = `${some.length} selected`;
  const menu = bar.querySelector<HTMLDetailsElement>("[data-actions]");
  if (!menu) return;
  menu.dataset["selected"] = some.map((box) => box.value).join(",");
  if (some.length > 0) offerActions(menu);
}

/** Rows of a list that are ticked, and the bar of what can be done to them. */
export function startSelection(): void {
  if (!document.getElementById("selection")) return;
  addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.id === "select-all") for (const box of boxes()) box.checked = target.checked;
    if (target.id === "select-all" || "select" in target.dataset) show();
  });
}
