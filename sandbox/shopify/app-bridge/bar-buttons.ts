import type { BarButton } from "./messages.ts";

const isSet = (element: Element, name: string) => element.hasAttribute(name) && element.getAttribute(name) !== "false";

/** What the admin needs to know of a bar's buttons and links to show them in its own place. */
export function barButtons(elements: Element[]): BarButton[] {
  return elements.map((element, index) => ({
    index,
    label: element.textContent.trim(),
    primary: element.getAttribute("variant") === "primary",
    critical: element.getAttribute("tone") === "critical",
    disabled: isSet(element, "disabled"),
    loading: isSet(element, "loading"),
  }));
}

/** Calls back whenever the bar's buttons change. */
export function watchBar(bar: Element, changed: () => void): MutationObserver {
  const watch = new MutationObserver(changed);
  watch.observe(bar, { childList: true, subtree: true, attributes: true, characterData: true });
  return watch;
}
