import { onTestFinished } from "vitest";
import { freePort } from "../scripts/launcher/free-port.ts";
import { startPrivateRedis } from "../scripts/launcher/private-redis.ts";
import { start } from "./process.testing.ts";
import { REROUTE, settingsBeside } from "./support/built-app.ts";
import { order, stockShop } from "./support/goods.ts";
import { startTestApp, type TestApp } from "./support/test-app.ts";
import { until } from "./support/until.ts";

/** `server.ts` with ROLE=worker on the world's database, between its stand-ins. */
async function startWorker(testApp: TestApp, redisUrl: string) {
  const own = { NODE_ENV: "production", ROLE: "worker", PORT: String(await freePort()), REDIS_URL: redisUrl };
  return start({ ...settingsBeside(testApp), ...own }, REROUTE);
}

/**
 * An order whose create call is on its way, in a process of its own. The test app's workers stay away: the work is the
 * process's.
 */
export async function sending(fault: Parameters<TestApp["printService"]["addFault"]>[0]) {
  // A Redis holds a mark up to when a database is known: each database has one of its own.
  const redis = await startPrivateRedis();
  onTestFinished(redis.stop);
  const testApp = await startTestApp({ workers: false });
  onTestFinished(testApp.close);
  const goods = await stockShop(testApp);
  testApp.printService.addFault(fault);
  const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
  const worker = await startWorker(testApp, redis.url);
  const { db } = testApp.services.core.ctx;
  await until("the claim", () => db.submission.findFirst({ where: { state: "submitting" } }));
  await until("the call", () => (testApp.printService.state().calls["create"] ?? 0) > 0);
  const submission = () => db.submission.findFirstOrThrow({ include: { attempts: true } });
  return { testApp, placed, worker, submission };
}
