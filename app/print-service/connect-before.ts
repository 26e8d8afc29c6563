import { buildConnector } from "undici";
import type { Deadline } from "../ports/deadline.ts";

const CONNECT_TIMEOUT_MS = 10_000;

/** The connection stood too late: nothing was sent over it. */
export class DeadlinePassedError extends Error {
  readonly code = "DEADLINE_PASSED";
}

/**
 * Opens a connection, and gives it up where the deadline has passed once it stands. The request is written in the same
 * turn: a process that froze while connecting does not send what its claim no longer covers.
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
