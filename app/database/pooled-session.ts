import type pg from "pg";

type QueryInput = string | (pg.QueryConfig & { query_timeout?: number });
type Send = (input: QueryInput, values?: unknown[]) => Promise<unknown>;
type Callback = (error: unknown, result?: unknown) => void;

const BEGIN = /^\s*BEGIN\s*$/i;
/** Ends a transaction, whoever sends the statement. */
export const TRANSACTION_END = /^\s*(COMMIT|ROLLBACK)\s*$/i;

/**
 * Begins every transaction of a connection with these settings (`SET LOCAL …`). A statement outside of a transaction
 * gets one of its own, for two more round trips: behind a pooler nothing else keeps settings and statement together.
 * Names of statements are left out.
 */
export function applySettingsPerTransaction(client: pg.Client, settings: string): void {
  // The next query may come to another session, which does not know what was prepared in this one.
  leaveOutNames(client);
  const send = client.query.bind(client) as unknown as Send;
  let inTransaction = false;

  const query: Send = async (input, values) => {
    const text = typeof input === "string" ? input : input.text;
    if (BEGIN.test(text)) {
      inTransaction = true;
      return send(withText(input, `BEGIN; ${settings}`), values);
    }
    if (TRANSACTION_END.test(text)) inTransaction = false;
    else if (!inTransaction) return inOwnTransaction(input, values);
    return send(input, values);
  };

  const inOwnTransaction: Send = async (input, values) => {
    await send(withText(timeoutOf(input), `BEGIN; ${settings}`));
    let result: unknown;
    try {
      result = await send(input, values);
    } catch (error) {
      // If this fails, too, its error marks the connection as broken.
      await send(withText(timeoutOf(input), "ROLLBACK"));
      throw error;
    }
    await send(withText(timeoutOf(input), "COMMIT"));
    return result;
  };

  const withCallback = (...input: unknown[]): unknown => {
    const last = input.at(-1);
    if (typeof last !== "function") return query(input[0] as QueryInput, input[1] as unknown[]);
    const callback = last as Callback;
    const values = typeof input[1] === "function" ? undefined : (input[1] as unknown[]);
    return void query(input[0] as QueryInput, values).then((result) => callback(null, result), callback);
  };
  client.query = withCallback as unknown as typeof client.query;
}

/** Sends the statements of a connection without their names: its session is not its own. */
export function leaveOutNames(client: pg.Client): void {
  const send = client.query.bind(client) as (...input: unknown[]) => unknown;
  const query = (input: QueryInput, ...rest: unknown[]): unknown =>
    send(typeof input === "string" ? input : withoutName(input), ...rest);
  client.query = query as typeof client.query;
}

const withText = (input: QueryInput, text: string): QueryInput =>
  typeof input === "string" ? text : { ...input, text };

const withoutName = <Query extends pg.QueryConfig>(query: Query): Omit<Query, "name"> & pg.QueryConfig => {
  const { name: _name, ...unnamed } = query;
  return unnamed;
};

/** A query with the caller's time limit alone. */
const timeoutOf = (input: QueryInput): QueryInput => {
  const query_timeout = typeof input === "string" ? undefined : input.query_timeout;
  return query_timeout === undefined ? "" : { text: "", query_timeout };
};
