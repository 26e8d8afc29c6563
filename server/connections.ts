import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** Of a process; a proxy in front needs far fewer. */
const MAX_CONNECTIONS = 2_000;

/**
 * Bounds the connections that are open. Where there are too many, the one that has waited longest for a whole request
 * of its own makes room: idle ones and those that send slowly go before whoever is being answered, so slow senders keep
 * nobody out.
 */
export function limitConnections(server: Server, maxConnections = MAX_CONNECTIONS): void {
  /** Whoever has waited longest comes first. */
  const byIdleTime = new Set<Socket>();
  const currentRequests = new WeakMap<Socket, IncomingMessage>();
  const isBeingAnswered = (socket: Socket): boolean => currentRequests.get(socket)?.complete === true;

  server.on("connection", (socket) => {
    if (byIdleTime.size >= maxConnections) {
      const oldest = [...byIdleTime].find((one) => !isBeingAnswered(one));
      if (!oldest) return void socket.destroy();
      byIdleTime.delete(oldest);
      oldest.destroy();
    }
    byIdleTime.add(socket);
    socket.once("close", () => byIdleTime.delete(socket));
  });
  server.on("request", (req, res) => {
    const { socket } = req;
    currentRequests.set(socket, req);
    res.once("close", () => {
      currentRequests.delete(socket);
      // From now on it waits for its next one.
      if (byIdleTime.delete(socket) && !socket.destroyed) byIdleTime.add(socket);
    });
  });
}
