import type { Bound, Facts } from "./facts.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { PERSONAL_DATA } from "../simulation/personal-data.ts";
import { FAST_POLICY } from "../environment/fast-policy.ts";
import { ACCOUNTS } from "../environment/stocked-shop.ts";
import { providerFacts, shopifyOrders, sentWebhooks } from "./external-systems.ts";
import { catalogFacts } from "./catalog-facts.ts";
import { readBoardJobs } from "./board-jobs.ts";
import { readRows } from "./database-rows.ts";
import type { Measurements } from "./resource-monitor.ts";

/** Everything that is known of a scene at rest. `unsettled`: what still moved when patience ended. */
export async function collectFacts(
  simulation: Simulation,
  measurements: Measurements,
  unsettled: string[],
): Promise<Facts> {
  const { environment, shops, since } = simulation;
  const domains = shops.map((shop) => shop.domain);
  const rows = await readRows(environment.database.pool, domains, accountKeys(simulation));
  const deliveries = rows.deliveries.map((row) => ({ ...row, scope: emailOf(simulation, row.scope) ?? row.scope }));
  return {
    shopifyOrders: shopifyOrders(simulation),
    ...providerFacts(simulation),
    ...sentWebhooks(simulation),
    ...rows,
    deliveries,
    paymentLimits: shops.flatMap(({ domain: shop, plan: { payments } }) =>
      payments.by === "automatically" ? [{ shop, perDay: payments.perDay }] : [],
    ),
    forgedRequests: simulation.forgedRequests,
    unreadableIds: unreadableIds(simulation),
    unpaidInSilence: simulation.unpaidInSilence,
    unsettled,
    texts: [
      { where: "the log", text: environment.logs().slice(since.log) },
      { where: "Redis", text: measurements.redis },
    ],
    secrets: secrets(simulation),
    bounds: bounds(simulation, measurements, rows),
    catalog: await catalogFacts(simulation),
    jobs: await readBoardJobs(environment),
    erased: await remainingRowsOfErasedShops(simulation),
    providerLagMs: FAST_POLICY.providerLagMs,
    refusesRepeats: environment.interfaceVersion === "v3",
    accounts: shops.map((shop) => ({ shop: shop.domain, account: shop.account })),
    pauses: shops.map((shop) => ({ shop: shop.domain, periods: shop.pauses })),
  };
}

/** The keys in the registered addresses of the scene's print accounts, which may be gone from the database by now. */
function accountKeys({ environment, shops }: Simulation): string[] {
  const ownRegistrations = environment.printService.store.registrations.filter((one) =>
    shops.some((shop) => shop.account === one.account),
  );
  return [...new Set(ownRegistrations.map((one) => new URL(one.endpoint).pathname.split("/")[2] ?? ""))];
}

const COUNT_REMAINING_ROWS = `SELECT (SELECT count(*) FROM "Order" o WHERE o."shopId" = s."id") + (SELECT count(*) FROM "Mapping" m WHERE m."shopId" = s."id")
  + (SELECT count(*) FROM "Session" e WHERE e."shop" = s."domain") AS "left" FROM "Shop" s WHERE s."domain" = $1`;

async function remainingRowsOfErasedShops({ environment, shops }: Simulation): Promise<Facts["erased"]> {
  const redactedShops = shops.filter(({ redact }) => redact?.state === "delivered");
  const rows = redactedShops.map(async ({ domain }) => {
    const found = await environment.database.pool.query<{ left: string }>(COUNT_REMAINING_ROWS, [domain]);
    return { shop: domain, left: Number(found.rows[0]?.left ?? 0) };
  });
  return Promise.all(rows);
}

/** The account whose registered address carries this key. */
function emailOf({ environment }: Simulation, key: string): string | undefined {
  return environment.printService.store.registrations.find((one) => one.endpoint.includes(`/${key}/`))?.account;
}

function secrets({ environment, shops }: Simulation): Facts["secrets"] {
  const { tokens, registrations } = environment.printService.store;
  const accounts = ACCOUNTS.filter(({ email }) => shops.some((shop) => shop.account === email));
  return [
    ...PERSONAL_DATA,
    ...accounts.map(({ password }) => ({ what: "a password", word: password })),
    ...accounts.map(({ email }) => ({ what: "an account's e-mail", word: email })),
    ...[...tokens.keys()].map((word) => ({ what: "a token of the print service", word })),
    ...registrations.map((one) => ({ what: "an event key", word: one.accessToken })),
    { what: "a token of Shopify", word: "shpat_" },
    { what: "a refresh token of Shopify", word: "shprt_" },
    { what: "the app's secret", word: environment.shopify.core.app.secret },
    { what: "the encryption key", word: Buffer.alloc(32, 7).toString("base64") },
  ];
}

const MEGABYTE = 1024 * 1024;
/** The last thousand completed and the last thousand failed jobs of four queues, some 400 characters each; and the rest. */
const MAX_REDIS_SIZE = 5 * MEGABYTE;
/** Of each process, and of the runner. */
const CONNECTIONS_PER_PROCESS = 12;

function bounds(
  { environment, orders }: Simulation,
  measurements: Measurements,
  rows: Awaited<ReturnType<typeof readRows>>,
): Bound[] {
  const max = (numbers: number[]) => Math.max(0, ...numbers);
  return [
    { what: "attempts of a submission", measured: max(rows.submissions.map((row) => row.attempts.length)), limit: 30 },
    {
      what: "attempts in vain of a submission",
      measured: max(rows.submissions.map((row) => row.attempts.filter(({ failed }) => failed).length)),
      limit: FAST_POLICY.maxAttempts,
    },
    { what: "submissions of the scene", measured: rows.submissions.length, limit: orders.size * 3 },
    { what: "tries of a delivery", measured: max(rows.deliveries.map((row) => row.tries)), limit: 100 },
    {
      what: "connections to the database",
      measured: measurements.connections,
      limit: (environment.processes.length + 2) * CONNECTIONS_PER_PROCESS,
    },
    { what: "characters in Redis at once", measured: measurements.redisSize, limit: MAX_REDIS_SIZE },
    ...environment.processes.map((one) => ({
      what: `megabytes of ${one.name}`,
      measured: Math.round(one.peakRssBytes / MEGABYTE),
      limit: 800,
    })),
  ];
}

/** Every delivery of a body that nobody can read: it may have been sent twice under two ids. */
function unreadableIds({ environment, unreadableIds: ids }: Simulation): string[] {
  const { deliveries } = environment.shopify.webhooks;
  const events = new Set(deliveries.filter((one) => ids.includes(one.id)).map((one) => one.eventId));
  return deliveries.filter((one) => events.has(one.eventId)).map((one) => one.id);
}
