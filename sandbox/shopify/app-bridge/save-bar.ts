import { barButtons, watchBar } from "./bar-buttons.ts";
import { ask, onCommand, postEvent } from "./channel.ts";

const shown: SaveBarElement[] = [];

/** `<ui-save-bar>`: while shown, the admin shows its buttons in its own bar and guards the way out. */
export class SaveBarElement extends HTMLElement {
  #watch: MutationObserver | null = null;

  get showing(): boolean {
    return shown.includes(this);
  }

  get discardConfirmation(): boolean {
    return this.hasAttribute("discardconfirmation") && this.getAttribute("discardconfirmation") !== "false";
  }

  set discardConfirmation(isRequired: boolean) {
    this.toggleAttribute("discardconfirmation", isRequired);
  }

  async show(): Promise<void> {
    if (this.showing) return;
    shown.push(this);
    this.#watch = watchBar(this, report);
    report();
    this.dispatchEvent(new Event("show"));
  }

  async hide(): Promise<void> {
    if (!this.showing) return;
    shown.splice(shown.indexOf(this), 1);
    this.#watch?.disconnect();
    report();
    this.dispatchEvent(new Event("hide"));
  }

  async toggle(): Promise<void> {
    await (this.showing ? this.hide() : this.show());
  }

  disconnectedCallback(): void {
    void this.hide();
  }
}

const buttonsOf = (bar: SaveBarElement) => [...bar.querySelectorAll("button")];

function report(): void {
  const bar = shown.at(-1);
  postEvent({
    kind: "save-bar",
    detail: bar ? { buttons: barButtons(buttonsOf(bar)), discardConfirmation: bar.discardConfirmation } : null,
  });
}

const byId = (id: string): SaveBarElement | null => {
  const found = document.getElementById(id);
  return found instanceof SaveBarElement ? found : null;
};

/** `shopify.saveBar` */
export const saveBar = {
  show: async (id: string) => byId(id)?.show(),
  hide: async (id: string) => byId(id)?.hide(),
  toggle: async (id: string) => byId(id)?.toggle(),
  /** Resolves once it is settled that the page may be left; stays open when the merchant stays. */
  async leaveConfirmation(): Promise<void> {
    if (shown.length === 0 || (await ask({ kind: "leave", detail: null }))) return;
    await new Promise<never>(() => undefined);
  },
};

export function defineSaveBar(): void {
  customElements.define("ui-save-bar", SaveBarElement);
  onCommand("press", ({ bar, index }) => {
    const open = shown.at(-1);
    if (bar === "save-bar" && open) buttonsOf(open)[index]?.click();
  });
}
