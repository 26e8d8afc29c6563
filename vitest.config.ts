import { defineConfig } from "vitest/config";

const everywhere = {
  setupFiles: ["tests/support/strict-console.ts"],
  sequence: { shuffle: { files: true, tests: true } },
  testTimeout: 20_000,
  hookTimeout: 30_000,
};

export default defineConfig({
  test: {
    globalSetup: ["tests/support/global-setup.ts"],
    maxWorkers: 2,
    reporters: ["default", "./tests/support/closing-line.ts"],
    projects: [
      {
        extends: true,
        test: {
          ...everywhere,
          name: "unit",
          include: ["{app,server,sandbox,scripts}/**/*.test.{ts,tsx}"],
        },
      },
      { extends: true, test: { ...everywhere, name: "flows", include: ["tests/**/*.test.ts"] } },
    ],
  },
});
