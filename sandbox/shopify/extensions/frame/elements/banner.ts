import { make } from "../../../admin/shell/element.ts";
import { Control } from "./control.ts";

const ICONS: Record<string, string> = {
  success: "check-circle",
  warning: "alert-triangle",
  caution: "alert-triangle",
  critical: "alert-circle",
};

/** A message to the merchant; a critical one is announced at once (role alert). */
class Banner extends Control {
  static observedAttributes = ["heading", "tone", "dismissible"];
  readonly #icon = document.createElement("s-icon");
  readonly #title = make("p", { className: "banner-title" });
  readonly #dismiss = make("button", { className: "button tertiary", type: "button" }, "Dismiss");
  readonly #banner: HTMLElement;
  /** Set by the extension, as `onDismiss`. */
  ondismiss: ((event: Event) => void) | null = null;

  constructor() {
    super();
    const actions = make("slot", { name: "secondary-actions" });
    const text = make("div", { className: "banner-text" }, this.#title, make("slot", {}), actions);
    this.#banner = make("div", {}, this.#icon, text, this.#dismiss);
    this.root.append(this.#banner);
    this.#dismiss.addEventListener("click", () => {
      this.hidden = true;
      this.dispatchEvent(new Event("dismiss"));
    });
  }

  protected update(): void {
    const tone = this.attribute("tone");
    this.#banner.className = `banner ${tone}`;
    this.#banner.role = tone === "critical" ? "alert" : "status";
    this.#icon.setAttribute("type", ICONS[tone] ?? "info");
    this.#title.textContent = this.attribute("heading");
    this.#dismiss.hidden = !this.isSet("dismissible");
  }
}

export const defineBanner = (): void => customElements.define("s-banner", Banner);
