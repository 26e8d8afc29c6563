import { once } from "node:events";
import type Bull from "bull";
import { within } from "../common/with-timeout.ts";

const LIMIT_MS = 1_000;

/**
 * Waits, up to a limit, for the connections that a queue is just making. Bull speaks on them at once, and its word that is cut
 * off by a pause or a close is an error that nobody catches.
 */
export async function connected(queue: Bull.Queue): Promise<void> {
  await within(LIMIT_MS, made(queue));
}

async function made(queue: Bull.Queue): Promise<void> {
  if (queue.client.status === "ready") await queue.isReady();
  const coming = queue.clients.filter((client) => client.status === "connecting" || client.status === "connect");
  await Promise.allSettled(coming.map((client) => Promise.race([once(client, "ready"), once(client, "close")])));
}
