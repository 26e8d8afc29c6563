import { encryptCustomer } from "../../app/orders/core/customer-summary.ts";
import { INBOX_CODES } from "../../app/orders/core/attention.ts";
import { readFilterChoices } from "../../app/orders/pages/list/filter-choices.ts";
import { DEFAULT_QUERY, type ListQuery } from "../../app/orders/pages/list/list-query.ts";
import { countOrders, readOrdersPage } from "../../app/orders/pages/list/read-page.ts";
import { countByUrgency, countInboxOrders, readInbox } from "../../app/orders/pages/inbox/inbox.ts";
import { DEFAULT_INBOX, INBOX_TABS } from "../../app/orders/pages/inbox/inbox-query.ts";
import type { OrderId } from "../../app/ports/ids.ts";
import { tryRule } from "../../app/settings-page/rules.ts";
import type { BenchContext } from "../bench-context.ts";
import type { Row } from "../figures.ts";
import { LISTS } from "../history/queries.ts";
import { withHistory, type History } from "../history/with-history.ts";
import { slowest, type Probe } from "../slowest.ts";

const ORDERS = 100_000;
/** Orders with an open reason: one in ten. */
const REASONS_OF = 10;
/** Orders that rules are tried on: the most that the page tries them on. */
const TRIED = 10_000;
const RULES = 50;
const USER = "90001";

/** What a merchant waits for with many orders, many open reasons and many rules. */
export function merchantPageRows(context: BenchContext): Promise<Row[]> {
  const orders = Math.min(ORDERS, context.effort.history);
  const smaller = { ...context, effort: { ...context.effort, history: orders } };
  return withHistory(smaller, { shops: 1, extent: "pages" }, async (history) => {
    const reasons = await openReasons(history);
    return [...(await listRows(smaller, history, reasons)), await rulesRow(smaller, history)];
  });
}

/** Gives orders what lists are filtered by, and the newest ones open reasons. Returns how many are open. */
async function openReasons({ database: { pool }, shopId, orders }: History): Promise<number> {
  await pool.query(
    `UPDATE "Order" SET "destinationCountry" = (ARRAY['US', 'DE', 'AU', 'JP'])[1 + abs(hashtext("name")) % 4],
       "tags" = ARRAY['tag-' || abs(hashtext("name")) % 20] WHERE "shopId" = $1`,
    [shopId],
  );
  await pool.query(
    `INSERT INTO "Attention" ("id", "shopId", "orderId", "submissionId", "code", "detail", "openedAt")
     SELECT gen_random_uuid(), $1, s."orderId", s."id", ($2::text[])[1 + n % cardinality($2::text[])], '{}', s."createdAt"
     FROM (SELECT *, row_number() OVER (ORDER BY "createdAt" DESC)::int AS n FROM "Submission" WHERE "shopId" = $1) s
     WHERE n <= $3 ON CONFLICT DO NOTHING`,
    [shopId, [...INBOX_CODES], orders / REASONS_OF],
  );
  for (const table of ["Order", "Attention"]) await pool.query(`VACUUM (ANALYZE) "${table}"`);
  const { rows } = await pool.query<{ open: number }>(
    `SELECT count(*)::int AS "open" FROM "Attention" WHERE "clearedAt" IS NULL`,
  );
  return rows[0]?.open ?? 0;
}

/** The slowest of the lists and filters, and of the inbox; p95 of each. */
async function listRows({ effort }: BenchContext, { ctx, shopId, orders }: History, reasons: number): Promise<Row[]> {
  const filter = (name: string, over: Partial<ListQuery>): Probe => [
    name,
    () => readOrdersPage(ctx, shopId, { ...DEFAULT_QUERY, ...over }),
  ];
  const staff = { shopId, userId: USER };
  const groups: Record<string, Probe[]> = {
    "slowest list or filter of orders": [
      ...LISTS.map(([name, query]): Probe => [name, () => readOrdersPage(ctx, shopId, query)]),
      filter("late", { late: true }),
      filter("late, the longest in its stage first", { late: true, sort: "stage asc" }),
      filter("a product", { products: ["7"] }),
      filter("a product on the tab of what needs staff", { products: ["7"], tab: "attention" }),
      filter("a country", { countries: ["AU"] }),
      filter("a country that no order has", { countries: ["NZ"] }),
      filter("a shipping method", { shipping: ["Standard"] }),
      filter("a tag", { tags: ["tag-7"] }),
      filter("an amount", { amountFrom: "20", amountTo: "30" }),
      filter("all at once", { products: ["7"], countries: ["US", "DE"], tags: ["tag-7"], amountFrom: "20" }),
      ["counts of the tabs", () => countOrders(ctx, shopId)],
      ["choices of products", () => readFilterChoices(ctx, shopId, "product", "shirt")],
    ],
    "slowest page of the inbox": [
      ...INBOX_TABS.map((tab): Probe => [tab, () => readInbox(ctx, staff, { ...DEFAULT_INBOX, tab })]),
      ["a kind", () => readInbox(ctx, staff, { ...DEFAULT_INBOX, topics: ["address"] })],
      ["a reason", () => readInbox(ctx, staff, { ...DEFAULT_INBOX, reasons: ["risk_high"] })],
      ["the menu's count", () => countInboxOrders(ctx, shopId, 100)],
      ["by urgency, for all stores", () => countByUrgency(ctx, shopId)],
    ],
  };
  const rows: Row[] = [];
  for (const [name, probes] of Object.entries(groups)) {
    const { figures, names } = await slowest(effort, probes);
    rows.push({
      id: "R17",
      name: `${name}, p95, ${orders} orders, ${reasons} open reasons`,
      unit: "ms",
      ours: figures,
      floor: null,
      goal: { of: "ours", atMost: 300 },
      note: `of ${probes.length}; the slowest of each run: ${names.join(", ")}`,
    });
  }
  return rows;
}

