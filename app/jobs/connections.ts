import { once } from "node:events";
import type Bull from "bull";
import { endsWithin } from "../common/with-timeout.ts";

/** How long connections that are being made are waited for before they are closed, in milliseconds. */
const CONNECTING_LIMIT_MS = 1_000;

/**
 * Waits, up to a limit, for the connections that a queue is just making. Bull sends its first command on them at once,
 * and a pause or a close that interrupts the command is an error that nobody catches.
 */
export async function waitForConnections(queue: Bull.Queue): Promise<void> {
  await endsWithin(CONNECTING_LIMIT_MS, connectionsReady(queue));
}

/** Resolves when the connections of a queue that are being made have been made, or have failed. */
export async function connectionsReady(queue: Bull.Queue): Promise<void> {
  if (queue.client.status === "ready") await queue.isReady();
  const connecting = queue.clients.filter((client) => client.status === "connecting" || client.status === "connect");
  await Promise.allSettled(connecting.map((client) => Promise.race([once(client, "ready"), once(client, "close")])));
}
