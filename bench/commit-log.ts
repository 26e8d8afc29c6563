import pg from "pg";

type Query = (...args: unknown[]) => unknown;

/** What makes PostgreSQL give a transaction a number: writes, and locks of rows. */
const WRITE = /\b(INSERT INTO|UPDATE|DELETE FROM)\s+(?:"public"\.)?"(\w+)"/g;
const ROW_LOCK = /\bFOR (NO KEY )?UPDATE\b/;

/** Every commit of this process while `work` runs that wrote or locked rows: the tables, in the order of the commits. */
export async function recordCommits(work: () => Promise<unknown>): Promise<string[]> {
  const commits: string[] = [];
  const open = new Map<object, string[]>();
  const note = (client: object, sql: string) => {
    const transaction = open.get(client);
    if (/^\s*BEGIN\b/i.test(sql)) open.set(client, []);
    else if (/^\s*(COMMIT|ROLLBACK)\b/i.test(sql)) {
      if (/COMMIT/i.test(sql) && transaction?.length) commits.push([...new Set(transaction)].join(" + "));
      open.delete(client);
    } else if (transaction) transaction.push(...writesOf(sql));
  };
  /** A statement of its own is a commit where it changed a row: one without rows takes no transaction number. */
  const noteAlone = (writes: readonly string[], { rowCount }: Pick<pg.QueryResult, "rowCount">) => {
    if (writes.length > 0 && rowCount) commits.push(writes.join(" + "));
  };
  const original = pg.Client.prototype.query as unknown as Query;
  const recorded: Query = function (this: object, ...args) {
    const [given] = args;
    const sql = typeof given === "string" ? given : (given as Partial<pg.QueryConfig>).text;
    if (typeof sql !== "string") return original.apply(this, args);
    note(this, sql);
    const alone = open.has(this) ? [] : writesOf(sql);
    const last = args.at(-1);
    if (typeof last === "function")
      args[args.length - 1] = (error: unknown, result: pg.QueryResult | undefined) => {
        if (result) noteAlone(alone, result);
        (last as (...given: unknown[]) => void)(error, result);
      };
    const answer = original.apply(this, args);
    if (answer instanceof Promise)
      return answer.then((result: pg.QueryResult) => {
        noteAlone(alone, result);
        return result;
      });
    return answer;
  };
  pg.Client.prototype.query = recorded as unknown as typeof pg.Client.prototype.query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original as unknown as typeof pg.Client.prototype.query;
  }
  return commits;
}

function writesOf(sql: string): string[] {
  const writes = [...sql.matchAll(WRITE)].map(
    ([, verb = "", table]) => `${verb.split(" ")[0]?.toLowerCase()} ${table}`,
  );
  return writes.length === 0 && ROW_LOCK.test(sql) ? ["lock"] : writes;
}
