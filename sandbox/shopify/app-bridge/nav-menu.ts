import { onCommand, postEvent } from "./channel.ts";
import { requestsBegun } from "./fetch.ts";
import type { MenuLink } from "./messages.ts";
import { ownPath } from "./path.ts";

const RETRY_MS = 100;
const MAX_TRIES = 50;

/** `<ui-nav-menu>`: its links are shown in the admin's navigation. */
class NavMenu extends HTMLElement {
  readonly #watch = new MutationObserver(() => this.#report());

  connectedCallback(): void {
    this.#watch.observe(this, { childList: true, subtree: true, attributes: true, characterData: true });
    this.#report();
  }

  disconnectedCallback(): void {
    this.#watch.disconnect();
  }

  #report(): void {
    const links = [...this.querySelectorAll("a")].map((link): MenuLink => ({
      label: link.textContent.trim(),
      href: link.getAttribute("href") ?? "",
      home: link.rel === "home",
    }));
    if (links.length > 0) postEvent({ kind: "menu", detail: links });
  }
}

/** Lets the app navigate as a click in its own page would: without loading again. */
function follow(href: string, tries = 0): void {
  const link = document.querySelector(`ui-nav-menu a[href="${CSS.escape(href)}"]`);
  if (!link || ownPath() === href) return;
  const before = requestsBegun();
  link.dispatchEvent(new CustomEvent("shopify:navigate", { bubbles: true }));
  // A page without listeners yet misses the message: it is repeated until the page requests something.
  const isIgnored = () => ownPath() !== href && requestsBegun() === before;
  if (tries < MAX_TRIES) setTimeout(() => isIgnored() && follow(href, tries + 1), RETRY_MS);
}

export function defineNavMenu(): void {
  customElements.define("ui-nav-menu", NavMenu);
  onCommand("navigate", ({ href }) => follow(href));
}
