import { Pool } from "undici";
import type { AddressInfo } from "node:net";
import { serveWebhooks } from "./bench-app.ts";
import type { BenchContext, Settings } from "./bench-context.ts";
import { createBenchServices } from "./bench-services.ts";
import type { Child } from "./child.ts";
import type { BenchDatabase } from "./database.ts";
import { postAll, postWebhook } from "./post-webhook.ts";
import { seedShop } from "./seed-shop.ts";
import { signedOrder } from "./signed-orders.ts";
import { cpuOfWorkerProcess, profileWorkerProcess, startWorkerProcess, stopWorkerProcess } from "./worker-process.ts";

/** So many that the limits of one shop and of one print account do not matter. */
const SHOPS = 100;
const SENDERS = 32;
/** A run measures so many at least, however many came while the processes before were stopping. */
const LEAST_ORDERS = 10;
/** A run whose orders stop coming has failed, in milliseconds. */
const SILENCE_MS = 90_000;

/** Orders whose deliveries are committed and wait for workers. */
export interface Backlog {
  database: BenchDatabase;
  /**
   * Starts so many worker processes, lets them bring the next `count` orders to the print service, and stops them.
   * Seconds from the first of these creates to the last, without the first tenth, in which the processes warm up; of how many orders
   * that is; and the milliseconds of CPU that the processes took for each of these.
   */
  work(processes: number, count: number): Promise<{ seconds: number; orders: number; cpuMs: number }>;
  /** The same with one process, and where its time went after the first tenth. */
  profile(count: number): Promise<string>;
  drop(): Promise<void>;
}

/** Sends `size` orders of a hundred shops, each with a print account of its own, to the endpoints; no worker runs. */
export async function createBacklog(context: BenchContext, size: number): Promise<Backlog> {
  const database = await context.freshDatabase();
  const settings = context.settingsFor(database.url);
  await receive(settings, size);
  // What the endpoints wrote reaches the disk before anything is measured.
  await database.pool.query("CHECKPOINT");
  let early = 0;
  return {
    database,
    async work(processes, count) {
      const worked = await work(context, settings, { processes, count, early, profiled: false });
      early = worked.early;
      return worked;
    },
    async profile(count) {
      return (await work(context, settings, { processes: 1, count, early, profiled: true })).profiles.join("; ");
    },
    drop: () => database.drop(),
  };
}

async function receive(settings: Settings, size: number): Promise<void> {
  const services = createBenchServices(settings);
  const shops = Array.from({ length: SHOPS }, (_, at) => `shop-${at}.myshopify.com`);
  for (const shop of shops) await seedShop(services, shop);
  const server = await serveWebhooks(services);
  const client = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { connections: SENDERS });
  try {
    const numbers = Array.from({ length: size }, (_, at) => at);
    const post = (at: number) => postWebhook(client, signedOrder(at), "orders/create", shops[at % SHOPS]);
    await postAll(numbers, SENDERS, post);
  } finally {
    await client.close();
    await new Promise((resolve) => server.close(resolve));
    await services.close();
  }
}

/** How the next orders of a backlog are worked off: `early` came while the processes before were stopping. */
interface Share {
  processes: number;
  count: number;
  early: number;
  profiled: boolean;
}

interface Worked {
  seconds: number;
  orders: number;
  early: number;
  cpuMs: number;
  profiles: string[];
}

async function work(
  context: BenchContext,
  settings: Settings,
  { processes, count, early, profiled }: Share,
): Promise<Worked> {
  const wanted = Math.max(LEAST_ORDERS, count - early);
  const skipped = Math.floor(wanted / 10);
  const creates = collectCreates(context, { wanted, skipped });
  const workers: Child[] = [];
  const profiles: string[] = [];
  let cpuMs = 0;
  let measured = 0;
  try {
    for (let at = 0; at < processes; at += 1) workers.push(await startWorkerProcess(settings));
    // What the start compiles and loads is no part of an order.
    await creates.warm;
    if (profiled) await Promise.all(workers.map(profileWorkerProcess));
    cpuMs -= await cpuOf(workers);
    measured -= creates.instants.length;
    await creates.all;
    cpuMs += await cpuOf(workers);
    measured += creates.instants.length;
  } finally {
    const stopped = await Promise.all(workers.map((worker) => stopWorkerProcess(context, worker)));
    profiles.push(...stopped.flatMap((profile) => profile ?? []));
    context.service.onCreate(null);
  }
  const counted = creates.instants.slice(skipped, wanted);
  const [first = 0, last = 0] = [counted[0], counted.at(-1)];
  const orders = counted.length - 1;
  return {
    seconds: (last - first) / 1000,
    orders,
    early: Math.max(0, early + creates.instants.length - count),
    cpuMs: cpuMs / measured,
    profiles,
  };
}

async function cpuOf(workers: readonly Child[]): Promise<number> {
  const all = await Promise.all(workers.map(cpuOfWorkerProcess));
  return all.reduce((sum, ms) => sum + ms, 0);
}

/** The instants of creates from now on; `warm` resolves after the skipped ones, `all` with the last one. */
function collectCreates(
  { service }: BenchContext,
  { wanted, skipped }: { wanted: number; skipped: number },
): { instants: number[]; warm: Promise<void>; all: Promise<void> } {
  const instants: number[] = [];
  const { promise: warm, resolve: warmedUp } = Promise.withResolvers<void>();
  const all = new Promise<void>((resolve, reject) => {
    const giveUp = () => reject(new Error(`${instants.length} of ${wanted} orders came to the print service`));
    let timer = setTimeout(giveUp, SILENCE_MS);
    service.onCreate((_reference, at) => {
      instants.push(at);
      clearTimeout(timer);
      if (instants.length > skipped) warmedUp();
      if (instants.length >= wanted) return resolve();
      timer = setTimeout(giveUp, SILENCE_MS);
    });
  });
  // Awaited by the caller, unless a worker does not start.
  all.catch(() => undefined);
  return { instants, warm: Promise.race([warm, all]), all };
}
