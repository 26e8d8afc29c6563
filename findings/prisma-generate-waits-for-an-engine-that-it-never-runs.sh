#!/usr/bin/env bash
# Tool: prisma and @prisma/client 7.10.0.
# Behavior: `prisma generate` asks for the engine of migrations on the network, and fails where its host does not answer
#   with it. It never runs that engine: an empty file in its place, named by PRISMA_SCHEMA_ENGINE_BINARY, is enough, and
#   then nothing is asked for. Version 7 is documented as free of engines, which holds for queries alone.
# Seen on 2026-11-29:
#   as it is:           asked: schema-engine; generated: nothing; exit code 1
#   with an empty file: asked: ; generated: client; exit code 0
# Why it matters: a build that may reach the package registry alone, as many do, stops at a step that needs no network:
#   the mended release, for which orders wait, cannot be built there.
set -euo pipefail

dir=$(mktemp -d)
mirror=""
cleanup() {
  cd /
  if [ -n "$mirror" ]; then kill "$mirror" 2>/dev/null || true; fi
  rm -rf "$dir"
}
trap cleanup EXIT
cd "$dir"

npm init -y >/dev/null
timeout 280 npm install --no-audit --no-fund --ignore-scripts --loglevel=error prisma@7.10.0 @prisma/client@7.10.0 >/dev/null

cat >schema.prisma <<'PRISMA'
generator client {
  provider = "prisma-client-js"
}

datasource db {
  provider = "postgresql"
}

model Order {
  id String @id
}
PRISMA
echo 'export default { schema: "schema.prisma" };' >prisma.config.mjs

# A mirror that has nothing, and notes what it is asked for.
cat >mirror.cjs <<'JS'
const fs = require("node:fs");
const server = require("node:http").createServer((request, response) => {
  fs.appendFileSync("asked", `${request.url.split("/").at(-1).split(".")[0]}\n`);
  response.writeHead(404).end();
});
server.listen(0, "127.0.0.1", () => fs.writeFileSync("port", String(server.address().port)));
JS
touch asked empty
node mirror.cjs &
mirror=$!
until [ -s port ]; do sleep 0.1; done
export PRISMA_ENGINES_MIRROR="http://127.0.0.1:$(cat port)"

# Generates, and says what came of it.
generate() {
  local code=0
  : >asked
  timeout 100 npx prisma generate >output 2>&1 || code=$?
  local made=nothing
  if [ -f node_modules/.prisma/client/index.js ]; then made=client; fi
  echo "asked: $(sort -u asked | paste -sd' '); generated: $made; exit code $code"
}

alone=$(generate)
named=$(PRISMA_SCHEMA_ENGINE_BINARY="$dir/empty" generate)
echo "as it is:           $alone"
echo "with an empty file: $named"

[ "$alone" = "asked: schema-engine; generated: nothing; exit code 1" ] &&
  [ "$named" = "asked: ; generated: client; exit code 0" ]
