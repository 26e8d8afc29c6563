import { Pool } from "undici";
import { startPrivateRedis } from "../../scripts/launcher/private-redis.ts";
import { withBenchApp } from "../bench-app.ts";
import type { BenchContext } from "../bench-context.ts";
import { percentile, type Row } from "../figures.ts";
import { postWebhook, sendEvenly } from "../post-webhook.ts";
import { signedOrder } from "../signed-orders.ts";
import { watchCreates } from "../watch-creates.ts";

/** One delivery every so many milliseconds. */
const EVERY_MS = 500;
const WARM_UP_SECONDS = 5;

/**
 * Redis away while orders go through: from delivery to create call, p95, beside the same with Redis there. Ends only
 * when every order has been created, once.
 */
export async function redisOutageRows(context: BenchContext): Promise<Row[]> {
  const redis = await startPrivateRedis();
  const { awaySeconds } = context.effort;
  try {
    return await withBenchApp(context, { settings: { REDIS_URL: redis.url } }, async (app) => {
      const client = new Pool(app.origin, { connections: 8 });
      let number = 0;
      const toCreate = async (seconds: number) => {
        const count = Math.ceil((seconds * 1000) / EVERY_MS);
        const creates = watchCreates(context.service, count);
        await sendEvenly(EVERY_MS, count, async () => {
          const order = signedOrder((number += 1));
          creates.begin(order);
          await postWebhook(client, order, "orders/create");
        });
        return percentile(await creates.took, 0.95);
      };
      try {
        await toCreate(WARM_UP_SECONDS);
        const withRedis = await toCreate(awaySeconds);
        await redis.halt();
        const withoutRedis = await toCreate(awaySeconds);
        await redis.resume();
        await app.idle();
        return [
          {
            id: "R2",
            name: `delivery to create call, p95, Redis stopped for ${awaySeconds} s; floor: with Redis`,
            unit: "ms",
            ours: [withoutRedis],
            floor: [withRedis],
            goal: null,
            note: "each order was created once; workers find the rows by polling PostgreSQL every 2 s",
          },
        ];
      } finally {
        await client.close();
      }
    });
  } finally {
    await redis.stop();
  }
}
