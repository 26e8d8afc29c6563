import type { Server } from "node:http";
import { afterEach, expect, it } from "vitest";
import { beginReconciliation } from "../../app/orders/reconciliation/run-reconciliation.ts";
import { dayOf } from "../../app/settings/wall-time.ts";
import { readDryRun } from "../../app/dry-run/read-dry-run.ts";
import { startDryRun } from "../../app/dry-run/dry-run.ts";
import type { QueueName } from "../../app/jobs/queues.ts";
import type { WorkKind } from "../../app/orders/core/due-work.ts";
import { readShop } from "../../app/orders/core/shop-row.ts";
import { createBoardServer } from "../../server/board.ts";
import { closeServer, listen, portOf } from "../../server/listen.ts";
import { breakableRedis, type BreakableRedis } from "../support/breakable-redis.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { idOf } from "../support/ids.ts";
import { startTestApp, type TestApp, type TestAppOptions } from "../support/test-app.ts";
import { until } from "../support/until.ts";

const HOUR = 3_600_000;
const SLOW = { endpoint: "create", effect: "slow", ms: 3_000 } as const;

/** A job as the board's API shows it. */
interface BoardJob {
  id: string;
  name: string;
  timestamp: number;
  processedOn: number | null;
  delay: number;
  failedReason?: string;
  stacktrace: string[];
  data: { ids: string[] };
  progress: number;
  returnValue: unknown;
}
type BoardState = "active" | "waiting" | "delayed" | "completed" | "failed";

let testApp: TestApp;
let goods: Goods;
let server: Server;
let redis: BreakableRedis | null = null;

async function start(options: TestAppOptions = {}): Promise<void> {
  testApp = await startTestApp(options);
  goods = await stockShop(testApp);
  const queues = Object.values(testApp.services.core.queues.byName);
  await until("their connections", () => queues.every(({ client }) => client.status === "ready"));
  server = createBoardServer(await testApp.services.board());
  await listen(server, "127.0.0.1", 0);
}
afterEach(async () => {
  await closeServer(server);
  await testApp.close();
  await redis?.stop();
  redis = null;
});

const db = () => testApp.services.core.ctx.db;
const buy = () => testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
const calls = () => testApp.printService.state().calls["create"] ?? 0;
const submission = () => db().submission.findFirstOrThrow();

/** What the board shows of a queue in a state. */
async function shown(kind: QueueName, state: BoardState): Promise<BoardJob[]> {
  const url = `http://127.0.0.1:${portOf(server)}/api/queues?activeQueue=${kind}&status=${state}&page=1&jobsPerPage=50`;
  const { queues } = (await (await fetch(url)).json()) as { queues: { name: string; jobs: BoardJob[] }[] };
  return queues.find(({ name }) => name === kind)?.jobs ?? expect.unreachable();
}

const jobOf = (kind: WorkKind, state: BoardState, id: string) =>
  until(`${state} on the board`, async () => (await shown(kind, state)).find(({ data }) => data.ids.includes(id)));

it("the job of a submission is active while its create call is under way, and completed afterwards", async () => {
  await start();
  testApp.printService.addFault(SLOW);
  const placed = buy();
  await until("the call", () => calls() > 0);
  const { id, state } = await submission();
  expect(state).toBe("submitting");
  const active = await jobOf("submission", "active", id);
  expect(await shown("submission", "active")).toHaveLength(1);
  expect(active).toMatchObject({ name: id, data: { ids: [id] } });
  expect(active.processedOn).toBeTypeOf("number");

  await testApp.waitForOrder(placed.id, "sent", (view) => view.submissions[0]?.state === "submitted");
  const done = await until("its end", async () =>
    (await shown("submission", "completed")).find((job) => job.id === active.id),
  );
  expect(done).toMatchObject({ data: { ids: [id] }, returnValue: "1 done" });
  const [delivery] = await shown("delivery", "completed");
  expect(await db().webhookDelivery.count({ where: { id: idOf(delivery?.data.ids[0] ?? "") } })).toBe(1);
});

