#!/usr/bin/env bash
# Tool: @remix-run/router 1.23.3, the router of Remix 2.17.5, with lazy route discovery (`v3_lazyRouteDiscovery`).
# Behavior: a page asks for a dialog's data by a fetcher whose route the browser does not know yet. While the router
#   waits to hear of the route, the page refreshes itself (`revalidate`). The router answers the fetcher with a 404
#   and gives the error to the root's boundary, which replaces the whole page. The route exists: the fetcher's data
#   comes a moment later, and the error stays nevertheless. Without the refresh nothing of this happens.
# Cause: the router takes a fetcher without a known route for one whose route was removed.
# Seen on 2026-11-28:
#   without a refresh: page fine, the dialog got 12.40
#   with a refresh: page shows 404 (No route matches URL "/price/1001"), the dialog got 12.40
# Why it matters: an order's page that refreshes itself turns into "Page not found" when a merchant opens the dialog to
#   send the order again. The merchant cannot see whether the order was sent, and may send it a second time.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm init -y >/dev/null
timeout 90 npm install --no-audit --no-fund --ignore-scripts @remix-run/router@1.23.3

cat >try.mjs <<'JS'
import { setTimeout as wait } from "node:timers/promises";
import { createMemoryHistory, createRouter } from "@remix-run/router";

// The router takes a process without a window for a server, and has no fetchers there.
const window = {
  document: { createElement: () => ({}) },
  sessionStorage: { getItem: () => null, setItem: () => undefined },
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};

async function openDialog(title, refreshes) {
  const router = createRouter({
    window,
    history: createMemoryHistory({ initialEntries: ["/orders"] }),
    routes: [{ id: "root", path: "/", children: [{ id: "orders", path: "orders", loader: async () => "orders" }] }],
    hydrationData: { loaderData: { orders: "orders" } },
    async patchRoutesOnNavigation({ patch }) {
      // The server names the route after 200 ms.
      await wait(200);
      patch(null, [{ id: "price", path: "/price/:order", loader: async () => "12.40" }]);
    },
  }).initialize();
  let got;
  router.subscribe(({ fetchers }) => (got = fetchers.get("dialog")?.data ?? got));

  router.fetch("dialog", "orders", "/price/1001");
  if (refreshes) {
    await wait(20);
    router.revalidate();
  }
  await wait(1_000);
  const error = router.state.errors?.root;
  const page = error ? `page shows ${error.status} (${error.data.replace("Error: ", "")})` : "page fine";
  console.log(`${title}: ${page}, the dialog got ${got}`);
  router.dispose();
  return { status: error?.status, got };
}

const calm = await openDialog("without a refresh", false);
const refreshed = await openDialog("with a refresh", true);
const asStated = calm.status === undefined && refreshed.status === 404;
process.exit(asStated && calm.got === "12.40" && refreshed.got === "12.40" ? 0 : 1);
JS
timeout 40 node try.mjs || {
  echo "CHANGED: a refresh no longer turns the loading fetcher into a 404. The output above shows what happened." >&2
  exit 1
}
echo "As stated: the refresh turned a dialog that was loading into a 404 of the whole page."
