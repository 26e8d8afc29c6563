import { expect, it, onTestFinished } from "vitest";
import { breakableRedis } from "../../tests/support/breakable-redis.ts";
import { testRedis } from "../../tests/support/redis.ts";
import { silentLog } from "../../tests/support/silent-log.ts";
import { until } from "../../tests/support/until.ts";
import { createQueues } from "./queues.ts";

const ignore = () => undefined;

it.each(["/", "/0", "/1", "?family=0", "/?family=4"])(
  "reaches the Redis of an address that ends in %s",
  async (end) => {
    const { url, prefix } = testRedis();
    const queues = createQueues(`${url.replace(/\/$/, "")}${end}`, silentLog, { prefix });
    onTestFinished(() => queues.close());
    await until("its connection", () => queues.byName.parcel.client.status === "ready");
  },
);

it("a Redis that falls silent while a worker starts leaves no error that ends the process", async () => {
  const redis = await breakableRedis();
  onTestFinished(() => redis.stop());
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (_: object, text: string) => void warnings.push(text) };
  const queues = createQueues(redis.url, log);
  const queue = queues.byName.parcel;
  await until("its connection", () => queue.client.status === "ready");
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  redis.hang(true);
  void queue.process(1, ignore).catch(ignore);
  await queues.close();
  await until("its name was refused", () => warnings.includes("the worker's connection has no name"));
  expect(uncaught).toEqual([]);
});
