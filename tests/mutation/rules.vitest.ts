import { defineConfig } from "vitest/config";

/** Without a database: a mutant takes a moment. */
export default defineConfig({
  test: {
    setupFiles: ["tests/support/strict-console.ts"],
    include: ["app/orders/core/transitions.test.ts", "app/orders/resolve/{proof,next-look}.test.ts"],
  },
});
