import { afterEach, beforeEach, expect, it } from "vitest";
import { newId } from "../../tests/support/ids.ts";
import { testRedis } from "../../tests/support/redis.ts";
import { silentLog } from "../../tests/support/silent-log.ts";
import { until } from "../../tests/support/until.ts";
import type { Progress } from "../ports/progress.ts";
import { createLongRuns, type LongRuns } from "./long-runs.ts";
import { createQueues, type Queues } from "./queues.ts";

const EVERY_MS = 20;

interface Process {
  queues: Queues;
  longRuns: LongRuns;
}

let redis: ReturnType<typeof testRedis>;
let process: Process;
async function open(): Promise<Process> {
  const queues = createQueues(redis.url, silentLog, { prefix: redis.prefix });
  await until("its connection", () => queues.byName.long_run.client.status === "ready");
  return { queues, longRuns: createLongRuns(queues, EVERY_MS) };
}
beforeEach(async () => {
  redis = testRedis();
  process = await open();
});
afterEach(() => process.queues.close());

/** Kind, row, progress, result and reason of the jobs in a state. */
async function shown(state: "active" | "completed" | "failed") {
  const jobs = await process.queues.byName.long_run.getJobs([state]);
  return jobs.map((job) => ({
    kind: job.data.kind,
    ids: job.data.ids,
    progress: job.progress() as number,
    result: job.returnvalue as unknown,
    reason: job.failedReason ?? null,
  }));
}

function runOf(progress: Progress) {
  const { promise: over, resolve: end, reject: fail } = Promise.withResolvers<string>();
  const id = newId();
  return {
    id,
    end,
    fail,
    over,
    run: { kind: "bulk_edit" as const, id, jobId: newId(), readProgress: async () => progress },
  };
}

it("the job of a turn is active with the progress of the whole, which goes on while the turn works", async () => {
  const progress: Progress = { done: 0, total: 0, ended: false };
  const { id, run, over, end } = runOf(progress);
  const turn = process.longRuns.show(run, () => over);
  const active = { kind: "bulk_edit", ids: [id], result: null, reason: null };
  await until("its job", async () => (await shown("active")).length === 1);
  expect(await shown("active")).toEqual([{ ...active, progress: 0 }]);
  Object.assign(progress, { done: 1, total: 3 });
  await until("a third", async () => (await shown("active"))[0]?.progress === 33);
  end("what the turn returns");
  expect(await turn).toBe("what the turn returns");
  await until("its end", async () => (await shown("completed")).length === 1);
  expect(await shown("completed")).toEqual([{ ...active, progress: 33, result: "put_off" }]);
});

it("a run with nothing left to do is done, and all of it", async () => {
  const { run } = runOf({ done: 1, total: 3, ended: true });
  await process.longRuns.show(run, () => Promise.resolve());
  await until("its end", async () => (await shown("completed")).length === 1);
  expect(await shown("completed")).toMatchObject([{ progress: 100, result: "done" }]);
});

it("rows that are all done are not the end", async () => {
  const { run } = runOf({ done: 3, total: 3, ended: false });
  await process.longRuns.show(run, () => Promise.resolve());
  await until("its end", async () => (await shown("completed")).length === 1);
  expect(await shown("completed")).toMatchObject([{ progress: 99, result: "put_off" }]);
});

it("a turn that breaks off fails with the error's name alone, and the caller gets the error", async () => {
  const { run } = runOf({ done: 1, total: 2, ended: false });
  const error = new TypeError("Ada Buyer");
  await expect(process.longRuns.show(run, () => Promise.reject(error))).rejects.toBe(error);
  await until("its end", async () => (await shown("failed")).length === 1);
  expect(await shown("failed")).toMatchObject([{ progress: 50, reason: "TypeError" }]);
});

it("a progress that cannot be read stops no work", async () => {
  const unreadable = {
    ...runOf({ done: 0, total: 0, ended: false }).run,
    readProgress: () => Promise.reject(new Error()),
  };
  expect(await process.longRuns.show(unreadable, () => Promise.resolve(1))).toBe(1);
  await until("its end", async () => (await shown("completed")).length === 1);
});
