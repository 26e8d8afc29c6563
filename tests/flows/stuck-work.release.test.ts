import pg from "pg";
import { afterEach, expect, inject, it } from "vitest";
import { breakableRedis } from "../support/breakable-redis.ts";
import { slowness } from "../support/slowness.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

const STUCK_AFTER_MS = 2_000;
/** Longer than a busy machine takes for a run that the database refuses. */
const DEAD_AFTER_MS = 6_000;
/** Within which a stuck queue has to show: its limit, and what one probe and one scrape may take. */
const DETECTED_WITHIN_MS = (STUCK_AFTER_MS + 8_000) * slowness;

let testApp: TestApp;
let restore: () => Promise<unknown>;
afterEach(async () => {
  await restore();
  await testApp.close();
});

const start = (redisUrl?: string) =>
  startTestApp({
    redisUrl,
    stuckAfterMs: STUCK_AFTER_MS,
    deadAfterMs: DEAD_AFTER_MS,
    intervals: { canaryEveryMs: 200 },
  });

/** The value of a metric without labels, or the highest of its queues. */
async function metric(name: string): Promise<number> {
  const text = await testApp.services.metrics();
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "gm"))];
  return Math.max(...values.map(([, value]) => Number(value)));
}

it("with Redis stopped work moves on by polls, and the missing Redis shows", async () => {
  const redis = await breakableRedis();
  restore = () => redis.stop();
  testApp = await start(redis.url);
  await until("Redis is seen", async () => (await metric("inkbridge_redis_up")) === 1);
  await redis.stop();
  await until("it shows", async () => !(await testApp.services.ready()).queue, DETECTED_WITHIN_MS);
  expect(await metric("inkbridge_redis_up")).toBe(0);
  // The canary continues: with none, its age would pass the limit meanwhile.
  const stoppedAt = performance.now();
  await until("longer than the limit", () => performance.now() - stoppedAt > STUCK_AFTER_MS + 500);
  expect(await testApp.services.ready()).toMatchObject({ database: true, queue: false, work: true });
  expect(await metric("inkbridge_canary_age_seconds")).toBeLessThan(STUCK_AFTER_MS / 1000);
});

it("with the database away it shows within the limit that nothing moves, and when it moves again", async () => {
  testApp = await start();
  const { pool } = testApp.services.core.database;
  const { rows } = await pool.query<{ name: string }>(`SELECT current_database() AS "name"`);
  const name = rows[0]?.name ?? "";
  const maintenance = new pg.Client({ connectionString: inject("postgresUrl") });
  await maintenance.connect();
  const allow = (allowed: boolean) => maintenance.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`);
  restore = async () => {
    await allow(true);
    await maintenance.end();
  };
  expect(await testApp.services.ready()).toEqual({ database: true, queue: true, work: true });
  await allow(false);
  await maintenance.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
  await until("it shows", async () => (await testApp.services.ready()).work === false, DETECTED_WITHIN_MS);
  expect(await testApp.services.ready()).toMatchObject({ database: false, work: false });
  expect(await metric("inkbridge_database_up")).toBe(0);
  expect(await metric("inkbridge_canary_age_seconds")).toBeGreaterThan(STUCK_AFTER_MS / 1000);
  // Another process would do no better.
  expect(testApp.services.alive()).toBe(true);
  await allow(true);
  await until("work moves", async () => (await testApp.services.ready()).work === true, DETECTED_WITHIN_MS);
});

it("a queue whose table answers nobody shows within the limit, while the others move", async () => {
  testApp = await start();
  const { pool } = testApp.services.core.database;
  const blocker = await pool.connect();
  restore = async () => {
    await blocker.query("ROLLBACK");
    blocker.release();
  };
  await blocker.query(`BEGIN; LOCK TABLE "Parcel" IN ACCESS EXCLUSIVE MODE`);
  await until("it shows", async () => (await testApp.services.ready()).work === false, DETECTED_WITHIN_MS);
  // No run of the queue ends: after a longer time only a new process would help.
  await until("only a new process would help", () => !testApp.services.alive(), DEAD_AFTER_MS + DETECTED_WITHIN_MS);
  const { parcel = 0, delivery = 0 } = testApp.services.core.queueProgress.sinceProgress();
  expect(parcel).toBeGreaterThan(STUCK_AFTER_MS);
  expect(delivery).toBeLessThan(parcel);
  await blocker.query("ROLLBACK");
  await until("work moves", async () => (await testApp.services.ready()).work === true, DETECTED_WITHIN_MS);
  expect(testApp.services.alive()).toBe(true);
});
