import { barButtons, watchBar } from "./bar-buttons.ts";
import { onCommand, postEvent } from "./channel.ts";

const controlsOf = (bar: Element) => [...bar.querySelectorAll<HTMLElement>("button, a")];

/** `<ui-title-bar>`: title and buttons of the page, shown above the frame. */
class TitleBarElement extends HTMLElement {
  #watch: MutationObserver | null = null;

  connectedCallback(): void {
    // Inside a ui-modal it is that modal's own head.
    if (this.closest("ui-modal")) return;
    this.#watch = watchBar(this, () => this.#report());
    this.#report();
  }

  disconnectedCallback(): void {
    this.#watch?.disconnect();
    if (this.#watch) postEvent({ kind: "title-bar", detail: null });
  }

  #report(): void {
    const controls = controlsOf(this);
    const back = controls.findIndex((control) => control.getAttribute("variant") === "breadcrumb");
    postEvent({
      kind: "title-bar",
      detail: {
        title: this.getAttribute("title") ?? "",
        buttons: barButtons(controls).filter(({ index }) => index !== back),
        back: back < 0 ? null : { index: back, label: controls[back]?.textContent.trim() ?? "" },
      },
    });
  }
}

export function defineTitleBar(): void {
  customElements.define("ui-title-bar", TitleBarElement);
  onCommand("press", ({ bar, index }) => {
    const open = [...document.querySelectorAll("ui-title-bar")].find((each) => !each.closest("ui-modal"));
    if (bar === "title-bar" && open) controlsOf(open)[index]?.click();
  });
}
