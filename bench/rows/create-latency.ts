import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Client } from "undici";
import { withBenchApp, type BenchApp } from "../bench-app.ts";
import type { BenchContext } from "../bench-context.ts";
import { startProfile } from "../cpu-profile.ts";
import { median, percentile, type Row } from "../figures.ts";
import { insertOne } from "../insert.ts";
import { postWebhook } from "../post-webhook.ts";
import { signedOrder, type SignedOrder } from "../signed-orders.ts";
import { watchCreates } from "../watch-creates.ts";

/** Orders until V8 has compiled what most of the way takes: a process serves for days. */
const WARM_UP = 300;
/** Fewer a second than the app sends on one print account: no order waits for the limit. */
const EVERY_MS = 100;

interface Sample {
  toCreate: number;
  acknowledged: number;
  commit: number;
}

/**
 * From sending a delivery until the print service has the order, one at a time, without edit window and network
 * re-read. Its floor is what cannot be left out: the acknowledgement, and the commits of the order and of the claim.
 */
export function createLatencyRows(context: BenchContext): Promise<Row[]> {
  return withBenchApp(context, {}, async (app) => {
    const client = new Client(app.origin);
    const runs: Sample[][] = [];
    const profiles: string[] = [];
    let number = 0;
    const samples = async (count: number) => {
      const taken: Sample[] = [];
      for (let at = 0; at < count; at += 1) {
        const rest = setTimeout(EVERY_MS);
        taken.push(await sample(context, app, client, signedOrder((number += 1))));
        await rest;
      }
      return taken;
    };
    try {
      await app.idle();
      await samples(WARM_UP);
      for (let run = 0; run < context.effort.runs; run += 1) runs.push(await samples(context.effort.singles));
      const stopProfile = await startProfile();
      await samples(context.effort.singles);
      profiles.push(await stopProfile());
    } finally {
      context.service.onCreate(null);
      await client.close();
    }
    return rowsOf(runs, profiles.join());
  });
}

function rowsOf(runs: readonly Sample[][], profile: string): Row[] {
  const p50 = (run: readonly Sample[], pick: keyof Sample) => median(run.map((one) => one[pick]));
  return [
    {
      id: "R7",
      name: "delivery to create call, idle, p50; floor: acknowledgement + two commits",
      unit: "ms",
      ours: runs.map((run) => p50(run, "toCreate")),
      floor: runs.map((run) => p50(run, "acknowledged") + 2 * p50(run, "commit")),
      goal: { of: "ratio", atMost: 4 },
      note: `where the time of the process goes, that of the bench included: ${profile}`,
    },
    {
      id: "R7",
      name: "the same, p99",
      unit: "ms",
      ours: runs.map((run) =>
        percentile(
          run.map((one) => one.toCreate),
          0.99,
        ),
      ),
      floor: null,
      goal: { of: "ours", atMost: 1000 },
    },
  ];
}

/** One of each, in turn, so that all three see the same moment of the machine. */
async function sample(context: BenchContext, app: BenchApp, client: Client, order: SignedOrder): Promise<Sample> {
  const acknowledged = await timed(() => postWebhook(client, order, "bench/nothing"));
  await app.idle();
  const commit = await timed(() => insertOne(app.database.pool, randomUUID(), order.body.subarray(0, 1024)));
  const creates = watchCreates(context.service, 1);
  creates.begin(order);
  await postWebhook(client, order, "orders/create");
  const [toCreate = NaN] = await creates.took;
  await app.idle();
  return { toCreate, acknowledged, commit };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
