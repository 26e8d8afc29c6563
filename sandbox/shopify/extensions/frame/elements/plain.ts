/** Elements without behavior: their roles by tag; their styles are in frame.css. */
const ROLES: Record<string, string | null> = {
  "s-text": null,
  "s-paragraph": "paragraph",
  "s-badge": null,
  "s-chip": null,
  "s-divider": "separator",
  "s-ordered-list": "list",
  "s-unordered-list": "list",
  "s-list-item": "listitem",
  "s-option": null,
  "s-choice": null,
};

/** Sets the role, and the aria-label where there is one. */
class Plain extends HTMLElement {
  connectedCallback(): void {
    this.role ??= ROLES[this.localName] ?? null;
    if (this.getAttribute("accessibilityvisibility") === "hidden") this.ariaHidden = "true";
  }
}

class Heading extends HTMLElement {
  connectedCallback(): void {
    this.role = "heading";
    this.ariaLevel = "3";
  }
}

class Spinner extends HTMLElement {
  static observedAttributes = ["accessibilitylabel"];

  connectedCallback(): void {
    this.role = "img";
  }

  attributeChangedCallback(): void {
    this.ariaLabel = this.getAttribute("accessibilitylabel") || "Loading";
  }
}

export function definePlain(): void {
  for (const tag of Object.keys(ROLES)) customElements.define(tag, class extends Plain {});
  customElements.define("s-heading", Heading);
  customElements.define("s-spinner", Spinner);
}
