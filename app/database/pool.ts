import pg from "pg";
import type { Log } from "../ports/observe.ts";

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
  const settings = { ...SETTINGS, ...(options.limits === false ? {} : TIMEOUTS) };
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
      if (session.isDirect) await client.query(withTimeout(toSql("SET", settings), connectTimeoutMs));
      // Lets the connection send statements before those sent earlier are answered. PostgreSQL runs them in their order.
      if (session.isDirect && !session.isEmbedded) return void ((client as { pipeline: boolean }).pipeline = true);
      if (session.isDirect) return sendOneByOne(client, null);
      if (!pooled) options.log?.info({}, "a pooler is in front of the database: each transaction is set by itself");
      pooled = true;
      sendOneByOne(client, toSql("SET LOCAL", settings));
    }) as unknown as (client: pg.ClientBase) => void,
  });
}

/**
 * Prisma sends instants without a time zone, and leaves out that of an answer: both are UTC. To compile a statement takes PostgreSQL
 * longer than to run one of ours: it judges by an estimate of rows, of which a set has few.
 */
const SETTINGS = { synchronous_commit: "on", timezone: "UTC", jit: "off" };
const TIMEOUTS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
};

/** Names and values are ours: nothing to escape. */
const toSql = (how: "SET" | "SET LOCAL", settings: object): string =>
  Object.entries(settings)
    .map(([name, value]) => `${how} ${name} = ${value}`)
    .join("; ");

/** Known to pg, not to its types. */
type Query = pg.QueryConfig & { query_timeout?: number };
const withTimeout = (text: string, query_timeout: number | undefined): Query =>
  query_timeout === undefined ? { text } : { text, query_timeout };

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

const BEGIN = /^\s*BEGIN\s*$/i;
/** Ends a transaction: ours, or one of Prisma. */
export const TRANSACTION_END = /^\s*(COMMIT|ROLLBACK)\s*$/i;

/**
 * Lets a connection whose session is not its own send each statement after the answers to those before, and without its name: the next
 * one may come to another session, and PGlite reads one message at a time. `settings` (`SET LOCAL …`) begin every transaction. A
 * statement outside of a transaction then gets one of its own, for two more round trips: behind a pooler nothing else keeps settings and
 * statement together.
 */
function sendOneByOne(client: pg.Client, settings: string | null): void {
  const sendNow = client.query.bind(client) as (query: Query) => Promise<pg.QueryResult>;
  let inTransaction = false;

  const send = async (query: Query): Promise<pg.QueryResult> => {
    const isBegin = BEGIN.test(query.text);
    const isEnd = TRANSACTION_END.test(query.text);
    const isAlone = !inTransaction && !isBegin && !isEnd;
    inTransaction = isBegin || (inTransaction && !isEnd);
    if (settings === null) return sendNow(query);
    const begin = `BEGIN; ${settings}`;
    if (!isAlone) return sendNow(isBegin ? { ...query, text: begin } : query);
    await sendNow(withTimeout(begin, query.query_timeout));
    let result: pg.QueryResult;
    try {
      result = await sendNow(query);
    } catch (error) {
      // If this fails, too, its error marks the connection as broken.
      await sendNow(withTimeout("ROLLBACK", query.query_timeout));
      throw error;
    }
    await sendNow(withTimeout("COMMIT", query.query_timeout));
    return result;
  };

  let last: Promise<unknown> = Promise.resolve();
  const sendInTurn = (query: string | Query, values?: unknown[]): Promise<pg.QueryResult> => {
    const { name: _name, ...unnamed } = typeof query === "string" ? { name: "", text: query } : query;
    const sent = last.then(() => send(values ? { ...unnamed, values } : unnamed));
    last = sent.catch(() => undefined);
    return sent;
  };
  // As the pool gives it: with a callback.
  const withCallback = (...given: unknown[]): unknown => {
    const callback = given.at(-1);
    const values = Array.isArray(given[1]) ? given[1] : undefined;
    const sent = sendInTurn(given[0] as string | Query, values);
    if (typeof callback !== "function") return sent;
    return void sent.then((result) => callback(null, result), callback as (error: unknown) => void);
  };
  client.query = withCallback as typeof client.query;
}

/** Settings of the server that may be off only where nothing is really printed. */
export const DURABILITY = ["fsync", "full_page_writes"] as const;
type DurabilitySetting = (typeof DURABILITY)[number];

/** The server may lose committed data. The message is for the operator, and quotes no setting of ours. */
export class UnsafeDatabaseError extends Error {
  override name = "UnsafeDatabaseError";
}

/**
 * Checks that committed data survives a crash of the server.
 * @throws UnsafeDatabaseError when it does not, and the setting is not in `allowed`; the pool's error when the server
 * is away
 */
export async function assertDurable(pool: pg.Pool, allowed: readonly DurabilitySetting[]): Promise<void> {
  const columns = DURABILITY.map((name) => `current_setting('${name}') AS "${name}"`).join(", ");
  const { rows } = await pool.query<Record<DurabilitySetting, string>>(`SELECT ${columns}`);
  const disabled = DURABILITY.filter((name) => rows[0]?.[name] === "off" && !allowed.includes(name));
  if (disabled.length === 0) return;
  throw new UnsafeDatabaseError(
    `PostgreSQL runs with ${disabled.map((name) => `${name}=off`).join(" and ")}: after a crash of its machine it may have forgotten ` +
      `orders that were sent, and they would be printed again.\nTurn it on (docs/operations.md, "The database"). ` +
      `Where nothing is really printed, allow it: DATABASE_ALLOW_UNSAFE=${disabled.join(",")}`,
  );
}
