import { CONTROL_STYLES } from "./control-styles.ts";

let sheet: CSSStyleSheet | undefined;

function controlSheet(): CSSStyleSheet {
  if (sheet) return sheet;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(CONTROL_STYLES);
  return sheet;
}

/**
 * An element that draws itself in a shadow of its own, by its attributes; what the extension puts into it stays in its
 * slots.
 */
export abstract class Control extends HTMLElement {
  protected readonly root: ShadowRoot;

  constructor() {
    super();
    this.root = this.attachShadow({ mode: "open", delegatesFocus: true });
    this.root.adoptedStyleSheets = [controlSheet()];
  }

  /** Updates the shadow root by the attributes; called on every change. */
  protected abstract update(): void;

  connectedCallback(): void {
    this.update();
  }

  attributeChangedCallback(): void {
    this.update();
  }

  protected attribute(name: string): string {
    return this.getAttribute(name) ?? "";
  }

  protected isSet(name: string): boolean {
    return this.hasAttribute(name) && this.getAttribute(name) !== "false";
  }
}
