import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountsToSweep } from "../app/composition/sweep-each.server.ts";
import { readFigures, readHome } from "../app/home/home.ts";
import { countInbox } from "../app/home/store-problems.ts";
import { clearRecovered } from "../app/orders/core/failed-work.ts";
import { findDueRows, WORK_KINDS } from "../app/orders/core/due-work.ts";
import { METRIC_LIMIT, readMetrics } from "../app/orders/core/metrics.ts";
import { dispatchFlowEvents } from "../app/orders/flow-outbox/dispatch.ts";
import { openMessages } from "../app/notifications/collect.ts";
import { openOrdersWorld } from "./support/orders-world.ts";
import { countOrders, readOrdersPage } from "../app/orders/pages/list/read-page.ts";
import { readActivity } from "../app/orders/pages/activity/activity.ts";
import { ACTIVITY_AREAS } from "../app/orders/pages/activity/activity-query.ts";
import { readInbox } from "../app/orders/pages/inbox/inbox.ts";
import { DEFAULT_INBOX, INBOX_TABS } from "../app/orders/pages/inbox/inbox-query.ts";
import { readReviewQueue } from "../app/orders/pages/review/review-queue.ts";
import { writeCursor } from "../app/orders/pages/list/list-statements.ts";
import { CHOICE_FILTERS, readFilterChoices } from "../app/orders/pages/list/filter-choices.ts";
import { DEFAULT_QUERY, type ListQuery } from "../app/orders/pages/list/list-query.ts";
import { readUsualDays } from "../app/orders/pages/list/stages.ts";
import { TABS } from "../app/orders/pages/list/tabs.ts";
import { createListScanner } from "../app/orders/provider-reader/shared-scan.ts";
import { alertOverdue, alertSilent } from "../app/orders/provider-updates/alert-silent.ts";
import { rematchEvents } from "../app/orders/provider-updates/record-events.ts";
import { sweepAccount } from "../app/orders/provider-updates/sweep-account.ts";
import { wakeTooOld } from "../app/orders/receive/not-printed.ts";
import { delayOf } from "../app/orders/submit/rate-limit.testing.ts";
import { writeShopifyStatuses } from "../app/orders/fulfill/write-shopify-status.ts";
import { resumeFollowUps } from "../app/orders/fulfill/follow-submission.ts";
import { CAPABILITIES, type PrintAccountCalls } from "../app/ports/print-service.ts";
import { prune } from "../app/privacy/prune.ts";
import { parseShopifyWebhook } from "../app/shopify/webhook-topics.ts";
import { redactCustomer } from "../app/privacy/redact-customer.ts";
import { AMOUNTS, COUNTS, KEY_BUT_TIME } from "../app/profit/order-profit.ts";
import { BREAKDOWNS, readReportQuery, requestedPeriod } from "../app/reports/period.ts";
import { readReport } from "../app/reports/report.ts";
import { insertSentOrders } from "./support/many-orders.ts";
import { findWideScans } from "./support/plans.ts";

/**
 * What runs every few seconds or minutes, or on each view of a page, must not read the history: 20,000 finished orders, of two
 * shops, with a few open ones. Each statement is explained as the app sent it, with the rows that it read.
 */
const ROUNDS = 40;
const ORDERS_OF_A_ROUND = 250;
/** That one step of a plan may read of a table. */
const MAX_ROWS = 500;
const LARGE_TABLES = [
  ...["Order", "OrderLine", "OrderText", "Submission", "SubmissionLine", "WebhookDelivery", "Attention", "History"],
  ...["Lookup", "FlowEvent", "UnmatchedEvent", "Attempt", "Parcel", "ShopifyStatus", "ProfitDay", "ProfitMonth"],
];

const DAY = 24 * 60 * 60_000;
let world: Awaited<ReturnType<typeof openOrdersWorld>>;
let client: pg.Client;
let loader: pg.Pool;
let seller: Awaited<ReturnType<typeof world.shop>>;

beforeAll(async () => {
  world = await openOrdersWorld();
  client = new pg.Client({ connectionString: world.url });
  await client.connect();
  const sellers = [await world.shop(), await world.shop()];
  // Without triggers and checks of foreign keys, which take most of the time.
  loader = new pg.Pool({ connectionString: world.url, max: 1, options: "-c session_replication_role=replica" });
  // In turn, as orders of several shops come.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, one] of sellers.entries()) await addFinished(one, `${"AB"[at]}${round}-`);
  for (const [at, one] of sellers.entries()) {
    await addOpen(one, "AB"[at] ?? "");
    await loader.query(TRACES, [one.shop.id, one.shop.domain, one.account.key]);
    seller = one;
  }
  await loader.query(WHAT_TRIGGERS_WRITE);
  await loader.end();
  await client.query("VACUUM ANALYZE");
});
afterAll(async () => {
  await client.end();
  await world.close();
});

