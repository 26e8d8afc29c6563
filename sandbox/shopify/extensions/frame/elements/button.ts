import { make } from "../../../admin/shell/element.ts";
import { postEvent } from "../channel.ts";
import { Control } from "./control.ts";

type Inner = HTMLButtonElement | HTMLAnchorElement;

/** A button, or a link where it has an href. Links navigate the admin, not the frame. */
abstract class Pressable extends Control {
  static observedAttributes = [
    "variant",
    "tone",
    "disabled",
    "loading",
    "href",
    "target",
    "accessibilitylabel",
    "icon",
  ];
  #inner: Inner | null = null;

  protected abstract readonly look: string;

  protected update(): void {
    const href = this.attribute("href");
    const kind = href ? "a" : "button";
    if (this.#inner?.localName !== kind) this.#inner = this.#draw(kind);
    const [inner, busy] = [this.#inner, this.isSet("loading")];
    const blocked = busy || this.isSet("disabled");
    inner.className = [this.look, this.attribute("variant"), this.attribute("tone")].join(" ");
    inner.ariaLabel = this.attribute("accessibilitylabel") || null;
    inner.ariaBusy = busy ? "true" : null;
    // Without this, a click on the slotted content would still reach the extension.
    this.style.pointerEvents = blocked ? "none" : "";
    if (inner instanceof HTMLButtonElement) inner.disabled = blocked;
    else Object.assign(inner, { href, target: this.attribute("target"), rel: "noreferrer" });
    const [icon, wheel] = inner.children;
    icon?.setAttribute("type", this.attribute("icon"));
    if (icon instanceof HTMLElement) icon.hidden = busy || !this.attribute("icon");
    if (wheel instanceof HTMLElement) wheel.hidden = !busy;
  }

  #draw(kind: "a" | "button"): Inner {
    const inner = make(kind, {});
    const wheel = make("span", { className: "wheel", ariaHidden: "true", hidden: true });
    inner.append(document.createElement("s-icon"), wheel, document.createElement("slot"));
    if (inner instanceof HTMLButtonElement) inner.type = "button";
    else inner.addEventListener("click", follow);
    this.root.replaceChildren(inner);
    return inner;
  }
}

/** The browser opens links with a target; the admin handles all others. */
function follow(event: Event): void {
  const link = event.currentTarget as HTMLAnchorElement;
  const href = link.getAttribute("href") ?? "";
  if (link.target === "_blank" && /^https?:/.test(href)) return;
  event.preventDefault();
  postEvent({ kind: "open", detail: { url: href } });
}

class Button extends Pressable {
  protected readonly look = "button";
}

class Link extends Pressable {
  protected readonly look = "link";
}

export function defineButtons(): void {
  customElements.define("s-button", Button);
  customElements.define("s-link", Link);
  customElements.define("s-clickable", class extends Link {});
}
