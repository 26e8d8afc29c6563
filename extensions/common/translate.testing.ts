type Words = { [key: string]: string | Words };

/**
 * Translates with an extension's own locale, as the admin does (shopify: I18nTranslate): a key that is not there, or a value
 * that is not given, fails the test.
 */
export function translateWith(words: Words) {
  return (key: string, values: Record<string, unknown> = {}): string => {
    const text = pick(key.split(".").reduce<string | Words | undefined>(within, words), values);
    if (text === undefined) throw new Error(`there are no words for ${key}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      if (values[name] === undefined) throw new Error(`${key} wants ${name}`);
      return String(values[name]);
    });
  };
}

const within = (words: string | Words | undefined, key: string) => (typeof words === "object" ? words[key] : undefined);

function pick(found: string | Words | undefined, values: Record<string, unknown>): string | undefined {
  if (typeof found !== "object") return found;
  const plural = found[new Intl.PluralRules("en").select(Number(values["count"]))];
  return typeof plural === "string" ? plural : undefined;
}
