/**
 * `<ui-modal>`: Shopify draws it over the whole admin; here it is a dialog in the frame, with the same methods and
 * events.
 */
export class ModalElement extends HTMLElement {
  readonly content = document.createElement("div");
  readonly #dialog = document.createElement("dialog");

  connectedCallback(): void {
    this.#dialog.append(this.content);
    this.#dialog.style.cssText =
      "border:0;border-radius:16px;padding:0;box-shadow:0 20px 20px -8px rgb(26 26 26 / 28%);min-width:min(620px,90vw)";
    this.#dialog.addEventListener("close", () => this.dispatchEvent(new Event("hide")));
    document.body.append(this.#dialog);
  }

  disconnectedCallback(): void {
    this.#dialog.remove();
  }

  async show(): Promise<void> {
    if (this.#dialog.open) return;
    this.#dialog.ariaLabel = this.querySelector("ui-title-bar")?.getAttribute("title") ?? "";
    this.#dialog.showModal();
    this.dispatchEvent(new Event("show"));
  }

  async hide(): Promise<void> {
    if (this.#dialog.open) this.#dialog.close();
  }

  async toggle(): Promise<void> {
    await (this.#dialog.open ? this.hide() : this.show());
  }
}

const byId = (id: string): ModalElement | null => {
  const found = document.getElementById(id);
  return found instanceof ModalElement ? found : null;
};

/** `shopify.modal` */
export const modal = {
  show: async (id: string) => byId(id)?.show(),
  hide: async (id: string) => byId(id)?.hide(),
  toggle: async (id: string) => byId(id)?.toggle(),
};

export const defineModal = (): void => customElements.define("ui-modal", ModalElement);
