import { afterEach, beforeEach, expect, it } from "vitest";
import { newId } from "../../tests/support/ids.ts";
import { testRedis } from "../../tests/support/redis.ts";
import { silentLog } from "../../tests/support/silent-log.ts";
import { until } from "../../tests/support/until.ts";
import { createQueues, type Queues } from "./queues.ts";
import { createRunJobs } from "./run-jobs.ts";
import { takeWakeUps } from "./take-wake-ups.ts";

const DONE = { failure: null, dueAt: null };
const LOCK_MS = 4_000;

let queues: Queues;
beforeEach(async () => {
  const { url, prefix } = testRedis();
  queues = createQueues(url, silentLog, { prefix, lockMs: LOCK_MS });
  await until("its connection", () => queues.byName.parcel.client.status === "ready");
});
afterEach(() => queues.close());

/** Bull's jobs of parcels in a state. */
const jobsIn = (state: "active" | "completed" | "failed" | "delayed") => queues.byName.parcel.getJobs([state]);

it("a run is active until it ends, then completed, or failed with its code alone", async () => {
  const jobs = createRunJobs(queues, "parcel");
  const [done, failed] = [newId(), newId()];
  const endDone = jobs.begin(newId(), done);
  const endFailed = jobs.begin(newId(), failed);
  await until("both", async () => (await jobsIn("active")).length === 2);
  expect((await jobsIn("active")).map(({ data }) => data.id).sort()).toEqual([done, failed].sort());
  endDone({ failure: null, dueAt: new Date() });
  endFailed({ failure: "tracking_unmatched", dueAt: null });
  await jobs.stop(5_000);
  expect(await jobsIn("active")).toEqual([]);
  expect((await jobsIn("completed")).map((job) => [job.data, job.returnvalue as unknown])).toEqual([
    [{ id: done }, "put_off"],
  ]);
  const [shown] = await jobsIn("failed");
  expect([shown?.data, shown?.failedReason, shown?.stacktrace]).toEqual([{ id: failed }, "tracking_unmatched", []]);
});

it("a run keeps its job's lock for as long as it takes", async () => {
  const jobs = createRunJobs(queues, "parcel");
  const end = jobs.begin(newId(), newId());
  const [job] = await until("its job", async () => {
    const active = await jobsIn("active");
    return active.length > 0 && active;
  });
  const { client } = queues.byName.parcel;
  let remainingMs = Infinity;
  await until("a lock that lasts longer than before", async () => {
    const before = remainingMs;
    remainingMs = await client.pttl(job?.lockKey() ?? "");
    return remainingMs > before;
  });
  end(DONE);
  await jobs.stop(5_000);
  expect(await jobsIn("completed")).toHaveLength(1);
});

it("a row that is put off has one delayed job for that time, which says when", async () => {
  const jobs = createRunJobs(queues, "parcel");
  const id = newId();
  const now = new Date("2026-11-22T10:00:00Z");
  const dueAt = new Date(now.getTime() + 90_000);
  const before = Date.now();
  jobs.addDelayed(id, dueAt, now);
  jobs.addDelayed(id, dueAt, now);
  const [job, ...others] = await until("the job", async () => {
    const delayed = await jobsIn("delayed");
    return delayed.length > 0 && delayed;
  });
  expect(others).toEqual([]);
  expect(job?.data).toEqual({ id });
  expect((job?.timestamp ?? 0) + 90_000).toBeGreaterThanOrEqual(before + 90_000);
  expect(job?.opts.delay).toBe(90_000);
  await jobs.stop(5_000);
});

it("the last thousand are kept, with ids and codes only", async () => {
  const jobs = createRunJobs(queues, "parcel");
  const ids = Array.from({ length: 1_040 }, () => newId());
  // No more at once than Redis may leave unconfirmed.
  for (let at = 0; at < ids.length; at += 40) {
    const ends = ids.slice(at, at + 40).map((id) => jobs.begin(newId(), id));
    for (const end of ends) end(DONE);
    await until("forty", async () => (await queues.byName.parcel.getActiveCount()) === 0);
    await until("their ends", async () => (await queues.byName.parcel.getCompletedCount()) >= Math.min(at + 40, 1_000));
  }
  await jobs.stop(5_000);
  const kept = await jobsIn("completed");
  expect(kept).toHaveLength(1_000);
  expect(new Set(kept.map(({ data }) => data.id))).toEqual(new Set(ids.slice(40)));
  const [key = ""] = await queues.byName.parcel.client.keys(queues.byName.parcel.toKey(String(kept[0]?.id)));
  const hash = await queues.byName.parcel.client.hgetall(key);
  expect(Object.keys(JSON.parse(hash["data"] ?? "") as object)).toEqual(["id"]);
  expect(Object.keys(hash).sort()).toEqual(
    ["data", "delay", "finishedOn", "name", "opts", "priority", "processedOn", "returnvalue", "timestamp"].sort(),
  );
});

it("a job whose end Redis did not take names a code, and shows no stack", async () => {
  const { parcel: queue } = queues.byName;
  const run = Promise.withResolvers<typeof DONE>();
  const wakeUps = takeWakeUps(queue, 1, () => run.promise, silentLog);
  const job = await queue.add({ id: newId() });
  await until("its lock", async () => (await queue.client.exists(job.lockKey())) === 1);
  await queue.client.del(job.lockKey());
  run.resolve(DONE);
  const key = queue.toKey(String(job.id));
  const reason = await until("its reason", () => queue.client.hget(key, "failedReason"));
  expect([reason, await queue.client.hget(key, "stacktrace")]).toEqual(["end_not_written", "[]"]);
  await wakeUps.ended();
});