type Seller = typeof seller;

const daysAgo = (days: number) => new Date(world.ctx.clock.now().getTime() - days * DAY);
const of = ({ shop, account }: Seller) => ({ shopId: shop.id, accountId: account.id, checkedAt: daysAgo(0) });

const addFinished = (one: Seller, prefix: string) =>
  insertSentOrders(loader, {
    ...of(one),
    ...{ count: ORDERS_OF_A_ROUND, state: "fulfilled", sentAt: daysAgo(40), prefix },
  });

async function addOpen(one: Seller, prefix: string): Promise<void> {
  for (const state of ["submitted", "waiting", "uncertain", "shipped"] as const) {
    const open = { count: 10, state, sentAt: daysAgo(state === "shipped" ? 40 : 1), prefix: `${prefix}${state}-` };
    await insertSentOrders(loader, { ...of(one), ...open });
  }
}

/** What a finished order leaves behind: deliveries, a parcel, an attempt, a cleared reason, history, a lookup, an event. */
const TRACES = `
  WITH sent AS (SELECT s."id", s."orderId", s."sentAt" AS "at" FROM "Submission" s WHERE s."shopId" = $1 AND s."state" = 'fulfilled'),
  deliveries AS (
    INSERT INTO "WebhookDelivery" ("id", "source", "topic", "scope", "deliveryId", "receivedAt", "state", "orderId", "bodyEncrypted")
    SELECT gen_random_uuid(), 'shopify', 'orders/updated', $2, "id"::text, "at", 'done', "orderId", '\\x00' FROM sent),
  parcels AS (
    INSERT INTO "Parcel" ("id", "shopId", "submissionId", "trackingNumber", "trackingUrl", "firstSeenAt", "reportedBy", "state")
    SELECT gen_random_uuid(), $1, "id", 'T', '', "at", 'event', 'fulfilled' FROM sent),
  attempts AS (
    INSERT INTO "Attempt" ("id", "submissionId", "number", "startedAt", "endedAt", "outcome")
    SELECT gen_random_uuid(), "id", 1, "at", "at", 'accepted' FROM sent),
  reasons AS (
    INSERT INTO "Attention" ("id", "shopId", "orderId", "submissionId", "code", "detail", "openedAt", "clearedAt", "clearedBy")
    SELECT gen_random_uuid(), $1, "orderId", "id", 'payment_pending', '{}', "at", "at", 'facts' FROM sent),
  lookups AS (
    INSERT INTO "Lookup" ("id", "submissionId", "at", "kind", "result", "laterOrders", "detail")
    SELECT gen_random_uuid(), "id", "at", 'detail', 'found', '[]', '{}' FROM sent),
  events AS (
    INSERT INTO "FlowEvent" ("id", "shopId", "orderId", "trigger", "subjectId", "createdAt", "settledAt", "outcome")
    SELECT gen_random_uuid(), $1, "orderId", 'order_sent', "id", "at", now(), 'dispatched' FROM sent),
  attention_events AS (
    INSERT INTO "FlowEvent" ("id", "shopId", "orderId", "trigger", "subjectId", "createdAt", "settledAt", "outcome")
    SELECT gen_random_uuid(), $1, "orderId", 'order_attention', gen_random_uuid(), "at", now(), 'dispatched' FROM sent),
  unmatched AS (
    INSERT INTO "UnmatchedEvent" ("id", "accountKey", "reference", "deliveryId", "receivedAt", "matchedAt")
    SELECT gen_random_uuid(), $3, 'X', gen_random_uuid(), "at", "at" FROM sent)
  INSERT INTO "History" ("id", "shopId", "orderId", "submissionId", "at", "code", "actor", "data")
  SELECT gen_random_uuid(), $1, "orderId", "id", "at", 'order.received', 'shopify', '{}' FROM sent, generate_series(1, 3)`;

