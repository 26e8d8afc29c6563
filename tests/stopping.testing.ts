import { spawn } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import { freePort } from "../scripts/launcher/free-port.ts";
import { startPrivateRedis, type PrivateRedis } from "../scripts/launcher/private-redis.ts";
import { order, stockShop } from "./support/goods.ts";
import { startTestApp, type TestApp } from "./support/test-app.ts";
import { UNSAFE_DATABASE } from "./support/unsafe-database.ts";
import { until } from "./support/until.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const REROUTE = pathToFileURL(`${ROOT}/sandbox/reroute.ts`).href;

interface Stage {
  testApp: TestApp;
  redis: PrivateRedis;
}

/** `server.ts` with ROLE=worker on the world's database, between its stand-ins. */
async function startWorker({ testApp, redis }: Stage) {
  const { env } = testApp.services.core;
  const settings = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    NODE_ENV: "production",
    ROLE: "worker",
    PORT: String(await freePort()),
    DATABASE_URL: env.databaseUrl,
    ...UNSAFE_DATABASE,
    REDIS_URL: redis.url,
    CREDENTIALS_KEY: Buffer.from(env.encryptionKeys[0].key).toString("base64"),
    SHOPIFY_API_KEY: env.shopify.apiKey,
    SHOPIFY_API_SECRET: env.shopify.apiSecret,
    SHOPIFY_APP_URL: env.shopify.appUrl,
    SCOPES: env.shopify.scopes.join(","),
    PRINT_SERVICE_URL: env.printService.url,
    INKBRIDGE_SHOPIFY_STANDIN: testApp.shopify.url,
  } as unknown as NodeJS.ProcessEnv;
  const child = spawn(`${ROOT}/node_modules/.bin/node`, ["--import", REROUTE, "server.ts"], {
    cwd: ROOT,
    env: settings,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { child, ended, output: () => output };
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
  const worker = await startWorker({ testApp, redis });
  const { db } = testApp.services.core.ctx;
  await until("the claim", () => db.submission.findFirst({ where: { state: "submitting" } }));
  await until("the call", () => (testApp.printService.state().calls["create"] ?? 0) > 0);
  const submission = () => db.submission.findFirstOrThrow({ include: { attempts: true } });
  return { testApp, placed, worker, submission };
}
