#!/usr/bin/env bash
# Tool: @shopify/admin-api-client 2.0.0, Shopify's client of the Admin API, with @shopify/graphql-client 2.0.0.
# Behavior: the client repeats a throttled request (`retries: 2`). An answer with `Retry-After: 2.0` asks for two
#   seconds, and the client waits two milliseconds. An answer without the header makes the client wait one second, so
#   that a server that asks for patience gets less of it.
# Seen on 2026-11-28 (times after the first request):
#   no Retry-After -> requests at 0, 1002, 2005 ms
#   Retry-After: 2.0 -> requests at 0, 3, 5 ms
# Why it matters: all tries are used up within a tenth of a second, while the shop is still throttled. A fulfillment
#   that was to be written to Shopify fails, and the customer gets no tracking number.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm init -y >/dev/null
timeout 90 npm install --no-audit --no-fund --ignore-scripts \
  @shopify/admin-api-client@2.0.0 @shopify/graphql-client@2.0.0

cat >try.mjs <<'JS'
import { createAdminApiClient } from "@shopify/admin-api-client";

/** When the client sends its requests to a shop that throttles all of them, in milliseconds after the first one. */
async function timesOfRequests(headers) {
  const times = [];
  const client = createAdminApiClient({
    storeDomain: "example.myshopify.com",
    apiVersion: "2026-10",
    accessToken: "token",
    retries: 2,
    customFetchApi: async () => {
      times.push(performance.now());
      return new Response("{}", { status: 429, headers });
    },
  });
  await client.request("{ shop { name } }");
  return times.map((time) => Math.round(time - times[0]));
}

const unasked = await timesOfRequests({});
console.log(`no Retry-After -> requests at ${unasked.join(", ")} ms`);
const asked = await timesOfRequests({ "Retry-After": "2.0" });
console.log(`Retry-After: 2.0 -> requests at ${asked.join(", ")} ms`);
// Two waits of two seconds would take four seconds.
process.exit(asked.length === 3 && asked[2] < 1_000 && unasked[2] >= 1_900 ? 0 : 1);
JS
timeout 40 node try.mjs || {
  echo "CHANGED: the client waits as long as Retry-After asks. The output above shows what happened." >&2
  exit 1
}
echo "As stated: the client read seconds as milliseconds."
