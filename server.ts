/** The process: HTTP server, workers, or both, as ROLE says. Everything comes out of the one build. */
import type { Server } from "node:http";
import { loadApp } from "./server/entry.ts";
import { createHttp } from "./server/http.ts";
import { closeServer, listen, portOf } from "./server/listen.ts";
import { stopOnSignal } from "./server/stop.ts";

const BUILD = new URL("./build/server/index.js", import.meta.url);
const CLIENT = new URL("./build/client", import.meta.url);

process.env.NODE_ENV ??= "production";

try {
  await start();
} catch (error) {
  // What a person can mend is said in words; the rest keeps its stack.
  const mendable = error instanceof Error && (error.name === "EnvError" || error.constructor === Error);
  console.error(mendable ? error.message : error);
  process.exit(1);
}

async function start(): Promise<void> {
  const app = await loadApp(BUILD);
  const settings = app.entry.env();
  const log = app.entry.createLog(settings.logLevel);
  const services = await app.entry.getServices();

  let workers: { stop(): Promise<void> } | null = null;
  let server: Server | null = null;
  const isStopping = stopOnSignal(log, [
    { name: "server", run: async () => void (server && (await closeServer(server))) },
    { name: "workers", run: async () => void (await workers?.stop()) },
    { name: "services", run: () => services.close() },
  ]);
  const served = settings.role === "worker" ? null : app;
  const http = createHttp({ app: served, services, clientFolder: CLIENT, log, isStopping });
  server = await listen(http, settings.host, settings.port);
  if (settings.role !== "web") workers = await services.startWorkers();
  log.info({ role: settings.role, host: settings.host, port: portOf(server) }, "Inkbridge is running");
}
