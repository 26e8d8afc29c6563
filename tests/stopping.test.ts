import { spawn } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DEFAULT_POLICY } from "../app/orders/core/policy.ts";
import { freePort } from "../scripts/launcher/free-port.ts";
import { startPrivateRedis, type PrivateRedis } from "../scripts/launcher/private-redis.ts";
import { order, stockShop, type Goods } from "./support/goods.ts";
import { startTestApp, type TestApp } from "./support/test-app.ts";
import { UNSAFE_DATABASE } from "./support/unsafe-database.ts";
import { until } from "./support/until.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const REROUTE = pathToFileURL(`${ROOT}/sandbox/reroute.ts`).href;

let testApp: TestApp;
let goods: Goods;
let worker: Awaited<ReturnType<typeof startWorker>>;
let redis: PrivateRedis;

// The world's own workers stay away: the work is the process's.
beforeEach(async () => {
  // Its mark says up to when a database is known: each database has a Redis of its own.
  redis = await startPrivateRedis();
  testApp = await startTestApp({ workers: false });
  goods = await stockShop(testApp);
});
afterEach(async () => {
  worker.child.kill("SIGKILL");
  await worker.ended;
  await testApp.close();
  await redis.stop();
});

/** `server.ts` with ROLE=worker on the world's database, between its stand-ins. */
async function startWorker() {
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
  return { child, ended, output: () => output };
}

const submission = () => testApp.services.core.ctx.db.submission.findFirstOrThrow({ include: { attempts: true } });

/** An order whose create call is on its way, in the process. */
async function sending() {
  const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
  worker = await startWorker();
  const { db } = testApp.services.core.ctx;
  await until("the claim", () => db.submission.findFirst({ where: { state: "submitting" } }), 60_000);
  await until("the call", () => (testApp.printService.state().calls["create"] ?? 0) > 0);
  return placed;
}

it("a create call that is under way is recorded before the process ends, in order", async () => {
  testApp.printService.addFault({ endpoint: "create", effect: "slow", ms: 2_000 });
  await sending();
  worker.child.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
  expect(worker.output()).not.toContain("Warning");
  const { state, attempts } = await submission();
  expect([state, attempts.map((a) => a.outcome)]).toEqual(["submitted", ["accepted"]]);
  expect(testApp.printService.state().orders).toHaveLength(1);
}, 120_000);

it("one that hangs does not hold the process; it says so, and the order is looked for, not sent again", async () => {
  testApp.printService.addFault({ endpoint: "create", effect: "hang" });
  const placed = await sending();
  worker.child.kill("SIGTERM");
  expect(await worker.ended).toBe(1);
  expect(worker.output()).toContain("a part did not stop in order");
  expect((await submission()).state).toBe("submitting");
  expect(await testApp.services.core.ctx.db.lease.count({ where: { name: { startsWith: "sweep-" } } })).toBe(0);

  // The claim is the process's: it counts as lost after its own time.
  testApp.clock.advance(DEFAULT_POLICY.claimTtlMs);
  await testApp.startWorkers();
  const view = await testApp.waitForOrder(placed.id, "found", (v) => v.submissions[0]?.state === "submitted");
  expect(view.submissions[0]?.attempts.map((a) => a.outcome)).toEqual(["lost"]);
  expect(testApp.printService.state().orders).toHaveLength(1);
}, 120_000);

it("a second signal ends it at once", async () => {
  testApp.printService.addFault({ endpoint: "create", effect: "hang" });
  await sending();
  worker.child.kill("SIGTERM");
  await until("the first signal", () => worker.output().includes('"stopping"'));
  const gone = worker.ended.then(() => true);
  const second = setInterval(() => worker.child.kill("SIGTERM"), 50);
  await gone.finally(() => clearInterval(second));
  expect(await worker.ended).toBe(1);
  expect(worker.output()).toContain("a second signal");
}, 120_000);
