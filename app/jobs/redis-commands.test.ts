import { afterEach, beforeEach, expect, it } from "vitest";
import { newId } from "../../tests/support/ids.ts";
import { testRedis } from "../../tests/support/redis.ts";
import { silentLog } from "../../tests/support/silent-log.ts";
import { until } from "../../tests/support/until.ts";
import { createQueues, type Queues } from "./queues.ts";
import { createRedisCommands } from "./redis-commands.ts";

let queues: Queues;
beforeEach(async () => {
  const { url, prefix } = testRedis();
  queues = createQueues(url, silentLog, { prefix });
  await until("its connection", () => queues.byName.parcel.client.status === "ready");
});
afterEach(() => queues.close());

it("wake-ups are dropped while too many wait, and sent again soon after workers have taken them", async () => {
  const queue = queues.byName.parcel;
  const commands = createRedisCommands(queue, "parcel", silentLog, 10);
  const wake = () => commands.add({ id: newId() });
  for (let count = 0; count < 100; count += 1) wake();
  await until("one is dropped", async () => {
    const before = await queue.getWaitingCount();
    wake();
    return (await queue.getWaitingCount()) === before;
  });
  await queue.empty();
  let wakeUps = 0;
  await until("one that arrives", async () => {
    wake();
    wakeUps += 1;
    return (await queue.getWaitingCount()) > 0;
  });
  // An order brings a few: a quiet shop's must not wait for those of other shops.
  expect(wakeUps).toBeLessThan(60);
});

it("wake-ups of a process with workers of its own do not go through Redis, until these stop", async () => {
  const [own, later] = [newId(), newId()];
  const taken: string[] = [];
  queues.takeLocally("parcel", (id) => void taken.push(id));
  queues.wake.parcel(own);
  queues.takeLocally("parcel", null);
  queues.wake.parcel(later);
  const waiting = () => queues.byName.parcel.getWaiting();
  await until("the later one", async () => (await waiting()).length > 0);
  expect([taken, (await waiting()).map(({ data }) => data.id)]).toEqual([[own], [later]]);
});
