#!/usr/bin/env bash
# Tool: @shopify/shopify-app-remix 6.0.1 with @shopify/shopify-api 15.0.0.
# Behavior: an app with the future flag `expiringOfflineAccessTokens` gets a correctly signed orders/create.
#   `authenticate.webhook` renews the shop's token over the network before it returns, as soon as the token has less
#   than five minutes left. When the renewal fails, the function throws an empty answer 500, though the webhook itself
#   needs no token and the present one is still valid. A shop without any session gets its webhooks through.
# Seen on 2026-11-28 (Node 20.20.2 and 24.21.0):
#   no session: accepted #1001, requests for a token: 0
#   token with an hour left: accepted #1001, requests for a token: 0
#   token with four minutes left: rejected 500, requests for a token: 1
# Why it matters: Shopify repeats a failed webhook eight times and then gives up. An outage of the token endpoint, or a
#   refresh token that no longer works, keeps paid orders from reaching the printer, and no handler of the app runs
#   that could store or log them.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm init -y >/dev/null
timeout 100 npm install --no-audit --no-fund --ignore-scripts --loglevel=error \
  @shopify/shopify-app-remix@6.0.1 @shopify/shopify-api@15.0.0 @shopify/shopify-app-session-storage-memory@8.0.0 \
  @remix-run/node@2.17.5 @remix-run/react@2.17.5 react@18.3.1 react-dom@18.3.1

cat >try.mjs <<'JS'
import { createHmac } from "node:crypto";

let tokenRequests = 0;
// Before the library takes the function: Shopify's token endpoint is out of order.
globalThis.fetch = async () => {
  tokenRequests += 1;
  return new Response("{}", { status: 503 });
};
await import("@shopify/shopify-app-remix/adapters/node");
const { shopifyApp } = await import("@shopify/shopify-app-remix/server");
const { Session } = await import("@shopify/shopify-api");
const { MemorySessionStorage } = await import("@shopify/shopify-app-session-storage-memory");

const SHOP = "example.myshopify.com";
const SECRET = "secret";
const sessionStorage = new MemorySessionStorage();
const app = shopifyApp({
  apiKey: "key",
  apiSecretKey: SECRET,
  appUrl: "https://app.example",
  apiVersion: "2026-07",
  sessionStorage,
  logger: { log: () => undefined },
  future: { expiringOfflineAccessTokens: true },
});

/** What comes of a signed order while the shop's token has so many minutes left; null: the shop has no session. */
async function deliver(title, minutesLeft) {
  tokenRequests = 0;
  if (minutesLeft !== null) {
    const expires = new Date(Date.now() + minutesLeft * 60_000);
    const tokens = { accessToken: "token", refreshToken: "refresh", expires };
    await sessionStorage.storeSession(
      new Session({ id: `offline_${SHOP}`, shop: SHOP, state: "", isOnline: false, ...tokens }),
    );
  }
  const body = JSON.stringify({ name: "#1001" });
  const headers = {
    "X-Shopify-Topic": "orders/create",
    "X-Shopify-Shop-Domain": SHOP,
    "X-Shopify-API-Version": "2026-07",
    "X-Shopify-Webhook-Id": "1",
    "X-Shopify-Hmac-Sha256": createHmac("sha256", SECRET).update(body).digest("base64"),
  };
  const request = new Request("https://app.example/webhooks", { method: "POST", body, headers });
  const end = await app.authenticate.webhook(request).then(
    ({ payload }) => `accepted ${payload.name}`,
    (thrown) => (thrown instanceof Response ? `rejected ${thrown.status}` : `failed: ${thrown.message}`),
  );
  console.log(`${title}: ${end}, requests for a token: ${tokenRequests}`);
  return end;
}

const ends = [
  await deliver("no session", null),
  await deliver("token with an hour left", 60),
  await deliver("token with four minutes left", 4),
];
process.exit(ends.join() === "accepted #1001,accepted #1001,rejected 500" ? 0 : 1);
JS
timeout 40 node try.mjs || {
  echo "CHANGED: the webhook no longer depends on the renewal of the token. The output above shows what happened." >&2
  exit 1
}
echo "As stated: a signed order was answered with 500, since a token that it does not need was not renewed."
