import { options, render } from "preact";
import { vi } from "vitest";
import { mockApp } from "./mock-app.testing.ts";
import { translateWith } from "./translate.testing.ts";

interface Host {
  fetch: typeof fetch;
  shopify: { data: { selected: { id: string }[] }; i18n: { translate: unknown } };
  render(): Promise<void>;
  [Symbol.dispose](): void;
}

/** It ends a hang: a slow machine draws late. */
const LIMIT_MS = 60_000;

// Preact's own timer may outlive the page of a test, and calls what went with it.
options.requestAnimationFrame = (runEffects) => queueMicrotask(runEffects);

/** Waits until `probe` no longer throws. */
export const eventually = <T>(probe: () => T | Promise<T>) => vi.waitFor(probe, { timeout: LIMIT_MS });

/** Opens an extension as the admin does, with a stand-in for the app. Declare the result with `using`. */
export async function openExtension(
  extension: Host,
  options: { selected: string[]; messages: Parameters<typeof translateWith>[0]; app: Record<string, unknown[]> },
) {
  const app = mockApp(options.app);
  extension.fetch = app.fetch;
  extension.shopify.data.selected = options.selected.map((id) => ({ id }));
  extension.shopify.i18n.translate = translateWith(options.messages);
  await extension.render();
  const all = (selector: string) => [...document.body.querySelectorAll<HTMLElement>(selector)];
  return {
    ...app,
    all,
    text: () => document.body.textContent ?? "",
    headings: () => all("s-banner").map((one) => one.getAttribute("heading")),
    buttons: () => all("s-button").map((one) => one.textContent),
    click(label: string): void {
      const found = all("s-button, s-link").find((one) => one.textContent === label);
      if (!found) throw new Error(`no button ${label} in: ${document.body.textContent}`);
      found.dispatchEvent(new Event("click"));
    },
    [Symbol.dispose]() {
      // Unmounting clears the page and stops the timers before the next test.
      render(null, document.body);
      extension[Symbol.dispose]();
    },
  };
}
