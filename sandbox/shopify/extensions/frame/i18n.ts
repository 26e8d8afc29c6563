import type { Translations } from "../manifest.ts";

type Replacements = Record<string, unknown>;
const HOLE = /\{\{\s*(\w+)\s*\}\}/g;
const LOCALE = "en";

/** `shopify.i18n` for the words of one locale. */
export function i18nOf(translations: Translations) {
  return {
    translate: (key: string, replacements: Replacements = {}) => translate(translations, key, replacements),
    formatNumber: (value: number | bigint, options?: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(LOCALE, options).format(value),
    formatCurrency: (value: number | bigint, options?: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(LOCALE, { style: "currency", currency: "USD", ...options }).format(value),
    formatDate: (value: Date, options?: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(LOCALE, options).format(value),
  };
}

/** A word with its holes filled: text, or a list of parts where something that is no text goes into a hole. */
function translate(translations: Translations, key: string, replacements: Replacements): string | unknown[] {
  const text = find(translations, key, replacements["count"]);
  if (text === null) {
    console.error(`The extension has no word for ${key}`);
    return key;
  }
  const parts: unknown[] = text
    .split(HOLE)
    .map((part, at) => (at % 2 === 0 ? part : replacements[part]))
    .filter((part) => part !== "");
  const isText = parts.every((part) => typeof part === "string" || typeof part === "number");
  return isText ? parts.join("") : parts;
}

/** `a.b` looks for b in a; with a `count` a word may have forms by Intl's plural rules. */
function find(translations: Translations, key: string, count: unknown): string | null {
  const found = key
    .split(".")
    .reduce<string | Translations | undefined>(
      (at, name) => (typeof at === "object" ? at[name] : undefined),
      translations,
    );
  if (typeof found === "string") return found;
  if (!found || typeof count !== "number") return null;
  const form = found[new Intl.PluralRules(LOCALE).select(count)] ?? found["other"];
  return typeof form === "string" ? form : null;
}
