import { join } from "node:path";
import { expect, test } from "vitest";
import { needsRestart, ROOT } from "./restarts.ts";

test.each([
  "app/orders/core/attention.ts",
  "app/composition/services.server.ts",
  "app/entry.server.tsx",
  "server/http.ts",
  "vite.config.ts",
])("%s is in the process once: it starts again", (path) => {
  expect(needsRestart(join(ROOT, path))).toBe(true);
});

test.each([
  "app/routes/app._index.tsx",
  "app/components/home-view.tsx",
  "app/components/common/polaris.css",
  "app/root.tsx",
  "app/orders",
  "app/orders/core/transitions.test.ts",
  "sandbox/start.ts",
  "node_modules/react/index.js",
])("%s changes without a restart", (path) => {
  expect(needsRestart(join(ROOT, path))).toBe(false);
});
