import type { ApiCall, Body, ApiResponse } from "./api-call.ts";
import type { Findings } from "./findings.ts";
import type { Options } from "./options.ts";
import { checkFields, kindOf, objectsIn } from "./shapes.ts";
import { ITEM, ORDER, TRACKING } from "./synced.ts";

const DAYS = 30;
const DAY_MS = 86_400_000;
export const LIST_CLAUSES = ["get", "header", "limit", "page", "length", "orders", "created_at_min", "created_at_max"];

/** The list of the last 30 days, by 50 and by 200, and its second page. Gives the rows. */
export async function tryList(
  call: ApiCall,
  findings: Findings,
  options: Options,
  token: string,
  now: Date,
): Promise<Body[]> {
  // A day more at either end: the service's clock may be in any zone.
  const range = {
    created_at_min: `${dayOf(now, -DAYS)} 00:00:00`,
    created_at_max: `${dayOf(now, 1)} 23:59:59`,
  };
  const page = (limit: number, number: number) =>
    call("GET", "orders/v1/all", { ...range, limit, page: number }, token);
  const bare = await call("GET", "orders/v1/all", { ...range, limit: 50, page: 1 });
  findings.judge("4.5/header", !bare.success, `without a token: ${bare.summary}`);
  const [first, second, large] = [await page(50, 1), await page(50, 2), await page(200, 1)];
  findings.judge("4.5/get", first.success, first.summary);
  checkAnswer(findings, first);
  const rows = objectsIn((large.success ? large : first).body?.["orders"]);
  checkPages(findings, { first, second, large });
  checkRange(findings, range, rows);
  const none = `no order in the last ${DAYS} days`;
  checkFields(findings, ORDER, rows, (field) => `2.7/${field}`, none);
  const id = `${options.prefix}_order_id`;
  const nameOf = (field: string) => `2.7/${field === id ? "prefix_order_id" : field}`;
  checkFields(findings, { [id]: "text", dtime_entered: "time" }, rows, nameOf, none);
  checkItems(findings, rows, none);
  return rows;
}

function checkAnswer(findings: Findings, { body }: ApiResponse): void {
  const rows = objectsIn(body?.["orders"]);
  findings.judge("4.5/orders", Array.isArray(body?.["orders"]), `orders: ${kindOf(body?.["orders"])}`);
  const length = body?.["length"];
  const right = typeof length === "number" && length >= rows.length;
  findings.judge("4.5/length", right, `length: ${right ? length : kindOf(length)}, rows: ${rows.length}`);
}

function checkItems(findings: Findings, rows: Body[], none: string): void {
  const items = rows.flatMap((row) => objectsIn(row["order_items"]));
  checkFields(findings, ITEM, items, (field) => `2.8/${field}`, none);
  // Which statuses there are is not shown (print-service: OrderStatus): worth knowing.
  for (const field of ["order_status", "payment_status"]) {
    const words = new Set(items.map((item) => String(item[field])).filter((word) => /^[a-z _-]{1,30}$/i.test(word)));
    if (words.size > 0) findings.judge(`2.8/${field}`, true, `seen: ${[...words].toSorted().join(", ")}`);
  }
  const trackings = rows.flatMap((row) => objectsIn(row["trackings"]));
  checkFields(findings, TRACKING, trackings, (field) => `2.9/${field}`, "no order with tracking");
}

function checkPages(findings: Findings, pages: Record<"first" | "second" | "large", ApiResponse>): void {
  const [first, second, large] = [pages.first, pages.second, pages.large].map(({ body }) =>
    objectsIn(body?.["orders"]).map((row) => JSON.stringify([row["order_name"], row["dtime_entered"]])),
  ) as [string[], string[], string[]];
  const answered = pages.second.success && pages.large.success;
  const within = first.length <= 50 && large.length <= 200 && large.length >= first.length;
  findings.judge("4.5/limit", answered && within, `${first.length} rows by 50, ${large.length} by 200`);
  const again = second.filter((row) => first.includes(row)).length;
  const apart = again === 0 && (first.length === 50 || second.length === 0);
  findings.judge("4.5/page", answered && apart, `page 2: ${second.length} rows, ${again} of them also on page 1`);
}

function checkRange(findings: Findings, range: Record<string, string>, rows: Body[]): void {
  const times = rows.map((row) => String(row["dtime_entered"]));
  const { created_at_min: min = "", created_at_max: max = "" } = range;
  if (times.length === 0) return findings.notTried(["4.5/created_at_min", "4.5/created_at_max"], "no rows");
  const before = times.filter((time) => time < min).length;
  const after = times.filter((time) => time > max).length;
  findings.judge("4.5/created_at_min", before === 0, `${before} of ${times.length} rows are earlier`);
  findings.judge("4.5/created_at_max", after === 0, `${after} of ${times.length} rows are later`);
}

const dayOf = (now: Date, days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
