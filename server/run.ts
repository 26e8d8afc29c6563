import { createServer, type Server } from "node:http";
import { createBoardServer } from "./board.ts";
import type { App } from "./entry.ts";
import { limitConnections } from "./connections.ts";
import { createHttp } from "./http.ts";
import { closeServer, listen, portOf } from "./listen.ts";
import { StartError } from "./start-error.ts";
import { stopOnSignal } from "./stop.ts";

/** Interval of the check for slow senders (the limits are in listen.ts). */
const SLOW_CHECK_MS = 5_000;

/**
 * Runs the process with the app that `load` returns: HTTP server, workers, or both, by ROLE. `load` gets the server
 * before it listens. An error at the start is printed, and ends the process with 1.
 */
export async function run(load: (server: Server) => Promise<App>): Promise<void> {
  try {
    await start(load);
  } catch (error) {
    console.error(describeStartError(error));
    process.exit(1);
  }
}

/** Errors of the app whose message is for the operator. */
const SHOWN_ERRORS = ["EnvError", "UnsafeDatabaseError"];

/**
 * The message of an error that the operator can fix. Any other message may quote a URL with its password: only its name
 * and stack frames are shown.
 */
function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return "Inkbridge could not start.";
  if (error instanceof StartError || SHOWN_ERRORS.includes(error.name)) return error.message;
  const places = (error.stack ?? "")
    .replace(error.message, "")
    .split("\n")
    .filter((line) => /^ +at .*:\d+:\d+\)?$/.test(line));
  return [`Inkbridge could not start: ${error.name}`, ...places].join("\n");
}

async function start(load: (server: Server) => Promise<App>): Promise<void> {
  const server = createServer({ connectionsCheckingInterval: SLOW_CHECK_MS });
  limitConnections(server);
  const app = await load(server);
  const settings = app.entry.env();
  const log = app.entry.createLog(settings.logLevel);
  const { withLogContext } = app.entry;
  const services = await app.entry.getServices();

  const board = settings.board && createBoardServer(await services.board());
  // The promise is kept, so that a stop during the start stops what has begun.
  let workers: Promise<{ stop(): Promise<void> }> | null = null;
  const isStopping = stopOnSignal(log, [
    [
      { name: "files", run: async () => app.close?.() },
      { name: "server", run: () => closeServer(server) },
      { name: "board", run: async () => void (board && (await closeServer(board))) },
      { name: "workers", run: async () => (await workers)?.stop() },
    ],
    [{ name: "services", run: () => services.close() }],
  ]);
  const served = settings.role === "worker" ? null : app;
  server.on("request", createHttp({ app: served, services, log, isStopping, withLogContext }));
  await listen(server, settings.host, settings.port);
  if (board && settings.board) await listen(board, settings.board.host, settings.board.port);
  const port = portOf(server);
  if (settings.role !== "web") workers = services.startWorkers();
  await workers;
  const address = { role: settings.role, host: settings.host, port, board: settings.board };
  if (!isStopping()) log.info(address, "Inkbridge is running");
}
