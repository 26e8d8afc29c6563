import { onCommand, postEvent } from "./channel.ts";

/** What the admin puts into the frame's address for the app; not part of the page's own address. */
const ADMINS = ["shop", "host", "embedded", "id_token", "hmac", "timestamp", "locale", "session", "protocol"];

/** The page's own address: path, query and fragment without what the admin added. */
export function ownPath(): string {
  const url = new URL(location.href);
  for (const name of [...ADMINS, "appLoadId"]) url.searchParams.delete(name);
  return url.pathname + url.search + url.hash;
}

/**
 * The admin keeps the history, in its own address: what the app pushes only replaces the frame's entry and is pushed
 * there. So going back still works after the frame was opened again. The app sees a `popstate` as in any browser.
 */
export function reportPath(): void {
  const replace = history.replaceState.bind(history);
  const report = (how: "push" | "replace") =>
    postEvent({ kind: "path", detail: { path: ownPath(), how, state: history.state as unknown } });
  history.pushState = (data: unknown, unused: string, url?: string | URL | null) => {
    replace(data, unused, url);
    report("push");
  };
  history.replaceState = (data: unknown, unused: string, url?: string | URL | null) => {
    replace(data, unused, url);
    report("replace");
  };
  onCommand("go", ({ path, state }) => {
    replace(state, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state }));
  });
  report("replace");
}
