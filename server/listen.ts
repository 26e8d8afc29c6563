import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { StartError } from "./start-error.ts";

/** Opens the server on host and port. @throws Error in plain words when the port is taken. */
export async function listen(server: Server, host: string, port: number): Promise<void> {
  // Whoever sends slowly may not hold a connection for ever; a proxy in front keeps its own idle ones a minute.
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
}

/** The port that was given out where 0 was asked for. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Requests that are open when the process stops get this long, in milliseconds. */
const CLOSE_TIMEOUT_MS = 10_000;

/** Takes no new connection, and waits for the open requests; whoever is slower than the limit is cut off. */
export function closeServer(server: Server, limitMs = CLOSE_TIMEOUT_MS): Promise<void> {
  return new Promise((resolve) => {
    const forceClose = setTimeout(() => server.closeAllConnections(), limitMs);
    // A connection that is kept becomes idle only when its request has ended.
    const closeIdle = setInterval(() => server.closeIdleConnections(), 100);
    server.close(() => {
      clearTimeout(forceClose);
      clearInterval(closeIdle);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === "EADDRINUSE") {
    return new StartError(`Port ${port} on ${host} is taken by another program. Choose another with PORT=…`);
  }
  if (error.code === "EACCES") {
    return new StartError(`Port ${port} needs special rights. Choose one above 1023 with PORT=…`);
  }
  return error;
}
