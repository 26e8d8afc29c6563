import { defineConfig } from "vitest/config";

/** Each of the two runners has a PostgreSQL and a Redis of its own. */
export default defineConfig({
  test: {
    globalSetup: ["tests/support/global-setup.ts"],
    setupFiles: ["tests/support/strict-console.ts"],
    include: ["app/orders/core/order-rows.test.ts", "app/orders/submit/**/*.test.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