it("a step that failed names its reason, and its row waits as a delayed job that says until when", async () => {
  await start();
  testApp.printService.addFault({ endpoint: "create", effect: "too_many", retryAfter: "3600" });
  buy();
  await until("put off", async () => {
    const row = await db().submission.findFirst();
    return row?.state === "ready" && row.dueAt && row.dueAt.getTime() > testApp.clock.now().getTime() + HOUR / 2;
  });
  const { id, dueAt } = await submission();
  // An earlier step may have failed for another reason, such as an order that Shopify did not show yet.
  const failed = await until("the failed job of the create call", async () =>
    (await shown("submission", "failed")).find(
      (job) => job.data.ids.includes(id) && job.failedReason === "create not_processed HTTP 429",
    ),
  );
  expect(failed.stacktrace).toEqual([]);
  const delayed = await until("the delayed job of the due time", async () =>
    (await shown("wake_up", "delayed")).find((job) => job.id === `submission:${id}@${dueAt?.getTime()}`),
  );
  const remainingMs = (dueAt?.getTime() ?? 0) - testApp.clock.now().getTime();
  expect(Math.abs(delayed.timestamp + delayed.delay - Date.now() - remainingMs)).toBeLessThan(HOUR / 10);
  // A job that found the row due before may end a moment later.
  await until("no job at work", async () => (await shown("submission", "active")).length === 0);
});

it("what cannot be read fails with the code of its problem, and without a word of it", async () => {
  await start({ workers: false });
  const where = { topic: "orders/create" };
  buy();
  const { id } = await until("committed", () => db().webhookDelivery.findFirst({ where }));
  const { encryptor } = testApp.services.core.ctx;
  const bodyEncrypted = new Uint8Array(encryptor.encrypt('{"id": "Ada Buyer"', `delivery:${id}`));
  await db().webhookDelivery.update({ where: { id }, data: { bodyEncrypted } });
  await testApp.startWorkers();
  const failed = await jobOf("delivery", "failed", id);
  const { problem } = await db().webhookDelivery.findUniqueOrThrow({ where: { id } });
  expect([failed.failedReason, failed.stacktrace]).toEqual([problem, []]);
});

it("the delayed job runs its row in time, without any poll of PostgreSQL", async () => {
  await start({ intervals: { pollEveryMs: HOUR } });
  testApp.printService.addFault({ endpoint: "create", effect: "too_many", retryAfter: "1" });
  const placed = buy();
  await testApp.waitForOrder(placed.id, "sent", (view) => view.submissions[0]?.state === "submitted");
  expect(testApp.printService.state().orders).toHaveLength(1);
});

it("a row that the poll found has a job of its own", async () => {
  await start({ workers: false });
  const { client } = testApp.services.core.queues.byName.wake_up;
  const placed = buy();
  const { id } = await until("committed", () => db().webhookDelivery.findFirst({ where: { topic: "orders/create" } }));
  await until("its wake-up", async () => (await shown("wake_up", "waiting")).some(({ data }) => data.ids.includes(id)));
  await client.del(await client.keys(`${testApp.services.core.queues.prefix}:wake_up:*`));
  await testApp.startWorkers();
  await testApp.waitForOrder(placed.id, "sent", (view) => view.submissions[0]?.state === "submitted");
  expect((await jobOf("delivery", "completed", id)).returnValue).toMatch(/^\d+ done/);
});

it("Redis may be emptied while work is under way: each order is sent once, and the board continues", async () => {
  redis = await breakableRedis();
  await start({ redisUrl: redis.url });
  testApp.printService.addFault(SLOW);
  const first = buy();
  await until("the call", () => calls() > 0);
  await until("active", async () => (await shown("submission", "active")).length === 1);
  await testApp.services.core.queues.byName.delivery.client.flushall();
  await testApp.waitForOrder(first.id, "sent", (view) => view.submissions[0]?.state === "submitted");
  const second = buy();
  await testApp.waitForOrder(second.id, "sent", (view) => view.submissions[0]?.state === "submitted");
  expect(testApp.printService.state().orders).toHaveLength(2);
  const last = await db().submission.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
  await jobOf("submission", "completed", last.id);
});

it("a wake-up that is taken again sends nothing twice", async () => {
  await start({ workers: false });
  const placed = Array.from({ length: 5 }, buy);
  const waiting = () => db().webhookDelivery.count({ where: { topic: "orders/create", state: "waiting" } });
  await until("all are kept", async () => (await waiting()) === placed.length);
  const { queues } = testApp.services.core;
  for (const { id } of await db().webhookDelivery.findMany()) queues.wake.delivery(id);
  testApp.printService.addFault(SLOW);
  await testApp.startWorkers();
  await until("a call", () => calls() > 0);
  for (const { id } of await db().submission.findMany()) queues.wakeUps.add("submission", id);
  for (const { id } of placed)
    await testApp.waitForOrder(id, "sent", (view) => view.submissions[0]?.state === "submitted");
  expect(testApp.printService.state().orders).toHaveLength(placed.length);
});