const WHAT_TRIGGERS_WRITE = `
  UPDATE "Order" SET "hasStandingSubmission" = true;
  INSERT INTO "OrderText" ("orderId", "shopId", "text") SELECT "id", "shopId", order_text("id") FROM "Order";
  INSERT INTO "ShopifyStatus" ("orderId", "shopId", "tags", "dueAt") SELECT "id", "shopId", '{Print: fulfilled}',
    CASE WHEN EXISTS (SELECT FROM "Submission" s WHERE s."orderId" = o."id" AND s."state" = 'waiting') THEN 'epoch'::timestamptz END
  FROM "Order" o;
  UPDATE "Shop" SET "statusesAfter" =
    (SELECT "id" FROM "Order" o WHERE o."shopId" = "Shop"."id" ORDER BY "id" DESC OFFSET 50 LIMIT 1)`;

/** What is wrong with the plans of all that `work` sends. */
const findProblems = (work: () => Promise<unknown>, maxRows = MAX_ROWS): Promise<string[]> =>
  findWideScans(client, work, (table) => (LARGE_TABLES.includes(table) ? maxRows : Infinity));

const notShown: Partial<PrintAccountCalls> = {
  listAll: () => Promise.resolve({ rows: [], complete: true }),
  list: () => Promise.resolve([]),
  capabilities: () => Promise.resolve(CAPABILITIES.v1),
  detail: () => Promise.resolve(null),
};
const ctx = () => ({ ...world.ctx, printService: { forAccount: () => notShown as PrintAccountCalls } });

it("a query that reads the history is found", async () => {
  expect(await findProblems(() => world.db.submission.count({ where: { providerUpdatedAt: "x" } }))).toHaveLength(1);
});

describe("no periodic query reads the history", () => {
  it.each(WORK_KINDS)("due rows: %s", async (work) => {
    const query = { perPartition: 8, limit: 80, excludedIds: [], excludedPartitions: [], jitterSeed: "x" };
    expect(await findProblems(() => findDueRows(ctx(), work, query))).toEqual([]);
  });

  const JOBS: Record<string, () => Promise<unknown>> = {
    "unfinished follow-ups": () => resumeFollowUps(ctx()),
    "flow events": () => dispatchFlowEvents(ctx()),
    "status in Shopify": async () => {
      // Those that are due, and the last ones of a pass over each shop.
      expect(await writeShopifyStatuses({ ...ctx(), apiKey: "key" })).toBeGreaterThan(100);
    },
    notifications: async () => {
      const [now, shopId] = [world.ctx.clock.now(), seller.shop.id];
      const times = { createdAt: new Date(0), collectedUntil: now, digestTime: "08:00", digestDueAt: now };
      const target = { kind: "email" as const, targetEncrypted: new Uint8Array(1), targetHash: "x" };
      const id = world.ctx.ids.uuid();
      const topics = { atOnce: ["sending" as const], daily: ["payment" as const] };
      await world.db.notificationChannel.create({ data: { id, shopId, ...target, ...topics, ...times } });
      await openMessages(ctx());
    },
    "overdue alerts": () => alertOverdue(ctx()),
    "silent order alerts": () => alertSilent(ctx()),
    "old unsent orders": () => wakeTooOld(ctx()),
    "failed work": () => clearRecovered(ctx()),
    "unmatched webhooks": () => rematchEvents(ctx()),
    "calls of an account": () => delayOf({ ctx: ctx() }, seller.account.id),
    "uncertain submissions of an account": () => {
      const now = world.ctx.clock.now();
      return createListScanner(ctx()).scanFor({ account: seller.account.id, reference: "A", from: now, dueAt: now });
    },
    "nothing to compare": () => sweepAccount(ctx(), seller.account.id),
    "accounts to sweep": async () => {
      const { id } = seller.shop;
      await world.db.shop.update({ where: { id }, data: { printAccountId: null } });
      expect(await accountsToSweep(ctx())).toContainEqual({ id: seller.account.id });
      await world.db.shop.update({ where: { id }, data: { printAccountId: seller.account.id } });
    },
  };
  it.each(Object.entries(JOBS))("%s", async (_, run) => {
    expect(await findProblems(run)).toEqual([]);
  });

  it("retention", async () => {
    // Before anything is old enough.
    expect(await findProblems(() => prune(ctx(), 60))).toEqual([]);
  });

  it("metrics", async () => {
    expect(await findProblems(() => readMetrics(ctx()))).toEqual([]);
  });
});

