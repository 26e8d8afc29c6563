import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";

/** Run from the project's folder, whose packages it takes. */
export default defineConfig({
  build: { target: "es2022", assetsInlineLimit: 0 },
  plugins: [
    remix({
      appDirectory: "bench/empty-remix/app",
      buildDirectory: ".cache/empty-remix",
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_lazyRouteDiscovery: true,
        v3_singleFetch: true,
      },
    }),
  ],
});
