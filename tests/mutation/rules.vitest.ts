import { defineConfig } from "vitest/config";

/** No database: a mutant takes a moment. */
export default defineConfig({
  test: {
    setupFiles: ["tests/support/strict-console.ts"],
    include: ["app/orders/core/transitions.test.ts", "app/orders/submit/lookup/{absence-proof,next-lookup}.test.ts"],
  },
});
