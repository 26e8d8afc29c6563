import { once } from "node:events";
import type Bull from "bull";
import { endsWithin } from "../common/with-timeout.ts";
import type { Log } from "../ports/observe.ts";
import { errorName } from "../ports/errors.ts";

/** What a job holds. Ids only: Redis holds nothing that PostgreSQL does not, and no personal data. */
export interface JobData {
  /** Of the rows that run, or may have work. */
  ids: readonly string[];
  /** Of a long run: its kind. */
  kind?: string;
  /** Of a run: its own id, which the lines of the log have. */
  run?: string;
}

/** Commands of one queue that Redis has not confirmed: beyond this, none is sent. */
const MAX_UNCONFIRMED = 200;

/**
 * Sends commands to Redis that no work waits for. They are given up at once where Redis is away, slow or full. Never rejects. null: the
 * command was not sent, or failed.
 */
export type Send = <T>(command: () => Promise<T>) => Promise<T | null>;

export function createSend(queue: Bull.Queue, log: Log): Send {
  let unconfirmed = 0;
  let failing = false;
  return async (command) => {
    if (queue.client.status !== "ready" || unconfirmed >= MAX_UNCONFIRMED) return null;
    unconfirmed += 1;
    try {
      const answer = await command();
      failing = false;
      return answer;
    } catch (error) {
      if (!failing) log.warn({ queue: queue.name, error: errorName(error) }, "cannot write to the queue");
      failing = true;
      return null;
    } finally {
      unconfirmed -= 1;
    }
  };
}

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
