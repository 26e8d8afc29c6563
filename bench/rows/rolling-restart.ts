import { Pool } from "undici";
import { freePort } from "../../scripts/launcher/free-port.ts";
import { startApp, type StartedApp } from "../../scripts/launcher/start-app.ts";
import { startBalancer, type Balancer } from "../balancer.ts";
import type { BenchContext, Settings } from "../bench-context.ts";
import { createBenchServices } from "../bench-services.ts";
import type { BenchDatabase } from "../database.ts";
import type { Row } from "../figures.ts";
import { postWebhook, sendEvenly } from "../post-webhook.ts";
import { seedShop } from "../seed-shop.ts";
import { signedOrder } from "../signed-orders.ts";
import { startWorkerProcess, stopWorkerProcess } from "../worker-process.ts";

const SHOPS = Array.from({ length: 20 }, (_, at) => `shop-${at}.myshopify.com`);
const PER_SECOND = 20;
/** A sender repeats what was not acknowledged, as Shopify does; so often, and after so many milliseconds. */
const REPEATS = 20;
const REPEAT_MS = 500;
/** Longer than it takes to look up an order whose worker stopped in the middle of its call. */
const PATIENCE_MS = 4 * 60_000;

/**
 * Two web processes of the build behind one address, and two workers: each is stopped and started in turn while orders
 * come. How many orders were lost or sent to print twice.
 */
export async function rollingRestartRows(context: BenchContext): Promise<Row[]> {
  const database = await context.freshDatabase();
  const settings = context.settingsFor(database.url);
  const processes = await startProcesses(context, settings);
  const client = new Pool(processes.balancer.url, { connections: 16 });
  const prints = new Map<string, number>();
  context.service.onCreate((reference) => {
    const name = reference.slice(0, reference.indexOf("-"));
    prints.set(name, (prints.get(name) ?? 0) + 1);
  });
  let repeated = 0;
  const send = async (at: number) => {
    const order = signedOrder(at);
    for (let tries = 0; ; tries += 1)
      try {
        return await postWebhook(client, order, "orders/create", SHOPS[at % SHOPS.length]);
      } catch (error) {
        if (tries === REPEATS) throw error;
        repeated += 1;
        await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
      }
  };
  try {
    let isRolling = true;
    const rolling = processes.rollAll().finally(() => (isRolling = false));
    const [took] = await Promise.all([sendEvenly(1000 / PER_SECOND, () => isRolling, send), rolling]);
    const count = took.length;
    const open = await workOff(database, prints, count);
    const twice = [...prints.values()].filter((times) => times > 1).length;
    return [
      {
        id: "R14",
        name: "rolling restart of two web and two worker processes under load: orders lost or sent twice",
        unit: "",
        ours: [Math.max(0, count - prints.size - open) + twice],
        floor: null,
        goal: { of: "ours", atMost: 0 },
        note: `${count} orders at ${PER_SECOND}/s; ${repeated} requests were repeated; ${open} orders were still on their way at the end; slowest acknowledgement ${Math.max(...took).toFixed(0)} ms`,
      },
    ];
  } finally {
    context.service.onCreate(null);
    await client.close();
    await processes.stop();
    await database.drop();
  }
}

interface Processes {
  balancer: Balancer;
  /** Stops and starts each process, one after the other. */
  rollAll(): Promise<void>;
  stop(): Promise<void>;
}

async function startProcesses(context: BenchContext, settings: Settings): Promise<Processes> {
  const services = createBenchServices(settings);
  for (const shop of SHOPS) await seedShop(services, shop);
  await services.close();
  const balancer = await startBalancer();
  const webs = [await startWeb(settings), await startWeb(settings)];
  const workers = [await startWorkerProcess(settings), await startWorkerProcess(settings)];
  const useAll = () => balancer.use(webs.map(({ url }) => Number(new URL(url).port)));
  useAll();
  return {
    balancer,
    async rollAll() {
      for (const [at, web] of webs.entries()) {
        balancer.use(webs.filter((one) => one !== web).map(({ url }) => Number(new URL(url).port)));
        await web.stop();
        webs[at] = await startWeb(settings);
        useAll();
      }
      for (const [at, worker] of workers.entries()) {
        await stopWorkerProcess(context, worker);
        workers[at] = await startWorkerProcess(settings);
      }
    },
    async stop() {
      await balancer.stop();
      await Promise.all([
        ...webs.map((web) => web.stop()),
        ...workers.map((worker) => stopWorkerProcess(context, worker)),
      ]);
    },
  };
}

const startWeb = async (settings: Settings): Promise<StartedApp> =>
  startApp({ port: await freePort(), env: { ...settings, ROLE: "web", LOG_LEVEL: "error" } });

/**
 * Waits until every order was printed, nothing is left to do, or nothing comes for a while. Returns how many orders are
 * then still on their way: slow, not lost.
 */
async function workOff(database: BenchDatabase, prints: ReadonlyMap<string, number>, count: number): Promise<number> {
  let seen = prints.size;
  let end = Date.now() + PATIENCE_MS;
  for (;;) {
    const open = await countOpen(database);
    if (prints.size >= count) return 0;
    if (open === 0 || Date.now() > end) return open;
    await new Promise((resolve) => setTimeout(resolve, 200));
    if (prints.size === seen) continue;
    seen = prints.size;
    end = Date.now() + PATIENCE_MS;
  }
}

/** Orders whose delivery waits, or whose submission may still be sent. */
async function countOpen({ pool }: BenchDatabase): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT ((SELECT count(*) FROM "WebhookDelivery" WHERE "state" = 'waiting')
       + (SELECT count(*) FROM "Submission" WHERE "state" IN ('waiting', 'ready', 'submitting', 'uncertain')))::int AS "count"`,
  );
  return rows[0]?.count ?? 0;
}
