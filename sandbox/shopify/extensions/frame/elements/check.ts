import { make } from "../../../admin/shell/element.ts";
import { Control } from "./control.ts";

/** A checkbox. */
class Checkbox extends Control {
  static observedAttributes = ["label", "details", "error", "disabled", "accessibilitylabel"];
  readonly #input = make("input", { type: "checkbox" });
  readonly #label = make("span", {});
  readonly #details = make("p", { className: "details" });
  readonly #error = make("p", { className: "error", role: "alert" });

  constructor() {
    super();
    const texts = make("span", {}, this.#label, this.#error, this.#details);
    this.root.append(make("label", { className: "check" }, this.#input, texts));
    this.#input.addEventListener("change", () => this.dispatchEvent(new Event("change", { bubbles: true })));
  }

  get checked(): boolean {
    return this.#input.checked;
  }

  set checked(checked: boolean) {
    this.#input.checked = checked;
  }

  protected update(): void {
    this.#input.disabled = this.isSet("disabled");
    this.#input.ariaLabel = this.attribute("accessibilitylabel") || null;
    this.#label.textContent = this.attribute("label");
    this.#details.textContent = this.attribute("details");
    this.#error.textContent = this.attribute("error");
  }
}

export function defineChecks(): void {
  customElements.define("s-checkbox", Checkbox);
  customElements.define("s-switch", class extends Checkbox {});
}
