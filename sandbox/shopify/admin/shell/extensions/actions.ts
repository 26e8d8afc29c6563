import { extensionFrame } from "./extension-frame.ts";
import { openAction } from "./modal.ts";

type Menu = HTMLDetailsElement;

const entries = (menu: Menu) => [...menu.querySelectorAll<HTMLButtonElement>("[data-action]")];
const selectedIn = (menu: Menu) => (menu.dataset["selected"] ?? "").split(",").filter(Boolean);
/** The frames that decide whether an action is offered; each stays until the next check. */
const shouldRenderFrames = new WeakMap<HTMLButtonElement, HTMLIFrameElement>();

function setOffered(menu: Menu, entry: HTMLButtonElement, offered: boolean): void {
  const row = entry.closest("li");
  if (row) row.hidden = !offered;
  menu.hidden = entries(menu).every((each) => each.closest("li")?.hidden);
}

/** Checks again which actions fit the selection; those without a should-render module are always offered. */
export function offerActions(menu: Menu): void {
  for (const entry of entries(menu)) {
    const address = entry.dataset["asks"];
    if (address === undefined) {
      setOffered(menu, entry, true);
      continue;
    }
    shouldRenderFrames.get(entry)?.remove();
    const display = (offered: boolean) => setOffered(menu, entry, offered);
    const frame = extensionFrame(address, entry.textContent, selectedIn(menu), {
      display,
      failed: () => display(false),
    });
    frame.hidden = true;
    shouldRenderFrames.set(entry, frame);
    document.body.append(frame);
  }
}

async function run(entry: HTMLButtonElement, after: () => void): Promise<void> {
  const menu = entry.closest<Menu>("[data-actions]");
  if (!menu) return;
  menu.open = false;
  const name = entry.textContent.trim();
  await openAction({ address: entry.dataset["action"] ?? "", name, selected: selectedIn(menu) });
  menu.querySelector("summary")?.focus();
  after();
}

/** Opens the action of that handle, at the request of a block on the same page. */
export function openByHandle(handle: string): void {
  document.querySelector<HTMLButtonElement>(`[data-handle="${CSS.escape(handle)}"]`)?.click();
}

/** `after`: what is done once an action was closed. */
export function startActions(after: () => void): void {
  const menus = [...document.querySelectorAll<Menu>("[data-actions]")];
  for (const menu of menus) {
    for (const entry of entries(menu)) entry.addEventListener("click", () => void run(entry, after));
    offerActions(menu);
  }
  addEventListener("click", ({ target }) => {
    for (const menu of menus) if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  addEventListener("keydown", ({ key }) => {
    const open = key === "Escape" && menus.find((menu) => menu.open);
    if (!open) return;
    open.open = false;
    open.querySelector("summary")?.focus();
  });
}
