import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { StartError } from "./start-error.ts";

/** Opens the server on host and port. @throws StartError when the port is taken */
export async function listen(server: Server, host: string, port: number): Promise<void> {
  // Slow senders lose their connection; a proxy in front keeps its idle connections for a minute.
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
}

/** The port that the system chose for port 0. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Time for open requests when the process stops, in milliseconds. */
const CLOSE_TIMEOUT_MS = 10_000;

/** Takes no new connection and waits for the open requests; after the limit they are cut off. */
export function closeServer(server: Server, limitMs = CLOSE_TIMEOUT_MS): Promise<void> {
  return new Promise((resolve) => {
    const forceClose = setTimeout(() => server.closeAllConnections(), limitMs);
    // A kept-alive connection becomes idle only when its request has ended.
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
    return new StartError(`Port ${port} on ${host} is taken by another program. Choose another (PORT, BOARD_PORT).`);
  }
  if (error.code === "EACCES") {
    return new StartError(`Port ${port} needs special rights. Choose one above 1023 (PORT, BOARD_PORT).`);
  }
  return error;
}
