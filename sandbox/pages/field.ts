import { html, type Html } from "./html.ts";

export interface FieldOptions {
  label: string;
  name: string;
  value?: string | null;
  required?: boolean;
  type?: "text" | "number" | "url";
  /** Distinguishes several of the same form on one page. */
  scope?: string;
}

/** A labelled text field. */
export function field({ label, name, value, required, type = "text", scope = "field" }: FieldOptions): Html {
  const id = `${scope}-${name}`;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${name}"
      type="${type}"
      value="${value ?? ""}"
      autocomplete="off"
      ${type === "number" && html`min="1"`}
      ${required && html`required`}
    />
  </div>`;
}

/** A labelled choice; options are `[value, words]`. */
export function choice(label: string, name: string, options: [string, string][], chosen: string, scope: string): Html {
  const id = `${scope}-${name}`;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${name}">
      ${options.map(([value, words]) => html`<option value="${value}" ${value === chosen && html`selected`}>${words}</option>`)}
    </select>
  </div>`;
}
