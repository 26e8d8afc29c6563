import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** Of a process; a proxy in front needs far fewer. */
const MOST = 2_000;

/**
 * Bounds the connections that are open. Where there are too many, the one that has waited longest for a whole request of its
 * own makes room: idle ones and those that send slowly go before whoever is being answered, so slow senders keep nobody out.
 */
export function boundConnections(server: Server, most = MOST): void {
  /** Whoever has waited longest comes first. */
  const open = new Set<Socket>();
  const present = new WeakMap<Socket, IncomingMessage>();
  const isAnswered = (socket: Socket): boolean => present.get(socket)?.complete === true;

  server.on("connection", (socket) => {
    if (open.size >= most) {
      const oldest = [...open].find((one) => !isAnswered(one));
      if (!oldest) return void socket.destroy();
      open.delete(oldest);
      oldest.destroy();
    }
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", (req, res) => {
    const { socket } = req;
    present.set(socket, req);
    res.once("close", () => {
      present.delete(socket);
      // From now on it waits for its next one.
      if (open.delete(socket) && !socket.destroyed) open.add(socket);
    });
  });
}
