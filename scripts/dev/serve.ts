/** The app from its sources: the same process as server.ts, with Vite in the place of the build. Started by app.ts. */
import type { Server } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { createServer as createVite } from "vite";
import { entryOf, type App } from "../../server/entry.ts";
import { run } from "../../server/run.ts";
import { needsRestart, ROOT } from "./restarts.ts";

await run(loadFromSources);

async function loadFromSources(server: Server): Promise<App> {
  const vite = await createVite({
    root: ROOT,
    appType: "custom",
    server: {
      middlewareMode: true,
      // The same port as the pages, so that one tunnel is enough; the pages' address, so that Vite answers to its name.
      hmr: { server },
      allowedHosts: [new URL(process.env.SHOPIFY_APP_URL ?? "http://localhost").hostname],
      watch: { ignored: needsRestart },
    },
  });
  const build = () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>;
  return {
    mode: "development",
    build,
    entry: entryOf(await build()),
    files: vite.middlewares,
    close: () => vite.close(),
  };
}
