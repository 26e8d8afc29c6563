import { make } from "../../../admin/shell/element.ts";
import { Control } from "./control.ts";

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A labelled field with an explanation and an error below it. */
abstract class Field extends Control {
  static observedAttributes = [
    ...["label", "labelaccessibilityvisibility", "placeholder", "details", "error", "prefix", "suffix"],
    ...["disabled", "required", "readonly", "min", "max", "step", "rows", "maxlength"],
  ];
  protected readonly input: Input;
  readonly #label = make("label", { htmlFor: "input" });
  readonly #prefix = make("span", {});
  readonly #suffix = make("span", {});
  readonly #details = make("p", { className: "details", id: "details" });
  readonly #error = make("p", { className: "error", id: "error", role: "alert" });
  readonly #box: HTMLElement;

  constructor(input: Input) {
    super();
    this.input = Object.assign(input, { id: "input" });
    this.#box = make("div", { className: "box" }, this.#prefix, input, this.#suffix);
    this.root.append(make("div", { className: "field" }, this.#label, this.#box, this.#error, this.#details));
    // Unlike `input`, `change` does not leave a shadow on its own.
    input.addEventListener("change", () => this.dispatchEvent(new Event("change", { bubbles: true })));
  }

  get value(): string {
    return this.input.value;
  }

  set value(value: string) {
    this.input.value = value;
  }

  protected update(): void {
    const [details, error] = [this.attribute("details"), this.attribute("error")];
    this.#label.textContent = this.attribute("label");
    this.#label.className = this.attribute("labelaccessibilityvisibility") === "exclusive" ? "hidden" : "";
    this.#prefix.textContent = this.attribute("prefix");
    this.#suffix.textContent = this.attribute("suffix");
    this.#details.textContent = details;
    this.#error.textContent = error;
    this.#box.classList.toggle("wrong", error !== "");
    this.input.disabled = this.isSet("disabled");
    this.input.required = this.isSet("required");
    this.input.ariaInvalid = error ? "true" : null;
    this.input.setAttribute("aria-describedby", "error details");
    for (const name of ["placeholder", "min", "max", "step", "rows", "maxlength"]) {
      if (this.hasAttribute(name)) this.input.setAttribute(name, this.attribute(name));
      else this.input.removeAttribute(name);
    }
    this.input.toggleAttribute("readonly", this.isSet("readonly"));
  }
}

/** A field that one types into. */
const typed = (type: string) =>
  class extends Field {
    constructor() {
      super(make("input", { type, autocomplete: "off" }));
    }
  };

class TextArea extends Field {
  constructor() {
    super(make("textarea", { rows: 2 }));
  }
}

/** Its options are the `s-option` in it. */
class Select extends Field {
  #wanted = "";

  constructor() {
    super(make("select", {}));
    new MutationObserver(() => this.#copyOptions()).observe(this, {
      ...{ childList: true, subtree: true, attributes: true, characterData: true },
    });
  }

  override get value(): string {
    return this.input.value;
  }

  override set value(value: string) {
    this.#wanted = value;
    this.input.value = value;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#copyOptions();
  }

  #copyOptions(): void {
    const chosen = this.input.value || this.#wanted;
    const placeholder = this.attribute("placeholder");
    const options = [...this.querySelectorAll("s-option")].map((option) =>
      make(
        "option",
        { value: option.getAttribute("value") ?? "", disabled: option.hasAttribute("disabled") },
        option.textContent,
      ),
    );
    const empty = placeholder ? [make("option", { value: "", disabled: true }, placeholder)] : [];
    this.input.replaceChildren(...empty, ...options);
    this.input.value = chosen;
  }
}

export function defineFields(): void {
  const types = {
    text: "text",
    number: "number",
    email: "email",
    password: "password",
    search: "search",
    url: "url",
    money: "number",
  };
  for (const [name, type] of Object.entries(types)) customElements.define(`s-${name}-field`, typed(type));
  customElements.define("s-text-area", TextArea);
  customElements.define("s-select", Select);
}
