import { subscribe, unsubscribe } from "node:diagnostics_channel";
import pg from "pg";

/** One thing that a piece of work sent: a statement to PostgreSQL, or a call to another system. */
export type RecordedEntry = RecordedStatement | { kind: "call"; method: string; path: string };

export interface RecordedStatement {
  kind: "statement";
  sql: string;
  values: readonly unknown[];
}

type Query = (...args: unknown[]) => unknown;

/** Sent once by each new connection (app/database/pool.ts): no part of the work that needed the connection. */
const SET_UP = /^\s*(SELECT pg_backend_pid\(\)|SET [a-z_]+ = )/;

/** Records every statement and every HTTP request of this process while `work` runs. One recording at a time. */
export async function record(work: () => Promise<unknown>): Promise<RecordedEntry[]> {
  const entries: RecordedEntry[] = [];
  const originalQuery = pg.Client.prototype.query as unknown as Query;
  const recorded: Query = function (this: object, ...args) {
    const [given] = args;
    const { text: sql, values = [] } = typeof given === "string" ? { text: given } : (given as Partial<pg.QueryConfig>);
    if (typeof sql === "string" && !SET_UP.test(sql)) entries.push({ kind: "statement", sql: oneLine(sql), values });
    return originalQuery.apply(this, args);
  };
  const onRequest = (message: unknown) => {
    const { method, path } = (message as { request: { method: string; path: string } }).request;
    entries.push({ kind: "call", method, path });
  };
  pg.Client.prototype.query = recorded as unknown as typeof pg.Client.prototype.query;
  subscribe("undici:request:create", onRequest);
  try {
    await work();
  } finally {
    pg.Client.prototype.query = originalQuery as unknown as typeof pg.Client.prototype.query;
    unsubscribe("undici:request:create", onRequest);
  }
  return entries;
}

const oneLine = (sql: string): string => sql.replaceAll(/\s+/g, " ").trim();

const BEGIN = /^BEGIN\b/i;
const END = /^(COMMIT|ROLLBACK)\b/i;

export interface StatementCount {
  /** Without BEGIN, COMMIT and ROLLBACK. */
  statements: number;
  /** BEGIN … COMMIT; a statement on its own is none. */
  transactions: number;
}

export function count(entries: readonly RecordedEntry[]): StatementCount {
  const sql = entries.flatMap((entry) => (entry.kind === "statement" ? [entry.sql] : []));
  return {
    statements: sql.filter((one) => !BEGIN.test(one) && !END.test(one)).length,
    transactions: sql.filter((one) => BEGIN.test(one)).length,
  };
}

const HEAD = 100;
const TAIL = 60;

/** One line for each entry, those within a transaction indented. */
export function render(entries: readonly RecordedEntry[]): string {
  let inTransaction = false;
  let statements = 0;
  return entries
    .map((entry) => {
      if (entry.kind === "call") return `     → ${entry.method} ${entry.path}`;
      const isEnd = END.test(entry.sql);
      if (isEnd) inTransaction = false;
      const isBoundary = isEnd || BEGIN.test(entry.sql);
      if (!isBoundary) statements += 1;
      const line = `${isBoundary ? "    " : String(statements).padStart(4)} ${inTransaction ? "  " : ""}${brief(entry.sql)}`;
      if (BEGIN.test(entry.sql)) inTransaction = true;
      return line;
    })
    .join("\n");
}

/** Prisma names every column: its tables and conditions say more. */
const brief = (sql: string): string => {
  const text = sql.replaceAll('"public".', "").replace(/^SELECT ("\w+"\."\w+"(, )?){4,}/, "SELECT …");
  return text.length > HEAD + TAIL ? `${text.slice(0, HEAD)} … ${text.slice(-TAIL)}` : text;
};
