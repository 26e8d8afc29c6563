import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** Of a process; a proxy in front needs far fewer. */
const MAX_CONNECTIONS = 2_000;

/**
 * Bounds the open connections. Over the bound, the connection that has been longest without a complete request is
 * closed: idle and slowly sending ones first, never one whose request is being answered. So slow senders cannot shut
 * others out.
 */
export function limitConnections(server: Server, maxConnections = MAX_CONNECTIONS): void {
  /** The connection that has been longest without a complete request comes first. */
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
      // From now on the connection is without a request.
      if (byIdleTime.delete(socket) && !socket.destroyed) byIdleTime.add(socket);
    });
  });
}
