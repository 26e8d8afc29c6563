import pg from "pg";
import type { Failpoint } from "../failpoints.ts";
import { reachFailpoint } from "./failpoints.ts";

/** What is noteworthy in one statement, by the points that its commit passes. */
const STATEMENTS: { pattern: RegExp; unless?: RegExp; only?: RegExp; sent: Failpoint; committed: Failpoint }[] = [
  { pattern: /^\s*INSERT INTO "WebhookDelivery"/, sent: "inbox commit sent", committed: "inbox committed" },
  { pattern: /INSERT INTO "Attempt"/, sent: "claim commit sent", committed: "claim committed" },
  {
    pattern: /UPDATE (?:"public"\.)?"Attempt"/,
    unless: /"outcome":"lost"/,
    sent: "result commit sent",
    committed: "result committed",
  },
  {
    pattern: /INSERT INTO "ShopifyWrite"/,
    // Of a fulfillment that is found in Shopify.
    unless: /"outcome":"done"/,
    sent: "write claim commit sent",
    committed: "write claimed",
  },
  { pattern: /UPDATE "ShopifyWrite"/, sent: "write record commit sent", committed: "write recorded" },
  {
    pattern: /UPDATE "ProviderWrite" SET "calls" = "calls" \+ 1/,
    sent: "provider claim commit sent",
    committed: "provider claim committed",
  },
  {
    pattern: /UPDATE "ProviderWrite"[^]*"calls" = "calls" - /,
    sent: "provider record commit sent",
    committed: "provider record committed",
  },
  {
    pattern: /^\s*(?:INSERT INTO|UPDATE) "public"\."Mapping"/,
    sent: "bulk batch commit sent",
    committed: "bulk batch saved",
  },
  {
    pattern: /^\s*UPDATE "public"\."BulkEditVariant"/,
    sent: "bulk record commit sent",
    committed: "bulk recorded",
  },
  { pattern: /^\s*INSERT INTO "Mapping"/, sent: "import commit sent", committed: "import saved" },
  { pattern: /^\s*UPDATE "public"\."PrintFile"/, sent: "print file commit sent", committed: "print file committed" },
  {
    // What a person does is on the history, or ends a reason for attention.
    pattern: /INSERT INTO (?:"public"\.)?"History"|^\s*UPDATE (?:"public"\.)?"Attention"/,
    only: /^person$|"actor":"person"/,
    sent: "action commit sent",
    committed: "action committed",
  },
];

type WatchedStatement = (typeof STATEMENTS)[number];
type Query = (...args: unknown[]) => unknown;
type Callback = (error: unknown, result: unknown) => void;

/** What each open transaction has done so far. */
const openTransactions = new WeakMap<object, WatchedStatement[]>();

/** Follows all statements of the package `pg`, and tells which points their commits pass. */
export function watchDatabase(): void {
  const originalQuery = pg.Client.prototype.query as unknown as Query;
  const watched: Query = function (this: object, ...args) {
    const committing = follow(this, args[0], args[1]);
    if (committing.length === 0) return originalQuery.apply(this, args);
    const onCommitted = () => committing.forEach(({ committed }) => reachFailpoint(committed));
    const last = args.at(-1);
    if (typeof last === "function") args[args.length - 1] = afterSuccess(last as Callback, onCommitted);
    const answer = originalQuery.apply(this, args);
    committing.forEach(({ sent }) => reachFailpoint(sent));
    if (!(answer instanceof Promise)) return answer;
    return answer.then((result: unknown) => {
      onCommitted();
      return result;
    });
  };
  pg.Client.prototype.query = watched as unknown as typeof pg.Client.prototype.query;
}

/** What this statement commits that is noteworthy. */
function follow(client: object, statement: unknown, args: unknown): WatchedStatement[] {
  const { text, values } =
    typeof statement === "string"
      ? { text: statement, values: args }
      : (statement as { text?: string; values?: unknown });
  if (typeof text !== "string") return [];
  if (/^\s*BEGIN/i.test(text)) openTransactions.set(client, []);
  else if (/^\s*ROLLBACK\s*$/i.test(text)) openTransactions.delete(client);
  else if (/^\s*COMMIT/i.test(text)) return endTransaction(client);
  const matched = STATEMENTS.filter(
    ({ pattern, unless, only }) =>
      pattern.test(text) && !(unless && mentions(values, unless)) && (!only || mentions(values, only)),
  );
  const transaction = openTransactions.get(client);
  if (!transaction) return matched;
  transaction.push(...matched.filter((one) => !transaction.includes(one)));
  return [];
}

function endTransaction(client: object): WatchedStatement[] {
  const matched = openTransactions.get(client) ?? [];
  openTransactions.delete(client);
  return matched;
}

const mentions = (values: unknown, word: RegExp): boolean =>
  Array.isArray(values) && values.some((value) => typeof value === "string" && word.test(value));

function afterSuccess(callback: Callback, onCommitted: () => void): Callback {
  return (error, result) => {
    if (!error) onCommitted();
    callback(error, result);
  };
}
