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
    else if (writesOf(sql).length > 0) commits.push(writesOf(sql).join(" + "));
  };
  const original = pg.Client.prototype.query as unknown as Query;
  const recorded: Query = function (this: object, ...args) {
    const [given] = args;
    const sql = typeof given === "string" ? given : (given as Partial<pg.QueryConfig>).text;
    if (typeof sql === "string") note(this, sql);
    return original.apply(this, args);
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