describe("no page reads the history", () => {
  it("Home", async () => {
    expect(await findProblems(() => readHome(ctx(), seller.shop.domain))).toEqual([]);
  });

  it("the counts of the orders page", async () => {
    expect(await findProblems(() => countOrders(ctx(), seller.shop.id))).toEqual([]);
  });

  it.each(TABS)("the tab %s of the orders page", async (tab) => {
    const query = { ...DEFAULT_QUERY, tab };
    expect(await findProblems(() => readOrdersPage(ctx(), seller.shop.id, query))).toEqual([]);
  });

  it.each<[string, Partial<ListQuery>]>([
    ["a product", { products: ["1"] }],
    ["a destination", { countries: ["JP"] }],
    ["a shipping method", { shipping: ["Express"] }],
    ["a tag", { tags: ["rush"] }],
    ["a value", { amountFrom: "1000" }],
    ["a reason", { reasons: ["risk_high"] }],
    ["lateness", { late: true }],
    ["the time in the stage", { sort: "stage asc" }],
  ])("the orders page by %s", async (_, query) => {
    expect(await findProblems(() => readOrdersPage(ctx(), seller.shop.id, { ...DEFAULT_QUERY, ...query }))).toEqual([]);
  });

  it("what there is to choose from, and the usual days", async () => {
    for (const filter of CHOICE_FILTERS)
      expect(await findProblems(() => readFilterChoices(ctx(), seller.shop.id, filter, ""))).toEqual([]);
    expect(await findProblems(() => readUsualDays(ctx(), seller.shop.id), 1_000)).toEqual([]);
  });

  it.each(INBOX_TABS)("the tab %s of the inbox, and the count in the menu", async (tab) => {
    const [staff, query] = [
      { shopId: seller.shop.id, userId: "1" },
      { ...DEFAULT_INBOX, tab },
    ];
    expect(await findProblems(() => readInbox(ctx(), staff, query))).toEqual([]);
    expect(await findProblems(() => countInbox(ctx(), seller.shop.id, 100))).toEqual([]);
  });

  it.each(ACTIVITY_AREAS)("what staff did: %s", async (area) => {
    for (const query of [{ area: null }, { area }])
      expect(
        await findProblems(() => readActivity(ctx(), seller.shop.id, { user: null, after: null, ...query })),
      ).toEqual([]);
  });

  it("the orders to review", async () => {
    expect(await findProblems(() => readReviewQueue(ctx(), seller.shop.id))).toEqual([]);
  });

  it("a page of the orders page that is far from the first", async () => {
    const orderBy = [{ shopifyCreatedAt: "desc" as const }, { shopifyGid: "desc" as const }];
    const where = { shopId: seller.shop.id };
    const row = await world.db.order.findFirstOrThrow({ where, orderBy, skip: (ROUNDS * ORDERS_OF_A_ROUND) / 2 });
    const position = { at: row.shopifyCreatedAt, gid: row.shopifyGid };
    const query = { ...DEFAULT_QUERY, after: writeCursor(DEFAULT_QUERY.sort, position) };
    expect((await readOrdersPage(ctx(), seller.shop.id, query)).rows.length).toBeGreaterThan(0);
    expect(await findProblems(() => readOrdersPage(ctx(), seller.shop.id, query))).toEqual([]);
  });
});

describe("a search looks at the newest orders, and then at those that it finds", () => {
  /** Orders that are looked at one by one, the one after them, and those of the same time: one of each round. */
  const NEWEST = 1_501 + ROUNDS;

  it.each([
    ["a SKU that every order has", "mug", 50],
    ["a reference", "b7-123", 1],
    ["nothing", "zzzzzzzz", 0],
    ["two letters that nothing has", "zz", 0],
  ])("%s", async (_, search, rows) => {
    const read = () => readOrdersPage(ctx(), seller.shop.id, { ...DEFAULT_QUERY, search });
    expect((await read()).rows).toHaveLength(rows);
    expect(await findProblems(read, NEWEST)).toEqual([]);
  });
});