it("the jobs of workers that stop in order have ended", async () => {
  await start();
  testApp.printService.addFault(SLOW);
  buy();
  await until("the call", () => calls() > 0);
  await testApp.stopWorkers();
  const { id, state } = await submission();
  expect(state).toBe("submitted");
  expect(await shown("submission", "active")).toEqual([]);
  expect((await shown("submission", "completed")).flatMap(({ data }) => data.ids)).toContain(id);
});

it("a long run shows how far it is, turn by turn", async () => {
  await start({ intervals: { longRunsEveryMs: { dry_run: 50 } } });
  const { ctx } = testApp.services.core;
  const orders = Array.from({ length: 12 }, buy);
  for (const { id } of orders) await testApp.waitForOrder(id, "received", () => true);
  const shop = (await readShop(testApp.services.core.ctx.sql, { domain: testApp.shop })) ?? expect.unreachable();
  testApp.printService.addFault({ endpoint: "test_price", effect: "slow", ms: 1_500 });
  expect(await startDryRun(ctx, shop)).toBe("started");
  const { id } = (await readDryRun(ctx, shop.id)) ?? expect.unreachable();
  // The shop's variants are read meanwhile.
  const turnsIn = async (state: BoardState) =>
    (await shown("long_run", state)).filter(({ name }) => name === `dry_run ${id}`);
  const active = await until("its job", async () => (await turnsIn("active"))[0]);
  expect(active.data).toMatchObject({ ids: [id], kind: "dry_run" });
  expect(active.progress).toBeLessThan(100);

  await until("its end", async () => (await readDryRun(ctx, shop.id))?.state === "finished");
  const turns = await until("all turns", async () => {
    const completed = await turnsIn("completed");
    return completed.length === 2 && completed;
  });
  // Ten orders are checked in a turn.
  const ends = turns.toSorted((a, b) => a.progress - b.progress).map((job) => [job.progress, job.returnValue]);
  expect(ends).toEqual([
    [83, "put_off"],
    [100, "done"],
  ]);
  expect(await turnsIn("active")).toEqual([]);
});

it("a comparison that cannot be made fails with the error's name, and its row says why", async () => {
  await start();
  const { ctx } = testApp.services.core;
  const shop = (await readShop(testApp.services.core.ctx.sql, { domain: testApp.shop })) ?? expect.unreachable();
  testApp.printService.addFault({ endpoint: "list", effect: "server_error", times: 100 });
  const today = dayOf(ctx.clock.now(), "UTC");
  await beginReconciliation(ctx, { ...shop, timezone: "UTC" }, { from: today, to: today });
  const { id } = await db().reconciliation.findFirstOrThrow();
  const failed = await until("its job", async () =>
    (await shown("long_run", "failed")).find(({ name }) => name === `reconciliation ${id}`),
  );
  expect(failed).toMatchObject({ data: { ids: [id] }, failedReason: "UnavailableError", stacktrace: [] });
  expect(await db().reconciliation.findFirst()).toMatchObject({ state: "failed", problem: "unavailable" });
});

it("its pages load, and its API refuses every change", async () => {
  await start({ workers: false });
  const url = `http://127.0.0.1:${portOf(server)}`;
  const page = await (await fetch(url)).text();
  expect(page).toContain("Inkbridge queues");
  const script = /src="(static\/js\/main[^"]+)"/.exec(page)?.[1] ?? "";
  expect((await fetch(`${url}/${script}`)).status).toBe(200);
  const { queues } = (await (await fetch(`${url}/api/queues`)).json()) as {
    queues: { name: string; readOnlyMode: boolean }[];
  };
  expect(queues.map(({ name, readOnlyMode }) => [name, readOnlyMode])).toEqual([
    ["delivery", true],
    ["order", true],
    ["submission", true],
    ["parcel", true],
    ["long_run", true],
    ["wake_up", true],
  ]);
  expect((await fetch(`${url}/api/queues/submission/pause`, { method: "PUT" })).status).toBe(405);
});
