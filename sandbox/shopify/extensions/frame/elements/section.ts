import { make } from "../../../admin/shell/element.ts";
import { Control } from "./control.ts";

/** A part with a heading. */
class Section extends Control {
  static observedAttributes = ["heading", "accessibilitylabel"];
  readonly #title = make("h3", { className: "section-title" });

  constructor() {
    super();
    this.root.append(make("div", { className: "section" }, this.#title, make("slot", {})));
  }

  protected update(): void {
    const heading = this.attribute("heading");
    this.#title.textContent = heading;
    this.#title.hidden = heading === "";
    this.role = "region";
    this.ariaLabel = this.attribute("accessibilitylabel") || heading || null;
  }
}

export const defineSection = (): void => customElements.define("s-section", Section);
