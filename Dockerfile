# Pin it by digest: docs/operations.md, "The image".
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image's own Node is used: the package `node` would fetch another one, which no lock file covers.
RUN npm ci --ignore-scripts && npm rebuild msgpackr-extract esbuild
COPY . .
RUN node scripts/generate-client.ts && NODE_ENV=production npx remix vite:build \
  && npm prune --omit=dev --ignore-scripts && node scripts/image/trim-packages.ts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
# glibc gives back at once what large bodies took (docs/operations.md).
ENV MALLOC_MMAP_THRESHOLD_=32768
WORKDIR /app
COPY --from=build /app/package.json /app/server.ts ./
COPY --from=build /app/server ./server
COPY --from=build /app/scripts ./scripts
# `npm run keys:…` and `npm run shop:erase` run from the sources.
COPY --from=build /app/app ./app
COPY --from=build /app/prisma ./prisma
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--initial-old-space-size=128", "server.ts"]
