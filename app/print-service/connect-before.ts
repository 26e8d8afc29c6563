import { buildConnector } from "undici";
import type { Deadline } from "../ports/deadline.ts";

const CONNECT_TIMEOUT_MS = 10_000;

/** The connection was open too late: nothing was sent. */
class DeadlinePassedError extends Error {
  readonly code = "DEADLINE_PASSED";
}

/**
 * Opens a connection, and destroys it where the deadline has passed meanwhile. The request is written in the same turn,
 * so a process that froze while connecting does not send under a claim that has expired.
 */
export function connectBefore(deadline: Deadline): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  return (options, done) => {
    connect(options, (...opened) => {
      const [error, socket] = opened;
      if (error || !deadline.isOver()) return done(...opened);
      socket.destroy();
      done(new DeadlinePassedError("The deadline passed while connecting."), null);
    });
  };
}