describe("a report of a year", () => {
  const PRODUCTS = 20;
  /** The days before and after its months, those of whole orders with those of products, and what its months have. */
  const ROWS_OF_REPORT = 2 * 31 * (PRODUCTS + 1) + 12 * (PRODUCTS + 1);

  beforeAll(async () => {
    const names = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(", ");
    // Two years, and a year is compared with the one before.
    await client.query(
      `INSERT INTO "ProfitDay" ("shopId", "day", "currency", "productGid", "variantGid", "country", "method", "orders", "profit", "profitRevenue")
       SELECT s."id", to_char($1::date - d, 'YYYY-MM-DD'), 'USD', CASE WHEN p > 0 THEN 'gid://shopify/Product/' || p ELSE '' END,
         CASE WHEN p > 0 THEN 'none' ELSE '' END, '', '', 1, 2, 5
       FROM "Shop" s, generate_series(0, 730) AS d, generate_series(0, $2::int) AS p`,
      [world.ctx.clock.now(), PRODUCTS],
    );
    await client.query(
      `INSERT INTO "ProfitMonth" ("shopId", "month", ${names([...KEY_BUT_TIME, ...COUNTS, ...AMOUNTS])})
       SELECT "shopId", left("day", 7), ${names(KEY_BUT_TIME)}, ${[...COUNTS, ...AMOUNTS].map((column) => `sum("${column}")`).join(", ")}
       FROM "ProfitDay" GROUP BY "shopId", left("day", 7), ${names(KEY_BUT_TIME)}`,
    );
    await client.query(`VACUUM ANALYZE "ProfitDay", "ProfitMonth"`);
  });

  it.each(BREAKDOWNS)("by %s reads the days of no whole month", async (by) => {
    const now = world.ctx.clock.now();
    const day = (ago: number) => daysAgo(ago).toISOString().slice(0, 10);
    const { range, before } = requestedPeriod(now, "UTC", new URLSearchParams({ from: day(365), to: day(0) }));
    const read = () =>
      readReport(
        ctx(),
        { id: seller.shop.id, timezone: "UTC" },
        { range, before },
        readReportQuery(new URLSearchParams({ by })),
      );
    expect((await read())?.counts.orders).toMatchObject({ now: "366" });
    expect(await findProblems(read, ROWS_OF_REPORT)).toEqual([]);
  });
});

it("Home reads the submissions of the orders and reasons that it counts", async () => {
  const { id } = seller.shop;
  const counted = 1_000;
  // All orders are of this month, and some reasons are open.
  const change = async (by: string, clearedAt: string) => {
    await client.query(`UPDATE "Order" SET "shopifyCreatedAt" = "shopifyCreatedAt" ${by} WHERE "shopId" = $1`, [id]);
    await client.query(
      `UPDATE "Attention" SET "clearedAt" = ${clearedAt} WHERE "id" IN (SELECT "id" FROM "Attention" WHERE "shopId" = $1 ORDER BY "id" LIMIT 1000)`,
      [id],
    );
    await client.query(`VACUUM ANALYZE "Order", "Attention"`);
  };
  const findSubmissions = (work: () => Promise<unknown>, maxRows: number) =>
    findWideScans(client, work, (table) => (table === "Submission" ? maxRows : Infinity));
  await change("+ interval '39 days'", "NULL");
  const figures = () => readFigures(ctx(), { id, timezone: "UTC" }, counted);
  expect((await figures()).moreRecent).toBe(true);
  expect(await findSubmissions(figures, counted)).toEqual([]);
  expect(await findSubmissions(() => readHome(ctx(), seller.shop.domain), ROUNDS * ORDERS_OF_A_ROUND)).toEqual([]);
  await change("- interval '39 days'", `"openedAt"`);
});

it("a customer's erasure does not read the shop's deliveries", async () => {
  const gid = "gid://shopify/Order/unknown";
  const redact = () => redactCustomer({ ...ctx(), parseShopifyWebhook }, seller.shop.domain, [gid]);
  expect(await findProblems(redact)).toEqual([]);
});

it("figures of a backlog are counted up to a limit", async () => {
  const dueAt = world.ctx.clock.now();
  await client.query(`UPDATE "Order" SET "dueAt" = $1`, [dueAt]);
  await client.query(`VACUUM ANALYZE "Order"`);
  const waiting = (await readMetrics(ctx())).find(({ name, label }) => name === "queue_waiting" && label === "order");
  expect(waiting?.value).toBe(METRIC_LIMIT);
  const problems = await findProblems(() => readMetrics(ctx()), METRIC_LIMIT);
  expect(problems).toEqual([]);
  await client.query(`UPDATE "Order" SET "dueAt" = NULL`);
});

it("a backlog of one shop costs no more than a few of its rows", async () => {
  const dueAt = world.ctx.clock.now();
  await client.query(`UPDATE "Order" SET "dueAt" = $1 WHERE "shopId" = $2`, [dueAt, seller.shop.id]);
  await client.query(`VACUUM ANALYZE "Order"`);
  const query = { perPartition: 4, limit: 40, excludedIds: [], excludedPartitions: [], jitterSeed: "x" };
  expect(await findDueRows(ctx(), "order", query)).toHaveLength(4);
  expect(await findProblems(() => findDueRows(ctx(), "order", query))).toEqual([]);
  await client.query(`UPDATE "Order" SET "dueAt" = NULL`);
});
