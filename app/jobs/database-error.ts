/**
 * `unavailable`: the database was unreachable, shutting down, too busy to begin, or took no writes, or two transactions conflicted;
 * the same work may succeed later. `disk`: its disk is full or failed; some writes fail, others do not. `timeout`: the database
 * ended a statement or a transaction that took too long; the same work may never succeed.
 */
type DatabaseErrorKind = "unavailable" | "disk" | "timeout";

/** Prisma: unreachable, timed out, connection closed, no connection free, transaction in conflict. */
const PRISMA_UNAVAILABLE = ["P1001", "P1002", "P1008", "P1017", "P2024", "P2034"];
/**
 * PostgreSQL: connection exceptions (class 08), shut down, starting up, too many connections, no writes taken (a standby),
 * serialization, deadlock.
 */
const POSTGRES_UNAVAILABLE = "08000 08001 08003 08004 08006 57P01 57P02 57P03 53300 25006 40001 40P01".split(" ");
const NETWORK_UNAVAILABLE = "ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENOTFOUND EAI_AGAIN".split(" ");
const UNAVAILABLE_CODES = new Set([...PRISMA_UNAVAILABLE, ...POSTGRES_UNAVAILABLE, ...NETWORK_UNAVAILABLE]);
/** Disk full, input or output failed. */
const DISK_CODES = new Set(["53100", "58030"]);
/** Statement canceled by a time limit, transaction idle for too long. */
const TIMEOUT_CODES = new Set(["57014", "25P03"]);
/**
 * Prisma's code both for a transaction that cannot begin and for one that does not end in time. Only the message
 * differs.
 */
const PRISMA_TRANSACTION_CODE = "P2028";
const TRANSACTION_NOT_STARTED = "Unable to start a transaction in the given time";

/**
 * Errors of pg without a code: no free or new connection in time, a broken connection, a server that answers nothing. And those of
 * PgBouncer, whose code (08P01) is also that of a malformed statement: it lost its server, or got none in time.
 */
const UNAVAILABLE_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|server conn crashed|query_wait_timeout)/;

/** null: not an error of the database itself. */
export function classifyDatabaseError(error: unknown): DatabaseErrorKind | null {
  const chain = [...causeChain(error)];
  // The error of a transaction that timed out may have the end of its connection as its cause.
  if (chain.some(isTimeout)) return "timeout";
  if (chain.some(isDisk)) return "disk";
  return chain.some(isUnavailable) ? "unavailable" : null;
}

export const isDatabaseUnavailable = (error: unknown): boolean => classifyDatabaseError(error) === "unavailable";

interface ErrorLike {
  code?: unknown;
  /** PostgreSQL's, where the adapter has a word of its own for the error. */
  originalCode?: unknown;
  name?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}

const MAX_CAUSES = 6;

/**
 * The error and its causes. Prisma puts the adapter's error into `meta`; the adapter keeps PostgreSQL's as a plain
 * object.
 */
function* causeChain(error: unknown): Generator<ErrorLike> {
  let next = error;
  for (let n = 0; n < MAX_CAUSES && typeof next === "object" && next !== null; n += 1) {
    const current = next as ErrorLike;
    yield current;
    next = current.meta?.driverAdapterError ?? current.cause;
  }
}

const isDisk = ({ code, originalCode }: ErrorLike): boolean => isOneOf(DISK_CODES, code, originalCode);

function isTimeout({ code, originalCode, message }: ErrorLike): boolean {
  if (code === PRISMA_TRANSACTION_CODE) return !String(message).includes(TRANSACTION_NOT_STARTED);
  return isOneOf(TIMEOUT_CODES, code, originalCode);
}

const isOneOf = (codes: ReadonlySet<string>, ...given: unknown[]): boolean =>
  given.some((code) => typeof code === "string" && codes.has(code));

function isUnavailable({ code, originalCode, name, message }: ErrorLike): boolean {
  if (code === PRISMA_TRANSACTION_CODE) return String(message).includes(TRANSACTION_NOT_STARTED);
  if (isOneOf(UNAVAILABLE_CODES, code, originalCode)) return true;
  return (
    name === "PrismaClientInitializationError" || (typeof message === "string" && UNAVAILABLE_MESSAGES.test(message))
  );
}
