import pg from "pg";
import type { Log } from "../ports/observe.ts";
import { applySettingsPerTransaction, leaveOutNames } from "./pooled-session.ts";

/** Waiting for a free or new connection, in milliseconds. Shopify gives a webhook 5 s in all. */
export const CONNECT_TIMEOUT_MS = 4_000;
/** The longest statement and the longest idle transaction, in milliseconds. */
export const STATEMENT_TIMEOUT_MS = 20_000;
/** A little more than the server's own limit, for a server that hangs. */
const QUERY_TIMEOUT_MS = 25_000;

/** The code is PostgreSQL's for a statement that would write there. */
class ReadOnlyDatabaseError extends Error {
  override name = "ReadOnlyDatabaseError";
  readonly code = "25006";
}

interface PoolOptions {
  connections: number;
  log?: Log;
  /** false: statements have no time limit, e.g. in a tool that reads whole tables. */
  limits?: boolean;
  /** Waiting for a free or new connection, in milliseconds. Tests wait longer on a busy machine. */
  connectTimeoutMs?: number;
}

/**
 * A pool of connections to PostgreSQL. Each of its transactions is on disk once it has committed
 * (`synchronous_commit`), whatever the default of the server, the database or the role: if a crash lost a committed
 * claim, the order would be sent a second time. Statements and idle transactions are limited in time.
 *
 * A connection to a server that takes no writes is not kept: after a failover the name of the database may lead to the former server
 * for a while, now a standby, and a connection in use would stay there for as long as the process runs.
 *
 * These are no startup parameters: a pooler rejects those. A direct connection sets its session once; behind a pooler
 * (PgBouncer in transaction mode) sessions are shared, and each transaction is set instead.
 */
export function createPool(url: string, options: PoolOptions): pg.Pool {
  const settings = settingsOf(options.limits ?? true);
  const { connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  let pooled = false;
  return new pg.Pool({
    connectionString: url,
    max: options.connections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    query_timeout: options.limits === false ? undefined : QUERY_TIMEOUT_MS,
    application_name: "inkbridge",
    // The pool awaits it, despite its types, before it hands out the connection.
    onConnect: (async (client: pg.Client) => {
      const session = await describeSession(client, connectTimeoutMs);
      if (session.isReadOnly) {
        options.log?.warn({}, "the database takes no writes: the connection is closed");
        throw new ReadOnlyDatabaseError("the database takes no writes");
      }
      if (session.isEmbedded) leaveOutNames(client);
      if (session.isDirect) {
        await client.query(withTimeout(sql("SET", settings), connectTimeoutMs));
        // PGlite reads one message at a time, and a pooler may change the session between two.
        if (!session.isEmbedded) sendAtOnce(client);
        return;
      }
      if (!pooled) options.log?.info({}, "a pooler is in front of the database: each transaction is set by itself");
      pooled = true;
      applySettingsPerTransaction(client, sql("SET LOCAL", settings));
    }) as unknown as (client: pg.ClientBase) => void,
  });
}

/**
 * Lets a connection send statements before those sent earlier are answered (pg's pipeline mode). PostgreSQL runs them in
 * their order. Not for a connection that pg has not made yet.
 */
function sendAtOnce(client: pg.Client): void {
  (client as { pipeline: boolean }).pipeline = true;
}

function settingsOf(limits: boolean): Record<string, string> {
  const timeouts = {
    statement_timeout: `${STATEMENT_TIMEOUT_MS}`,
    idle_in_transaction_session_timeout: `${STATEMENT_TIMEOUT_MS}`,
  };
  // Prisma sends instants without a time zone, and leaves out that of an answer: both are UTC. To compile a statement takes PostgreSQL
  // longer than to run one of ours: it judges by an estimate of rows, of which a set has few.
  return { synchronous_commit: "on", timezone: "UTC", jit: "off", ...(limits ? timeouts : {}) };
}

/** Names and values are ours: nothing to escape. */
const sql = (how: "SET" | "SET LOCAL", settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${how} ${name} = ${value}`)
    .join("; ");

/** Known to pg, not to its types. */
const withTimeout = (text: string, timeoutMs: number): pg.QueryConfig =>
  ({ text, query_timeout: timeoutMs }) as pg.QueryConfig;

interface SessionDescription {
  isReadOnly: boolean;
  isDirect: boolean;
  isEmbedded: boolean;
}

/**
 * `isDirect`: the connection leads to one backend alone. A pooler reports a process id of its own.
 * `isReadOnly`: its server is a standby, or takes no writes while its disk is full.
 * `isEmbedded`: it leads to PGlite, the sandbox's PostgreSQL without an installation. All its connections are one session,
 * which keeps what was prepared for an earlier connection or process.
 */
async function describeSession(client: pg.Client, timeoutMs: number): Promise<SessionDescription> {
  const { rows } = await client.query<{ pid: number; version: string; readOnly: string }>(
    withTimeout(
      `SELECT pg_backend_pid() AS pid, version() AS version, current_setting('transaction_read_only') AS "readOnly"`,
      timeoutMs,
    ),
  );
  return {
    isReadOnly: rows[0]?.readOnly === "on",
    isDirect: rows[0]?.pid === (client as unknown as { processID: number | null }).processID,
    isEmbedded: rows[0]?.version.includes("PGlite") ?? false,
  };
}
