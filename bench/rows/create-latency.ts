import { randomUUID } from "node:crypto";
import { Client } from "undici";
import { median, type Row } from "../figures.ts";
import { insertOne } from "../insert.ts";
import { startBenchApp, type BenchApp } from "../bench-app.ts";
import { postWebhook, snapshotOf } from "../post-webhook.ts";
import { signedOrder, type SignedOrder } from "../signed-orders.ts";
import type { StandIn } from "../stand-in.ts";
import type { BenchContext } from "../bench-context.ts";

const WARM_UP = 20;
const FIRST = 100_000;

interface Sample {
  toCreate: number;
  acknowledged: number;
  commit: number;
}

/**
 * From sending a delivery until the print service has the order, one at a time, without edit window and network
 * re-read. Its floor is what cannot be left out: the acknowledgement, and the commits of the order and of the claim.
 */
export async function createLatencyRow(context: BenchContext, service: StandIn): Promise<Row> {
  await context.pool.query('TRUNCATE "WebhookDelivery"');
  const app = await startBenchApp(context.settings);
  const client = new Client(app.origin);
  const ours: number[] = [];
  const baseline: number[] = [];
  let number = FIRST;
  const samples = async (count: number) => {
    const taken: Sample[] = [];
    for (let at = 0; at < count; at += 1)
      taken.push(await sample(context, app, client, service, signedOrder((number += 1))));
    return taken;
  };
  try {
    await app.idle();
    await samples(WARM_UP);
    for (let run = 0; run < context.effort.runs; run += 1) {
      const taken = await samples(context.effort.singles);
      const p50 = (pick: keyof Sample) => median(taken.map((one) => one[pick]));
      ours.push(p50("toCreate"));
      baseline.push(p50("acknowledged") + 2 * p50("commit"));
      context.print(
        `to create: ${p50("toCreate").toFixed(2)} ms; acknowledged ${p50("acknowledged").toFixed(2)}, commit ${p50("commit").toFixed(2)}`,
      );
    }
  } finally {
    await client.close();
    await app.stop();
  }
  return {
    name: "delivery to create call, idle; floor: acknowledgement + two commits",
    unit: "ms",
    ours,
    baseline,
    goal: { atMost: 3 },
  };
}

/** One of each, in turn, so that all three see the same moment of the machine. */
async function sample(
  context: BenchContext,
  app: BenchApp,
  client: Client,
  service: StandIn,
  order: SignedOrder,
): Promise<Sample> {
  const acknowledged = await timed(() => postWebhook(client, order, "bench/nothing"));
  await app.idle();
  const commit = await timed(() => insertOne(context.pool, randomUUID(), order.body.subarray(0, 1024)));
  app.shopify.show(snapshotOf(order));
  const arrives = service.nextCreate();
  const start = performance.now();
  await postWebhook(client, order, "orders/create");
  const toCreate = (await arrives) - start;
  await app.idle();
  return { toCreate, acknowledged, commit };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
