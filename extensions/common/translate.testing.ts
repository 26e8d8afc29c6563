type Messages = { [key: string]: string | Messages };

/** Translates with an extension's locale (shopify: I18nTranslate). A missing key or value fails the test. */
export function translateWith(messages: Messages) {
  return (key: string, values: Record<string, unknown> = {}): string => {
    const text = pick(key.split(".").reduce<string | Messages | undefined>(childOf, messages), values);
    if (text === undefined) throw new Error(`no text for ${key}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      if (values[name] === undefined) throw new Error(`${key} lacks the value ${name}`);
      return String(values[name]);
    });
  };
}

const childOf = (messages: string | Messages | undefined, key: string) =>
  typeof messages === "object" ? messages[key] : undefined;

function pick(entry: string | Messages | undefined, values: Record<string, unknown>): string | undefined {
  if (typeof entry !== "object") return entry;
  const plural = entry[new Intl.PluralRules("en").select(Number(values["count"]))];
  return typeof plural === "string" ? plural : undefined;
}
