import { once } from "node:events";
import type Bull from "bull";
import { withTimeout } from "../common/with-timeout.ts";

const TIMEOUT_MS = 1_000;

/**
 * Waits, up to a limit, for the connections that a queue is just making. Bull speaks on them at once, and its word that is cut
 * off by a pause or a close is an error that nobody catches.
 */
export async function waitForConnections(queue: Bull.Queue): Promise<void> {
  await withTimeout(TIMEOUT_MS, connectionsReady(queue));
}

async function connectionsReady(queue: Bull.Queue): Promise<void> {
  if (queue.client.status === "ready") await queue.isReady();
  const connecting = queue.clients.filter((client) => client.status === "connecting" || client.status === "connect");
  await Promise.allSettled(connecting.map((client) => Promise.race([once(client, "ready"), once(client, "close")])));
}
