import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { compressAssets } from "./scripts/compress-assets.ts";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

const BUNDLED = ["@shopify/polaris", "@shopify/polaris-icons", "@shopify/shopify-app-remix"];

export default defineConfig(({ isSsrBuild = false }) => ({
  build: {
    // The server bundle awaits at top level.
    target: "es2022",
    assetsInlineLimit: 0,
    // One file for the server: dialogs that browsers load later are in it, and its place tells where the project's root is.
    // Browsers get fewer files: each of the small ones costs more to ask for than to load where it isn't used.
    rollupOptions: { output: isSsrBuild ? { inlineDynamicImports: true } : { experimentalMinChunkSize: 800 } },
  },
  // The server loads what its pages use of Polaris with its own file, not as 1,500 modules of components and icons: loading takes
  // two thirds of the CPU time. All that imports Polaris is in there, or there would be two contexts of it.
  ...(isSsrBuild ? { ssr: { noExternal: BUNDLED } } : {}),
  // While developing: the packages that pages load, named, since Vite would find those of the server in the routes, and
  // a package found late makes the page load anew. Not named and not a module: the browser says so.
  optimizeDeps: {
    noDiscovery: true,
    include: [
      "@remix-run/react",
      "@shopify/app-bridge-react",
      "@shopify/polaris",
      "@shopify/shopify-app-remix/react",
      "@shopify/shopify-app-remix/server",
      "decimal.js",
      "react",
      "react-dom/client",
      "react/jsx-dev-runtime",
      "react/jsx-runtime",
      "recharts",
    ],
  },
  plugins: [
    remix({
      ignoredRouteFiles: ["**/*.test.*"],
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_routeConfig: false,
      },
    }),
    // The server's build is the last: Remix has then written its manifest beside the client's files.
    ...(isSsrBuild ? [{ name: "compress-assets", closeBundle: () => compressAssets("build/client/assets") }] : []),
  ],
}));
