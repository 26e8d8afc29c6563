import { idToken } from "./app-fetch.ts";
import { postEvent } from "./channel.ts";
import { i18nOf } from "./i18n.ts";
import type { Translations } from "../manifest.ts";

type Run = () => unknown;

/**
 * The global `shopify` of an extension: what blocks and actions of this app use of it. What is missing says so.
 * `extend` is how a bundle hands over its module.
 */
export function shopifyGlobal(target: string, selected: string[], translations: Translations): object {
  const api = {
    extension: { target },
    data: { selected: selected.map((id) => ({ id })) },
    i18n: i18nOf(translations),
    auth: { idToken },
    close: () => postEvent({ kind: "close", detail: null }),
    navigation: { navigate: (url: string | URL) => postEvent({ kind: "open", detail: { url: String(url) } }) },
    extend: (run: Run) => void start(target, run),
  };
  return new Proxy(api, {
    get(known, name, receiver) {
      if (name in known || typeof name === "symbol") return Reflect.get(known, name, receiver) as unknown;
      throw new Error(`The sandbox's admin has no shopify.${name}`);
    },
  });
}

async function start(target: string, run: Run): Promise<void> {
  const result = await run();
  if (target.endsWith(".should-render")) {
    postEvent({ kind: "display", detail: (result as { display?: boolean } | undefined)?.display === true });
  }
}
