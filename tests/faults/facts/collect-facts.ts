import type { Bound, Facts } from "./facts.ts";
import type { Scene } from "../simulation/simulation.ts";
import { PERSONAL } from "../simulation/personal-data.ts";
import { QUICK_POLICY } from "../environment/fast-policy.ts";
import { ACCOUNTS } from "../environment/stocked-shop.ts";
import { atService, bought, sent } from "./external-systems.ts";
import { rowsOf } from "./database-rows.ts";
import type { Watched } from "./resource-monitor.ts";

/** Everything that is known of a scene at rest. `restless`: what still moved when patience ended. */
export async function collect(scene: Scene, watched: Watched, restless: string[]): Promise<Facts> {
  const { plant, shops, since } = scene;
  const domains = shops.map((shop) => shop.domain);
  const rows = await rowsOf(plant.database.pool, domains, accountKeys(scene));
  const deliveries = rows.deliveries.map((row) => ({ ...row, scope: emailOf(scene, row.scope) ?? row.scope }));
  return {
    bought: bought(scene),
    ...atService(scene),
    ...sent(scene),
    ...rows,
    deliveries,
    forged: scene.forged,
    unreadable: unreadable(scene),
    restless,
    texts: [
      { where: "the log", text: plant.logs().slice(since.log) },
      { where: "Redis", text: watched.redis },
    ],
    secrets: secrets(scene),
    bounds: bounds(scene, watched, rows),
    erased: await leftOfErased(scene),
    quietPeriodMs: QUICK_POLICY.quietPeriodMs,
    accounts: shops.map((shop) => ({ shop: shop.domain, account: shop.account })),
  };
}

/** The keys in the registered addresses of the scene's print accounts, which may be gone from the database by now. */
function accountKeys({ plant, shops }: Scene): string[] {
  const ours = plant.press.remembers.registrations.filter((one) => shops.some((shop) => shop.account === one.account));
  return [...new Set(ours.map((one) => new URL(one.endpoint).pathname.split("/")[2] ?? ""))];
}

const LEFT = `SELECT (SELECT count(*) FROM "Order" o WHERE o."shopId" = s."id") + (SELECT count(*) FROM "Mapping" m WHERE m."shopId" = s."id")
  + (SELECT count(*) FROM "Session" e WHERE e."shop" = s."domain") AS "left" FROM "Shop" s WHERE s."domain" = $1`;

async function leftOfErased({ plant, shops }: Scene): Promise<Facts["erased"]> {
  const asked = shops.filter(({ redact }) => redact?.state === "delivered");
  const rows = asked.map(async ({ domain }) => {
    const found = await plant.database.pool.query<{ left: string }>(LEFT, [domain]);
    return { shop: domain, left: Number(found.rows[0]?.left ?? 0) };
  });
  return Promise.all(rows);
}

/** The account whose registered address carries this key. */
function emailOf({ plant }: Scene, key: string): string | undefined {
  return plant.press.remembers.registrations.find((one) => one.endpoint.includes(`/${key}/`))?.account;
}

function secrets({ plant, shops }: Scene): Facts["secrets"] {
  const { tokens, registrations } = plant.press.remembers;
  const accounts = ACCOUNTS.filter(({ email }) => shops.some((shop) => shop.account === email));
  return [
    ...PERSONAL,
    ...accounts.map(({ password }) => ({ what: "a password", word: password })),
    ...accounts.map(({ email }) => ({ what: "an account's e-mail", word: email })),
    ...[...tokens.keys()].map((word) => ({ what: "a token of the print service", word })),
    ...registrations.map((one) => ({ what: "an event key", word: one.accessToken })),
    { what: "a token of Shopify", word: "shpat_" },
    { what: "a refresh token of Shopify", word: "shprt_" },
    { what: "the app's secret", word: plant.shopify.core.app.secret },
    { what: "the sealing key", word: Buffer.alloc(32, 7).toString("base64") },
  ];
}

const MEGABYTE = 1024 * 1024;
/** Of each process, and of the runner. */
const POOL = 12;

function bounds({ plant, orders }: Scene, watched: Watched, rows: Awaited<ReturnType<typeof rowsOf>>): Bound[] {
  const most = (numbers: number[]) => Math.max(0, ...numbers);
  return [
    { what: "attempts of a submission", measured: most(rows.submissions.map((row) => row.attempts.length)), most: 30 },
    {
      what: "attempts in vain of a submission",
      measured: most(rows.submissions.map((row) => row.attempts.filter(({ vain }) => vain).length)),
      most: QUICK_POLICY.mostAttempts,
    },
    { what: "submissions of the scene", measured: rows.submissions.length, most: orders.size * 3 },
    { what: "tries of a delivery", measured: most(rows.deliveries.map((row) => row.attempts)), most: 100 },
    { what: "connections to the database", measured: watched.connections, most: (plant.processes.length + 2) * POOL },
    { what: "characters in Redis at once", measured: watched.redisSize, most: MEGABYTE },
    ...plant.processes.map((one) => ({
      what: `megabytes of ${one.name}`,
      measured: Math.round(one.peakRssBytes / MEGABYTE),
      most: 800,
    })),
  ];
}

/** Every delivery of a body that nobody can read: it may have been sent twice under two ids. */
function unreadable({ plant, unreadable: ids }: Scene): string[] {
  const { deliveries } = plant.shopify.webhooks;
  const events = new Set(deliveries.filter((one) => ids.includes(one.id)).map((one) => one.eventId));
  return deliveries.filter((one) => events.has(one.eventId)).map((one) => one.id);
}
