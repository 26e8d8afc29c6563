import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  beginReconciliation,
  readReconciliation,
  reconciliationRun,
} from "../../app/orders/reconciliation/run-reconciliation.ts";
import { shiftDay } from "../../app/settings/date-range.ts";
import { dayOf } from "../../app/settings/wall-time.ts";
import { takeTurn } from "../../app/long-runs/engine.ts";
import { readShop } from "../../app/orders/core/shop-row.ts";
import { connectPracticeAccount } from "../../app/print-accounts/print-accounts.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

const OTHER = "other.myshopify.com";
const HOUR_MS = 3_600_000;
/** 31 days, five at once. */
const PARTS = 7;
let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ workers: false });
  await testApp.addShop(OTHER);
});
beforeEach(async () => {
  testApp.printService.clearFaults();
  await ctx().db.reconciliation.deleteMany();
});
afterAll(() => testApp.close());

const ctx = () => testApp.services.core.ctx;
const readTestShop = async (domain = testApp.shop) => (await readShop(ctx().sql, { domain })) ?? expect.unreachable();
/** The longest range that ends so many days ago. */
const month = (daysAgo = 0) => {
  const to = shiftDay(dayOf(ctx().clock.now(), "UTC"), -daysAgo);
  return { from: shiftDay(to, -30), to };
};
const begin = async (range = month(), domain = testApp.shop) =>
  beginReconciliation(ctx(), await readTestShop(domain), range);
const read = async (range = month(), domain = testApp.shop) =>
  readReconciliation(ctx(), await readTestShop(domain), range);
const atWork = async () => (await reconciliationRun.due(ctx())).map(({ id }) => id);
const run = async (stopping = new AbortController().signal) => {
  for (const due of await reconciliationRun.due(ctx()))
    await takeTurn(ctx(), reconciliationRun, due, { stopping, claimMs: HOUR_MS });
};
const listCalls = () => testApp.printService.state().calls["list"] ?? 0;

it("a turn that is stopped continues where it ended, and no part is read twice", async () => {
  const before = listCalls();
  testApp.printService.addFault({ endpoint: "list", effect: "slow", ms: 300, times: 100 });
  await begin();
  expect(await read()).toEqual({ status: "reading", range: month(), progress: { done: 0, total: PARTS } });
  const [id = expect.unreachable()] = await atWork();
  const stopping = new AbortController();
  const turn = run(stopping.signal);
  await until("the first part", async () => (await reconciliationRun.progress(ctx(), id)).done > 0);
  stopping.abort();
  await turn;
  const progress = await reconciliationRun.progress(ctx(), id);
  expect(progress.total).toBe(PARTS);
  expect(await atWork()).toEqual([id]);
  expect(progress.done).toBeLessThan(PARTS);
  testApp.printService.clearFaults();
  await run();
  expect(await reconciliationRun.progress(ctx(), id)).toEqual({ done: PARTS, total: PARTS });
  expect(await read()).toMatchObject({ status: "compared", reconciliation: { range: month() } });
  // Each part has one page, which is empty.
  expect(listCalls() - before).toBe(PARTS);
  expect(await atWork()).toEqual([]);
});

it("a list that cannot be read ends it with a reason, and staff may begin again", async () => {
  testApp.printService.addFault({ endpoint: "list", effect: "server_error", times: 10 });
  await begin();
  await expect(run()).rejects.toMatchObject({ name: "UnavailableError" });
  expect(await read()).toEqual({ status: "unavailable" });
  expect(await atWork()).toEqual([]);
  testApp.printService.clearFaults();
  await begin();
  await run();
  expect(await read()).toMatchObject({ status: "compared" });
});

it("who asks for days that are being read gets that comparison; other days wait for them", async () => {
  await begin();
  const [first] = await atWork();
  await Promise.all([begin(), begin()]);
  testApp.clock.advance(1_000);
  await begin(month(5));
  expect(await atWork()).toEqual([first]);
  await run();
  expect(await read()).toMatchObject({ status: "compared" });
  expect(await read(month(5))).toMatchObject({ status: "reading" });
  await run();
  expect(await read(month(5))).toMatchObject({ status: "compared" });
});

it("an earlier result is replaced, and one of other days is kept for an hour", async () => {
  await begin();
  await begin(month(5));
  await run();
  await run();
  await begin();
  expect(await read()).toMatchObject({ status: "reading" });
  expect(await read(month(5))).toMatchObject({ status: "compared" });
  testApp.clock.advance(HOUR_MS + 1_000);
  await begin(month(6));
  expect(await read(month(5))).toEqual({ status: "unavailable" });
});

it("another shop sees nothing of it", async () => {
  await begin();
  await run();
  expect(await read(month(), OTHER)).toEqual({ status: "unavailable" });
});

it("is not shown as that of another account, which the shop uses since, nor without one", async () => {
  await begin();
  await run();
  const { id, printAccountId } = await readTestShop();
  const use = (account: typeof printAccountId) =>
    ctx().db.shop.update({ where: { id }, data: { printAccountId: account } });
  await connectPracticeAccount(ctx(), { id });
  expect(await read()).toEqual({ status: "unavailable" });
  await use(null);
  expect(await read()).toEqual({ status: "not_connected" });
  await use(printAccountId);
  expect(await read()).toMatchObject({ status: "compared" });
});
