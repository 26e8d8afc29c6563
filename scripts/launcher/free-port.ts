import { randomInt } from "node:crypto";
import { connect, createServer } from "node:net";

/**
 * Below the ports that systems give to outgoing connections (Linux: from 32768), above the usual ones of servers: no connection
 * takes such a port before who asked for it listens, or while a server that is started again is away.
 */
const LOWEST = 15_000;
const HIGHEST = 32_000;
const TRIES = 100;

/** A port of the loopback that is free at this moment. @throws Error when none of a hundred is */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isPortFree(port, "127.0.0.1")) return port;
  }
  throw new Error(`No free port was found between ${LOWEST} and ${HIGHEST}.`);
}

/** Whether a port of this host can be listened on. It is listened on for that, for a moment: not for a server that is starting. */
export function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** Whether a server listens on a port of the loopback. */
export function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
