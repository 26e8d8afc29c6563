const STEPS: Record<string, string> = {
  "small-500": "1px",
  "small-400": "2px",
  "small-300": "4px",
  "small-200": "8px",
  "small-100": "12px",
  small: "12px",
  base: "16px",
  large: "20px",
  "large-100": "20px",
  "large-200": "24px",
  "large-300": "32px",
  "large-400": "40px",
  "large-500": "48px",
  none: "0",
};
const steps = (value: string): string =>
  value
    .split(/\s+/)
    .map((word) => STEPS[word] ?? word)
    .join(" ");

const BACKGROUNDS: Record<string, string> = {
  base: "var(--p-color-bg-surface)",
  subdued: "var(--p-color-bg-surface-secondary)",
  strong: "var(--p-color-bg-surface-tertiary)",
};
/** `base`, `base subdued`, `base strong dashed`, or a width alone. */
function border(value: string): string {
  const [width = "none", , style = "solid"] = value.split(/\s+/);
  return width === "none" || width === "" ? "" : `1px ${style} var(--p-color-border)`;
}

const RADII: Record<string, string> = {
  base: "8px",
  small: "4px",
  "small-100": "4px",
  "small-200": "2px",
  large: "12px",
};
const same = (value: string): string => value;

/** Attributes of boxes, with the property of CSS that each becomes and how its value is read. */
const PROPERTIES: Record<string, [property: string, read: (value: string) => string]> = {
  gap: ["gap", steps],
  rowgap: ["rowGap", steps],
  columngap: ["columnGap", steps],
  padding: ["padding", steps],
  paddingblock: ["paddingBlock", steps],
  paddingblockstart: ["paddingBlockStart", steps],
  paddingblockend: ["paddingBlockEnd", steps],
  paddinginline: ["paddingInline", steps],
  paddinginlinestart: ["paddingInlineStart", steps],
  paddinginlineend: ["paddingInlineEnd", steps],
  direction: ["flexDirection", (value) => (value === "inline" ? "row" : "column")],
  justifycontent: ["justifyContent", same],
  alignitems: ["alignItems", same],
  aligncontent: ["alignContent", same],
  gridtemplatecolumns: ["gridTemplateColumns", same],
  gridtemplaterows: ["gridTemplateRows", same],
  gridcolumn: ["gridColumn", same],
  gridrow: ["gridRow", same],
  placeitems: ["placeItems", same],
  justifyitems: ["justifyItems", same],
  background: ["backgroundColor", (value) => BACKGROUNDS[value] ?? ""],
  border: ["border", border],
  borderwidth: ["border", border],
  borderradius: ["borderRadius", (value) => RADII[value] ?? "8px"],
  blocksize: ["blockSize", same],
  minblocksize: ["minBlockSize", same],
  maxblocksize: ["maxBlockSize", same],
  inlinesize: ["inlineSize", same],
  mininlinesize: ["minInlineSize", same],
  maxinlinesize: ["maxInlineSize", same],
  overflow: ["overflow", same],
};

/** Resolves `@container (inline-size > 500px) wide, narrow` by the width of the frame. */
function forWidth(value: string): string {
  const found = /^@container\s*(?:[\w-]+\s*)?\(inline-size\s*(<=?|>=?)\s*(\d+)px\)\s*(.*)$/.exec(value);
  if (!found) return value;
  const [, sign = "", width, options = ""] = found;
  const [yes = "", no = ""] = options.split(/,(?![^(]*\))/).map((each) => each.trim());
  const fits = sign.startsWith("<") ? innerWidth <= Number(width) : innerWidth >= Number(width);
  return fits ? yes : no;
}

/** A container with a layout. */
class Box extends HTMLElement {
  static observedAttributes = Object.keys(PROPERTIES);

  connectedCallback(): void {
    addEventListener("resize", this.#again);
    // An aria-label needs a role that permits one.
    const label = this.getAttribute("accessibilitylabel");
    if (!label) return;
    this.ariaLabel = label;
    this.role ??= "group";
  }

  disconnectedCallback(): void {
    removeEventListener("resize", this.#again);
  }

  attributeChangedCallback(name: string): void {
    const [property, read] = PROPERTIES[name] ?? ["", same];
    Object.assign(this.style, { [property]: read(forWidth(this.getAttribute(name) ?? "")) });
  }

  readonly #again = (): void => {
    for (const name of Box.observedAttributes) if (this.hasAttribute(name)) this.attributeChangedCallback(name);
  };
}

export function defineBoxes(): void {
  for (const name of ["box", "stack", "grid", "grid-item", "query-container", "button-group"]) {
    customElements.define(`s-${name}`, class extends Box {});
  }
}
