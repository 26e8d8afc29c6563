import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { newId } from "../../tests/support/ids.ts";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { testRedis } from "../../tests/support/redis.ts";
import { until } from "../../tests/support/until.ts";
import type { WorkRow } from "../orders/core/due-work.ts";
import { MAX_SET } from "./in-sets.ts";
import { createQueues, type Queues } from "./queues.ts";
import { createRowRuns } from "./row-runs.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
let queues: Queues;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());
beforeEach(async () => {
  const { url, prefix } = testRedis();
  queues = createQueues(url, world.ctx.log, { prefix });
  await until("its connection", () => queues.byName.parcel.client.status === "ready");
});
afterEach(() => queues.close());

const open = (work: (id: string) => Promise<unknown>) =>
  createRowRuns(world.ctx, queues, {
    name: "parcel",
    work,
    observe: { began: () => undefined, ended: () => undefined },
    ended: () => undefined,
  });
const rows = (count: number): WorkRow[] =>
  Array.from({ length: count }, () => {
    const id = newId();
    return { id, partition: "a shop", account: null, shopifyCalls: null, failures: 0, tries: 0, logFields: {} };
  });
/** The ids that each job of a state carries. */
const shown = async (state: "active" | "completed") =>
  (await queues.byName.parcel.getJobs([state])).map(({ data }) => data.ids);

it("rows that begin in one turn are one job, up to the size of a set, active while one of them runs", async () => {
  const all = rows(MAX_SET + 1);
  const [last] = all.slice(MAX_SET);
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const runs = open((id) => (id === all[0]?.id ? end : Promise.resolve()));
  const running = all.map((row) => runs.run(row));
  const first = await until("the first job", async () => (await shown("active")).find((ids) => ids.length > 1));
  expect(first).toEqual(all.slice(0, MAX_SET).map(({ id }) => id));
  await until("the end of the second", async () => (await shown("completed")).length === 1);
  expect(await shown("completed")).toEqual([[last?.id]]);
  resolve();
  await Promise.all(running);
  await runs.stop();
  expect(await shown("active")).toEqual([]);
  expect(await shown("completed")).toHaveLength(2);
});

it("rows that begin in different turns are jobs of their own, and those that end at once are shown, too", async () => {
  const runs = open(() => Promise.resolve());
  const both = rows(2);
  for (const row of both) {
    await runs.run(row);
    await nextTurn();
  }
  await runs.stop();
  expect((await shown("completed")).flat().sort()).toEqual(both.map(({ id }) => id).sort());
  expect(await shown("completed")).toHaveLength(2);
});
