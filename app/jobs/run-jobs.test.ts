import { afterEach, beforeEach, expect, it } from "vitest";
import { newId } from "../../tests/support/ids.ts";
import { testRedis } from "../../tests/support/redis.ts";
import { silentLog } from "../../tests/support/silent-log.ts";
import { until } from "../../tests/support/until.ts";
import { createQueues, type Queues } from "./queues.ts";
import { createRunJobs, type RunJobs } from "./run-jobs.ts";

const DONE = { failure: null, result: "1 done" };
/** No lock runs out before its test ends, however busy the machine is. */
const LONG_LOCK_MS = 600_000;
const SHORT_LOCK_MS = 1_000;

interface Process {
  queues: Queues;
  jobs: RunJobs;
}

let redis: ReturnType<typeof testRedis>;
const open: Process[] = [];
async function openProcess(lockMs = LONG_LOCK_MS): Promise<Process> {
  const queues = createQueues(redis.url, silentLog, { prefix: redis.prefix, lockMs });
  await until("its connection", () => queues.byName.parcel.client.status === "ready");
  const process = { queues, jobs: createRunJobs(queues, "parcel") };
  open.push(process);
  return process;
}
let queues: Queues;
let jobs: RunJobs;
beforeEach(async () => {
  redis = testRedis();
  ({ queues, jobs } = await openProcess());
});
afterEach(async () => {
  for (const process of open.splice(0)) {
    await process.jobs.stop(5_000);
    await process.queues.close();
  }
});

/** Bull's jobs of parcels in a state. */
const jobsIn = (state: "active" | "completed" | "failed" | "waiting") => queues.byName.parcel.getJobs([state]);
const begin = (process: { jobs: RunJobs }, ids: readonly string[]) => {
  const run = newId();
  return { run, ...process.jobs.begin({ ids, run }) };
};

it("a run is active until it ends, then completed, or failed with its code alone", async () => {
  const [done, failed] = [[newId(), newId()], [newId()]];
  const first = begin({ jobs }, done);
  const second = begin({ jobs }, failed);
  await until("both", async () => (await jobsIn("active")).length === 2);
  expect((await jobsIn("active")).map(({ data }) => data.ids)).toEqual(expect.arrayContaining([done, failed]));
  first.showProgress(50);
  await until("half", async () => (await jobsIn("active")).some((job) => job.progress() === 50));
  first.end({ failure: null, result: "1 done, 1 put_off" });
  second.end({ failure: "tracking_unmatched", result: "", log: ["a row failed"] });
  await jobs.stop(5_000);
  expect(await jobsIn("active")).toEqual([]);
  expect((await jobsIn("completed")).map((job) => [job.data, job.returnvalue as unknown])).toEqual([
    [{ ids: done, run: first.run }, "1 done, 1 put_off"],
  ]);
  const [shown] = await jobsIn("failed");
  expect([shown?.data.ids, shown?.failedReason, shown?.stacktrace]).toEqual([failed, "tracking_unmatched", []]);
  expect((await queues.byName.parcel.getJobLogs(String(shown?.id))).logs).toEqual(["a row failed"]);
});

it("a run keeps its job's lock for as long as it takes", async () => {
  const { jobs: short } = await openProcess(SHORT_LOCK_MS);
  const { end } = begin({ jobs: short }, [newId()]);
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
  await short.stop(5_000);
  expect(await jobsIn("completed")).toHaveLength(1);
});

it("processes that begin runs at once each end their own, whichever job each of them took", async () => {
  const other = await openProcess();
  const ids = Array.from({ length: 20 }, () => newId());
  const runs = ids.map((id, at) => ({ id, ...begin(at % 2 === 0 ? { jobs } : other, [id]) }));
  await until("all", async () => (await jobsIn("active")).length === ids.length);
  await until("each shows its rows", async () => {
    const shown = (await jobsIn("active")).flatMap(({ data }) => data.ids);
    return new Set(shown).size === ids.length;
  });
  for (const { id, end } of runs) end({ failure: `failed_${id}`, result: "" });
  await Promise.all([jobs.stop(5_000), other.jobs.stop(5_000)]);
  const failed = await jobsIn("failed");
  expect(failed.map(({ data, failedReason }) => [data.ids, failedReason]).sort()).toEqual(
    ids.map((id) => [[id], `failed_${id}`]).sort(),
  );
  expect(await jobsIn("waiting")).toEqual([]);
});

it("the job of a process that is gone fails, and that of one that is at work does not", async () => {
  const [gone, other] = [await openProcess(SHORT_LOCK_MS), await openProcess(SHORT_LOCK_MS)];
  const [lost, kept] = [newId(), newId()];
  begin(gone, [lost]);
  const { end } = begin(other, [kept]);
  await until("both", async () => (await jobsIn("active")).length === 2);
  await gone.jobs.stop(0);
  const failed = await until("its end", async () => (await jobsIn("failed"))[0]);
  expect([failed.data.ids, failed.failedReason]).toEqual([[lost], "worker_lost"]);
  expect((await jobsIn("active")).map(({ data }) => data.ids)).toEqual([[kept]]);
  end(DONE);
});

it("a job that nobody took vanishes, as one of a process that ended before it took its own", async () => {
  await openProcess(SHORT_LOCK_MS);
  await queues.byName.parcel.add({ ids: [newId()] });
  await until("it is gone", async () => (await jobsIn("waiting")).length === 0);
  expect(await jobsIn("completed")).toEqual([]);
});

it("a Redis that was emptied takes the end of no job, and writes none", async () => {
  const [first, second] = [begin({ jobs }, [newId()]), begin({ jobs }, [newId()])];
  await until("both", async () => (await jobsIn("active")).length === 2);
  const { client, toKey } = {
    client: queues.byName.parcel.client,
    toKey: (id: string) => queues.byName.parcel.toKey(id),
  };
  await client.del(...(await client.keys(toKey("*"))));
  first.end(DONE);
  second.end({ failure: "tracking_unmatched", result: "" });
  await jobs.stop(5_000);
  expect(await client.keys(toKey(`*${second.run}*`))).toEqual([]);
  expect([...(await jobsIn("completed")), ...(await jobsIn("failed"))]).toEqual([]);
});

it("the last thousand are kept, with ids and codes only", async () => {
  const ids = Array.from({ length: 1_040 }, () => newId());
  // No more at once than Redis may leave unconfirmed.
  for (let at = 0; at < ids.length; at += 40) {
    const runs = ids.slice(at, at + 40).map((id) => begin({ jobs }, [id]));
    for (const { end } of runs) end(DONE);
    await until("their ends", async () => (await queues.byName.parcel.getCompletedCount()) >= Math.min(at + 40, 1_000));
    await until("forty", async () => (await queues.byName.parcel.getActiveCount()) === 0);
  }
  await jobs.stop(5_000);
  const kept = await jobsIn("completed");
  expect(kept).toHaveLength(1_000);
  expect(new Set(kept.flatMap(({ data }) => data.ids))).toEqual(new Set(ids.slice(40)));
  const key = queues.byName.parcel.toKey(String(kept[0]?.id));
  const hash = await queues.byName.parcel.client.hgetall(key);
  expect(Object.keys(JSON.parse(hash["data"] ?? "") as object)).toEqual(["ids", "run"]);
  expect(Object.keys(hash).sort()).toEqual(
    ["data", "delay", "finishedOn", "name", "opts", "priority", "processedOn", "returnvalue", "timestamp"].sort(),
  );
});
