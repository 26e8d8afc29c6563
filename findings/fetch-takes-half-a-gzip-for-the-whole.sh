#!/usr/bin/env bash
# Tool: undici 7.30.2, and the `fetch` of Node 24.21.0, which is undici 7.29.1.
# Behavior: the body of an answer is compressed, and the compressed data ends in the middle. `fetch` resolves, and
#   `response.text()` resolves with the part that could be read. Neither an error nor a property says that the rest is
#   missing. The format has a checksum and a length at its end, and Node's `zlib` fails with "unexpected end of file". It
#   is the same for deflate and brotli. With zstd, `fetch` fails as well.
# Cause: `fetch` sets zlib's options so that a missing end is no error, as browsers do. The documentation of neither Node
#   nor undici says so. Where the connection breaks, the body does reject, with "terminated".
# Seen on 2026-12-01, of 2000 lines:
#   zlib: unexpected end of file
#   fetch: status 200, 997 lines, no error
# Why it matters: where a file was stored in part, or where a proxy closes its answer in good order after its origin broke
#   off, half of an export of orders, of tracking numbers as CSV or of a price list looks like all of it. The orders of the
#   other half are not shipped in the shop.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm init -y >/dev/null
timeout 90 npm install --no-audit --no-fund --ignore-scripts undici@7.30.2 || exit 1

cat >try.mjs <<'JS'
import { createServer } from "node:http";
import { gunzipSync, gzipSync } from "node:zlib";
import { fetch } from "undici";

// The codes are spread, so that they do not compress to nothing.
const lines = Array.from({ length: 2_000 }, (_, n) => `order ${n},parcel ${(n * 2_654_435_761) % 4_294_967_296}\n`);
const whole = gzipSync(lines.join(""));
const half = whole.subarray(0, whole.length / 2);

const server = createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "text/csv", "Content-Encoding": "gzip" }).end(half);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

let refused = "nothing";
try {
  gunzipSync(half);
} catch (error) {
  refused = error.message;
}
console.log(`zlib: ${refused}`);

const response = await fetch(`http://127.0.0.1:${server.address().port}/`);
const text = await response.text().catch(({ message }) => message);
const count = text.split("\n").length - 1;
console.log(`fetch: status ${response.status}, ${count} lines, no error`);
process.exit(refused === "unexpected end of file" && response.ok && count > 0 && count < 2_000 ? 0 : 1);
JS
timeout 40 node try.mjs || {
  echo "CHANGED: a compressed body without its end is an error. The output above shows what happened." >&2
  exit 1
}
echo "As stated: half of a compressed body was taken for the whole."
