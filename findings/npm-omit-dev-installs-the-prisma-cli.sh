#!/usr/bin/env bash
# Tool: npm 11.19.1 with @prisma/client and prisma 7.10.0.
# Behavior: `prisma` stands under devDependencies, as Prisma's own guide has it. `npm install --omit=dev` installs it
#   nevertheless, with all that it needs: Prisma Studio's React, a MySQL driver, an embedded PostgreSQL. The client names
#   `prisma` as an optional peer, and npm counts a package for production once any package of production has it as a peer,
#   optional or not. Without the line under devDependencies the same command leaves it out.
# Seen on 2026-11-29:
#   without prisma under devDependencies: prisma no, react no, mysql2 no
#   with prisma under devDependencies:    prisma yes, react yes, mysql2 yes
# Why it matters: the image that prints orders carries over a hundred packages and about 300 MB that nobody runs there, and
#   each security notice about one of them concerns production. `legacy-peer-deps` in .npmrc leaves them out.
set -euo pipefail

dir=$(mktemp -d)
trap 'cd /; rm -rf "$dir"' EXIT
cd "$dir"

# Says which of the three packages an installation for production has.
installed() {
  mkdir "$1"
  cd "$1"
  printf '%s' "$2" >package.json
  timeout 280 npm install --omit=dev --no-audit --no-fund --ignore-scripts --loglevel=error >/dev/null
  for name in prisma react mysql2; do
    if [ -d "node_modules/$name" ]; then echo "$name yes"; else echo "$name no"; fi
  done | paste -sd, | sed 's/,/, /g'
  cd ..
}

without=$(installed without '{"private":true,"dependencies":{"@prisma/client":"7.10.0"}}')
with=$(installed with '{"private":true,"dependencies":{"@prisma/client":"7.10.0"},"devDependencies":{"prisma":"7.10.0"}}')

echo "npm $(npm --version)"
echo "without prisma under devDependencies: $without"
echo "with prisma under devDependencies:    $with"

[ "$without" = "prisma no, react no, mysql2 no" ] && [ "$with" = "prisma yes, react yes, mysql2 yes" ]