/** Seconds to try the last of many rules on the orders of 30 days, as the page of rules does. */
async function rulesRow({ effort }: BenchContext, history: History): Promise<Row> {
  const { ctx, shopId } = history;
  const orders = await writeRuleValues(history);
  const rules = Array.from({ length: RULES }, (_, at) => ruleOf(at, ctx.ids.uuid()));
  const ours: number[] = [];
  let tried = 0;
  for (let run = 0; run < effort.runs; run += 1) {
    const start = performance.now();
    const answer = await tryRule(ctx, { id: shopId, scopes: "" }, { rules, at: RULES - 1 });
    ours.push((performance.now() - start) / 1000);
    if (answer.outcome !== "tried") throw new Error(`the rule is invalid: ${JSON.stringify(answer.errors)}`);
    tried = answer.result.orders;
  }
  if (tried !== orders) throw new Error(`tried on ${tried} of ${orders} orders`);
  const name = `the last of ${RULES} rules tried on ${orders} orders`;
  return { id: "R17", name, unit: "s", ours, floor: null, goal: { of: "ours", atMost: 10 } };
}

/** Every third rule applies to no order, and none decides alone: each is asked about each order. */
const ruleOf = (at: number, id: string) => ({
  id,
  name: `Rule ${at}`,
  on: true,
  match: at % 2 === 0 ? "all" : "any",
  conditions: [
    { of: "order_tag", not: false, values: [`other-${at}`, "vip"] },
    { of: "country", not: false, values: ["FR", "IT"] },
    { of: "amount", not: false, atLeast: String(1_000 + at) },
    { of: "note", not: false, values: [`word ${at}`] },
    { of: "attribute", not: false, name: "Gift", value: `no ${at}` },
  ],
  action: { do: "hold" },
});

/** What rules read of the orders that they are tried on, encrypted as the app does. Returns their number. */
async function writeRuleValues({ database: { pool }, ctx, shopId }: History): Promise<number> {
  const { rows } = await pool.query<{ id: OrderId }>(
    `SELECT o."id" FROM "Order" o WHERE o."shopId" = $1 AND o."shopifyCreatedAt" >= $2 AND o."cancelledAt" IS NULL
       AND o."ignoredReason" IS NULL AND EXISTS (SELECT FROM "OrderLine" l WHERE l."orderId" = o."id" AND l."eligibility" = 'printable')`,
    [shopId, new Date(ctx.clock.now().getTime() - 30 * 86_400_000)],
  );
  const summary = {
    ...{ name: "Jane Buyer", city: "Portland", country: "United States", countryCode: "US" },
    rules: {
      ...{
        tags: ["tag-1", "summer"],
        customerTags: null,
        customerOrders: null,
        discountCodes: [],
        risk: "low" as const,
      },
      ...{ country: "US", amount: "25.00", note: "Please leave the parcel at the back door", productTags: {} },
      attributes: [{ name: "Gift", value: "yes" }],
    },
  } as const;
  for (let at = 0; at < rows.length; at += 1_000) {
    const ids = rows.slice(at, at + 1_000).map(({ id }) => id);
    await pool.query(
      `UPDATE "Order" o SET "customerEncrypted" = v."value" FROM unnest($1::uuid[], $2::bytea[]) v("id", "value") WHERE o."id" = v."id"`,
      [ids, ids.map((id) => Buffer.from(encryptCustomer(ctx, id, summary)))],
    );
  }
  return Math.min(TRIED, rows.length);
}
