import { Client } from "undici";
import { withBenchApp, type BenchApp } from "../bench-app.ts";
import type { BenchContext } from "../bench-context.ts";
import { recordCommits } from "../commit-log.ts";
import { countWritingTransactions } from "../database.ts";
import type { Row } from "../figures.ts";
import { postWebhook } from "../post-webhook.ts";
import { SHOP, signedOrder } from "../signed-orders.ts";
import { watchCreates } from "../watch-creates.ts";
import { findWebhookSecrets } from "../../app/print-accounts/print-accounts.ts";

/**
 * The least that one order can take, since every commit stands before an answer or a call that may not come without
 * it: the order's delivery (before its 200), the claim (before the create call, with order and submission in the same
 * transaction), what came of the call, the tracking event's delivery (before its 200), the claim of the fulfillment
 * (with the parcel), what came of it.
 */
const LEAST = 6;
const HOUR = 60 * 60_000;

/** Commits that write anything, from an order's delivery until it is fulfilled, beside the least possible number. */
export function commitRows(context: BenchContext): Promise<Row[]> {
  // Workflows are started afterwards, and by a task of their own.
  const overrides = { intervals: { flowEveryMs: HOUR } };
  return withBenchApp(context, { overrides }, async (app) => {
    const client = new Client(app.origin);
    const sendTracking = await trackingSender(app);
    const ours: number[] = [];
    const commits: string[] = [];
    let number = 0;
    const oneOrder = async () => {
      const order = signedOrder((number += 1));
      const creates = watchCreates(context.service, 1);
      creates.begin(order);
      await postWebhook(client, order, "orders/create");
      await creates.took;
      await app.idle();
      await sendTracking(client, order.name);
      await fulfilled(app, number);
      await app.idle();
    };
    try {
      await oneOrder();
      for (let run = 0; run < context.effort.runs; run += 1) {
        const before = await countWritingTransactions(app.database.pool);
        for (let at = 0; at < context.effort.singles; at += 1) await oneOrder();
        ours.push(((await countWritingTransactions(app.database.pool)) - before) / context.effort.singles);
      }
      commits.push(...(await recordCommits(oneOrder)));
    } finally {
      context.service.onCreate(null);
      await client.close();
    }
    return [
      {
        id: "R4",
        name: "commits of an order, from delivery to fulfilled; floor: the least possible",
        unit: "",
        ours,
        floor: ours.map(() => LEAST),
        goal: { of: "ratio", atMost: 1.5 },
        note: `the least: a delivery before its 200 (twice: order, tracking), a claim before the call (create, fulfillment) with all that leads to it, and the outcome of each. Counted by the transaction numbers of PostgreSQL, so with what timers write meanwhile. Of one order: ${commits.map((tables, at) => `(${at + 1}) ${tables}`).join("; ")}`,
      },
    ];
  });
}

/** Sends the print service's event that an order has shipped. */
async function trackingSender({ services, database }: BenchApp) {
  const { rows } = await database.pool.query<{ key: string }>(
    `SELECT a."key" FROM "PrintAccount" a JOIN "Shop" s ON s."printAccountId" = a."id" WHERE s."domain" = $1`,
    [SHOP],
  );
  const key = rows[0]?.key ?? "";
  const secrets = await findWebhookSecrets(services.core.ctx, key);
  if (!secrets) throw new Error("the shop has no print account");
  return async (client: Client, orderName: string): Promise<void> => {
    const found = await database.pool.query<{ reference: string }>(
      `SELECT "reference" FROM "Submission" JOIN "Order" o ON o."id" = "orderId" WHERE o."name" = $1`,
      [orderName],
    );
    const reference = found.rows[0]?.reference ?? "";
    const tracking_number = `T${orderName.slice(1)}`;
    const event = { order_id: reference, tracking_number, tracking_url: `https://track.example/${tracking_number}` };
    const answer = await client.request({
      method: "POST",
      path: `/print-events/${key}/tracking`,
      headers: { "content-type": "application/json", [secrets.header.toLowerCase()]: secrets.tokens[0] ?? "" },
      body: JSON.stringify(event),
    });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`the endpoint answered ${answer.statusCode}`);
  };
}

/** Resolves when so many submissions are fulfilled. */
async function fulfilled({ database }: BenchApp, count: number): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT count(*)::int AS "count" FROM "Submission" WHERE "state" = 'fulfilled'`,
    );
    if ((rows[0]?.count ?? 0) >= count) return;
    if (Date.now() > end) throw new Error(`${rows[0]?.count} of ${count} orders were fulfilled`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
