import { make } from "../../../admin/shell/element.ts";
import { Control } from "./control.ts";

/** A box to tick. */
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
    this.#input.disabled = this.is("disabled");
    this.#input.ariaLabel = this.says("accessibilitylabel") || null;
    this.#label.textContent = this.says("label");
    this.#details.textContent = this.says("details");
    this.#error.textContent = this.says("error");
  }
}

export function defineChecks(): void {
  customElements.define("s-checkbox", Checkbox);
  customElements.define("s-switch", class extends Checkbox {});
}
