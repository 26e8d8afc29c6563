/**
 * `away`: the database was unreachable, shutting down or too busy to begin, or two transactions met; the same work may pass later.
 * `too_long`: the database was there, and ended a statement or a transaction that took too long; the same work may never pass.
 */
export type DatabaseTrouble = "away" | "too_long";

/** Prisma: unreachable, timed out, connection closed, no connection free, transaction in conflict. */
const PRISMA_AWAY = ["P1001", "P1002", "P1008", "P1017", "P2024", "P2034"];
/** PostgreSQL: connection exceptions (class 08), shut down, starting up, too many connections, serialization, deadlock, lock not available. */
const POSTGRES_AWAY = [
  "08000",
  "08001",
  "08003",
  "08004",
  "08006",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "40001",
  "40P01",
];
const NETWORK_AWAY = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENOTFOUND", "EAI_AGAIN"];
const AWAY = new Set([...PRISMA_AWAY, ...POSTGRES_AWAY, ...NETWORK_AWAY]);
/** Statement cancelled by a time limit, transaction idle for too long. */
const TOO_LONG = new Set(["57014", "25P03"]);
/** Prisma's one code for a transaction that cannot begin, and for one that is not over in time. Only the words tell them apart. */
const TRANSACTION = "P2028";
const NOT_BEGUN = "Unable to start a transaction in the given time";

/** What pg says without a code: no free or new connection in time, a connection that broke, a server that answers nothing. */
const AWAY_WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/;

/** Whether an error tells of the database rather than of our work on a row, and what. null: something else. */
export function databaseTrouble(error: unknown): DatabaseTrouble | null {
  const chain = [...causesOf(error)];
  // A transaction that ran out of its time may carry the end of its connection along.
  if (chain.some(isTooLong)) return "too_long";
  return chain.some(isAway) ? "away" : null;
}

export const isDatabaseAway = (error: unknown): boolean => databaseTrouble(error) === "away";

interface Said {
  code?: unknown;
  name?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}

const MOST_CAUSES = 6;

/** The error and what it came from. Prisma hides the adapter's error in `meta`; the adapter keeps PostgreSQL's as a bare object. */
function* causesOf(error: unknown): Generator<Said> {
  let at = error;
  for (let n = 0; n < MOST_CAUSES && typeof at === "object" && at !== null; n += 1) {
    const said = at as Said;
    yield said;
    at = said.meta?.driverAdapterError ?? said.cause;
  }
}

function isTooLong({ code, message }: Said): boolean {
  if (code === TRANSACTION) return !String(message).includes(NOT_BEGUN);
  return typeof code === "string" && TOO_LONG.has(code);
}

function isAway({ code, name, message }: Said): boolean {
  if (code === TRANSACTION) return String(message).includes(NOT_BEGUN);
  if (typeof code === "string" && AWAY.has(code)) return true;
  return name === "PrismaClientInitializationError" || (typeof message === "string" && AWAY_WORDS.test(message));
}
