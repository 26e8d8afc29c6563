import { make } from "../../../admin/shell/element.ts";
import { postEvent } from "../channel.ts";
import { Control } from "./control.ts";

/** What a block consists of; its heading stands on the card around the frame. */
class AdminBlock extends HTMLElement {
  static observedAttributes = ["heading", "collapsedsummary"];

  connectedCallback(): void {
    this.#report();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#report();
  }

  #report(): void {
    const heading = this.getAttribute("heading") ?? "";
    postEvent({ kind: "heading", detail: { heading, summary: this.getAttribute("collapsedsummary") ?? "" } });
  }
}

/** What an action's modal consists of: its heading stands above the frame, its buttons below what is in it. */
class AdminAction extends Control {
  static observedAttributes = ["heading", "loading"];
  readonly #body = make("div", { className: "action-body" });
  readonly #loading = make(
    "div",
    { className: "action-loading", role: "status" },
    make("span", { className: "wheel" }),
    "Loading",
  );

  constructor() {
    super();
    const slot = (name: string) => make("slot", { name });
    this.#body.append(make("slot", {}));
    const buttons = make("div", { className: "action-buttons" }, slot("secondary-actions"), slot("primary-action"));
    this.root.append(this.#loading, this.#body, buttons);
  }

  protected update(): void {
    this.#loading.hidden = !this.isSet("loading");
    this.#body.hidden = this.isSet("loading");
    if (this.isConnected) postEvent({ kind: "heading", detail: { heading: this.attribute("heading"), summary: "" } });
  }
}

export function defineAdminParts(): void {
  customElements.define("s-admin-block", AdminBlock);
  customElements.define("s-admin-action", AdminAction);
}
