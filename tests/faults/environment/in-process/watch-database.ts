import pg from "pg";
import type { Point } from "../failpoints.ts";
import { passed } from "./failpoints.ts";

/** What is noteworthy in one statement, by the points that its commit passes. */
const STATEMENTS: { fits: RegExp; but?: RegExp; sent: Point; committed: Point }[] = [
  { fits: /^\s*INSERT INTO "Delivery"/, sent: "inbox commit sent", committed: "inbox committed" },
  { fits: /^\s*INSERT INTO "public"\."Attempt"/, sent: "claim commit sent", committed: "claim committed" },
  { fits: /^\s*UPDATE "public"\."Attempt"/, but: /^lost$/, sent: "result commit sent", committed: "result committed" },
  {
    fits: /^\s*INSERT INTO "public"\."ShopifyWrite"/,
    sent: "write claim commit sent",
    committed: "write claimed",
  },
  { fits: /^\s*UPDATE "public"\."ShopifyWrite"/, sent: "write record commit sent", committed: "write recorded" },
];

type Noted = (typeof STATEMENTS)[number];
type Query = (...given: unknown[]) => unknown;
type Callback = (error: unknown, result: unknown) => void;

/** What each open transaction has done so far. */
const open = new WeakMap<object, Noted[]>();

/** Follows all statements of the package `pg`, and tells which points their commits pass. */
export function watchDatabase(): void {
  const own = pg.Client.prototype.query as unknown as Query;
  const watched: Query = function (this: object, ...given) {
    const committing = follow(this, given[0], given[1]);
    if (committing.length === 0) return own.apply(this, given);
    const arrived = () => committing.forEach(({ committed }) => passed(committed));
    const last = given.at(-1);
    if (typeof last === "function") given[given.length - 1] = announced(last as Callback, arrived);
    const answer = own.apply(this, given);
    committing.forEach(({ sent }) => passed(sent));
    if (!(answer instanceof Promise)) return answer;
    return answer.then((result: unknown) => {
      arrived();
      return result;
    });
  };
  pg.Client.prototype.query = watched as unknown as typeof pg.Client.prototype.query;
}

/** What this statement commits that is noteworthy. */
function follow(client: object, statement: unknown, given: unknown): Noted[] {
  const { text, values } =
    typeof statement === "string"
      ? { text: statement, values: given }
      : (statement as { text?: string; values?: unknown });
  if (typeof text !== "string") return [];
  if (/^\s*BEGIN/i.test(text)) open.set(client, []);
  else if (/^\s*ROLLBACK\s*$/i.test(text)) open.delete(client);
  else if (/^\s*COMMIT/i.test(text)) return closed(client);
  const noted = STATEMENTS.filter((one) => one.fits.test(text) && !speaksOf(values, one.but));
  const transaction = open.get(client);
  if (!transaction) return noted;
  transaction.push(...noted.filter((one) => !transaction.includes(one)));
  return [];
}

function closed(client: object): Noted[] {
  const noted = open.get(client) ?? [];
  open.delete(client);
  return noted;
}

const speaksOf = (values: unknown, word: RegExp | undefined): boolean =>
  word !== undefined && Array.isArray(values) && values.some((value) => typeof value === "string" && word.test(value));

function announced(callback: Callback, arrived: () => void): Callback {
  return (error, result) => {
    if (!error) arrived();
    callback(error, result);
  };
}
