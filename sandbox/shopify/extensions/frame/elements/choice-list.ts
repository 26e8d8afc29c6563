import { make } from "../../../admin/shell/element.ts";
import { Control } from "./control.ts";

/**
 * One choice of several, or several of them: the `s-choice` in it, drawn as one group so that the arrow keys move in
 * it.
 */
class ChoiceList extends Control {
  static observedAttributes = ["label", "labelaccessibilityvisibility", "details", "error", "disabled", "multiple"];
  readonly #legend = make("legend", {});
  readonly #rows = make("div", { className: "field" });
  readonly #error = make("p", { className: "error", role: "alert" });
  readonly #details = make("p", { className: "details" });
  #values: string[] = [];

  constructor() {
    super();
    const group = make("fieldset", { className: "field" }, this.#legend, this.#rows, this.#error, this.#details);
    this.root.append(group);
    const everything = { childList: true, subtree: true, attributes: true, characterData: true };
    new MutationObserver(() => this.update()).observe(this, everything);
  }

  get values(): string[] {
    return this.#values;
  }

  set values(values: string[]) {
    this.#values = values;
    this.update();
  }

  protected update(): void {
    this.#legend.textContent = this.attribute("label");
    this.#legend.className = this.attribute("labelaccessibilityvisibility") === "exclusive" ? "hidden" : "";
    this.#error.textContent = this.attribute("error");
    this.#details.textContent = this.attribute("details");
    const choices = [...this.querySelectorAll("s-choice")];
    const chosen = choices.filter(
      (each) => each.getAttribute("selected") !== null && each.getAttribute("selected") !== "false",
    );
    if (this.#values.length === 0) this.#values = chosen.map(valueOf);
    const focused = [...this.#rows.querySelectorAll("input")].findIndex((input) => input === this.root.activeElement);
    this.#rows.replaceChildren(...choices.map((choice) => this.#row(choice)));
    if (focused >= 0) this.#rows.querySelectorAll("input")[focused]?.focus();
  }

  #row(choice: Element): HTMLElement {
    const value = valueOf(choice);
    const many = this.isSet("multiple");
    const input = make("input", { type: many ? "checkbox" : "radio", name: "choice", value });
    input.checked = this.#values.includes(value);
    input.disabled =
      this.isSet("disabled") || (choice.hasAttribute("disabled") && choice.getAttribute("disabled") !== "false");
    input.addEventListener("change", () => {
      const others = this.#values.filter((each) => each !== value);
      this.#values = many ? [...others, ...(input.checked ? [value] : [])] : [value];
      this.dispatchEvent(new Event("change", { bubbles: true }));
    });
    const own = [...choice.childNodes].filter((node) => !(node instanceof Element && node.slot));
    const words = own.map((node) => node.textContent).join("");
    const details = choice.querySelector("[slot=details]")?.textContent ?? choice.getAttribute("details") ?? "";
    const texts = make("span", {}, words, make("p", { className: "details" }, details));
    return make("label", { className: "check" }, input, texts);
  }
}

const valueOf = (choice: Element): string => choice.getAttribute("value") ?? "";

export function defineChoices(): void {
  customElements.define("s-choice-list", ChoiceList);
}
