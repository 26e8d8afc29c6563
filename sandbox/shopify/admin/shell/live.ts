const EVERY_MS = 3000;

/** Whether the user is in that part of the page, so that it must not be replaced. */
function isInUse(part: Element): boolean {
  const { activeElement } = document;
  const types =
    activeElement !== null && part.contains(activeElement) && activeElement.matches("input, select, textarea");
  return types || part.querySelector("details[open], [data-select]:checked") !== null;
}

function exchange(old: Element, fresh: Element): void {
  const focused = old.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
  old.replaceChildren(...fresh.childNodes);
  if (focused) old.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

/** Brings the parts marked `data-live` up to date now. */
export async function refresh(): Promise<void> {
  const answer = await fetch(location.href, { cache: "no-store" });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-live]")) {
    const other = fresh.getElementById(part.id);
    if (other && other.innerHTML !== part.innerHTML && !isInUse(part)) exchange(part, other);
  }
}

/** Parts marked `data-live` follow what happens, every few seconds while the page is seen; focus stays where it is. */
export function startLive(): void {
  if (!document.querySelector("[data-live]")) return;
  // The message about the last action is shown once, not again after a reload.
  const here = new URL(location.href);
  here.searchParams.delete("done");
  history.replaceState(history.state, "", here);
  // The sandbox may be stopped meanwhile: then the page stays as it is.
  setInterval(() => document.visibilityState === "visible" && void refresh().catch(() => undefined), EVERY_MS);
}
