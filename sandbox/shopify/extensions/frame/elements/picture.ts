import { make } from "../../../admin/shell/element.ts";
import { Control } from "./control.ts";

/** A picture as high as it is, or a small square one. */
class Picture extends Control {
  static observedAttributes = ["src", "alt", "size", "inlinesize", "aspectratio", "objectfit"];
  readonly #image = make("img", {});

  constructor() {
    super();
    this.root.append(this.#image);
    for (const name of ["load", "error"]) this.#image.addEventListener(name, () => this.dispatchEvent(new Event(name)));
  }

  protected update(): void {
    const src = this.attribute("src");
    this.#image.hidden = src === "";
    if (this.#image.getAttribute("src") !== src && src) this.#image.src = src;
    this.#image.alt = this.attribute("alt");
    const fill = { width: "100%", height: "100%", display: "block", objectFit: this.attribute("objectfit") || "cover" };
    Object.assign(this.#image.style, fill, { borderRadius: "inherit", aspectRatio: this.attribute("aspectratio") });
  }
}

/** One of Polaris' icons, by its name such as `alert-triangle`, in the color of the text around it. */
class Icon extends HTMLElement {
  static observedAttributes = ["type"];

  attributeChangedCallback(): void {
    const type = this.getAttribute("type") ?? "";
    const known = /^[a-z0-9-]+$/.test(type) && type !== "empty";
    this.style.maskImage = known ? `url(/_assets/icons/${type}.svg)` : "";
    this.style.backgroundColor = known ? "" : "transparent";
  }
}

export function definePictures(): void {
  customElements.define("s-image", Picture);
  customElements.define("s-thumbnail", class extends Picture {});
  customElements.define("s-icon", Icon);
}
