import type { MenuLink } from "../../app-bridge/messages.ts";
import { closeDrawer } from "./drawer.ts";
import { make, part } from "./element.ts";
import { onFrameEvent, page, sendCommand } from "./frame-channel.ts";
import { confirmLeave } from "./save-bar.ts";

const base = `/store/${page["store"]}/apps/inkbridge`;
let links: MenuLink[] = [];
let here = location.pathname.slice(base.length);

/** The link that the path belongs to: the longest that begins it. */
const current = () =>
  links
    .filter(({ href }) => here === href || here.startsWith(`${href}/`))
    .toSorted((a, b) => b.href.length - a.href.length)[0];

async function follow(event: Event, href: string): Promise<void> {
  event.preventDefault();
  closeDrawer();
  if (await confirmLeave()) sendCommand("navigate", { href });
}

function show(): void {
  const active = current();
  const rows = links
    .filter(({ home }) => !home)
    .map((link) => {
      const anchor = make(
        "a",
        { href: base + link.href, onclick: (event) => void follow(event, link.href) },
        link.label,
      );
      if (link === active) anchor.ariaCurrent = "page";
      return make("li", {}, anchor);
    });
  part("app-menu").replaceChildren(...rows);
  const app = part<HTMLAnchorElement>("app-link");
  const home = links.find((link) => link.home);
  if (home) app.onclick = (event) => void follow(event, home.href);
  if (active && !active.home) app.removeAttribute("aria-current");
  else app.ariaCurrent = "page";
}

function setPath(path: string): void {
  here = path.replace(/[?#].*$/, "");
  show();
}

/** Back and forward: the browser has changed the address, and the app follows. */
function followHistory(): void {
  const path = location.href.slice((location.origin + base).length);
  setPath(path);
  sendCommand("go", { path, state: (history.state as { app?: unknown } | null)?.app ?? null });
}

/** The app's links in the admin's navigation, and its path in the admin's address. */
export function startMenu(): void {
  onFrameEvent("menu", (list) => {
    if (JSON.stringify(list) === JSON.stringify(links)) return;
    links = list;
    show();
  });
  onFrameEvent("path", ({ path, how, state }) => {
    if (!path.startsWith("/") || path.startsWith("/auth/")) return;
    history[`${how}State`]({ app: state }, "", base + path);
    setPath(path);
  });
  addEventListener("popstate", followHistory);
}
