import type pg from "pg";

type Given = string | (pg.QueryConfig & { query_timeout?: number });
type Send = (given: Given, values?: unknown[]) => Promise<unknown>;
type Callback = (error: unknown, result?: unknown) => void;

const BEGIN = /^\s*BEGIN\s*$/i;
const END = /^\s*(COMMIT|ROLLBACK)\s*$/i;

/**
 * Has every transaction of a connection begin with these settings (`SET LOCAL …`). What comes outside of a transaction gets one
 * of its own, for two more round trips: behind a pooler nothing else keeps settings and statement together.
 */
export function settleEachTransaction(client: pg.Client, settings: string): void {
  const send = client.query.bind(client) as unknown as Send;
  let open = false;

  const query: Send = async (given, values) => {
    const text = typeof given === "string" ? given : given.text;
    if (BEGIN.test(text)) {
      open = true;
      return send(withText(given, `BEGIN; ${settings}`), values);
    }
    if (END.test(text)) open = false;
    else if (!open) return alone(given, values);
    return send(given, values);
  };

  const alone: Send = async (given, values) => {
    await send(withText(patienceOf(given), `BEGIN; ${settings}`));
    let result: unknown;
    try {
      result = await send(given, values);
    } catch (error) {
      // Where this fails, too, its error says that the connection is of no more use.
      await send(withText(patienceOf(given), "ROLLBACK"));
      throw error;
    }
    await send(withText(patienceOf(given), "COMMIT"));
    return result;
  };

  const withCallback = (...given: unknown[]): unknown => {
    const last = given.at(-1);
    if (typeof last !== "function") return query(given[0] as Given, given[1] as unknown[]);
    const callback = last as Callback;
    const values = typeof given[1] === "function" ? undefined : (given[1] as unknown[]);
    return void query(given[0] as Given, values).then((result) => callback(null, result), callback);
  };
  client.query = withCallback as unknown as typeof client.query;
}

const withText = (given: Given, text: string): Given => (typeof given === "string" ? text : { ...given, text });

/** How long the caller waits for an answer, and nothing else of what it gave. */
const patienceOf = (given: Given): Given => {
  const query_timeout = typeof given === "string" ? undefined : given.query_timeout;
  return query_timeout === undefined ? "" : { text: "", query_timeout };
};
