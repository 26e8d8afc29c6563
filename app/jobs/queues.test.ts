import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { breakableRedis } from "../../tests/support/breakable-redis.ts";
import { newId } from "../../tests/support/ids.ts";
import { testRedis } from "../../tests/support/redis.ts";
import { silentLog } from "../../tests/support/silent-log.ts";
import { until } from "../../tests/support/until.ts";
import { createQueues, type QueueOptions, type Queues } from "./queues.ts";

const redis = testRedis();

function open(url: string, options: QueueOptions = {}): Queues {
  const queues = createQueues(url, silentLog, { prefix: redis.prefix, ...options });
  onTestFinished(() => queues.close());
  return queues;
}

/** The queues as a user of Redis with these rights opens them. */
async function openWith(...rights: string[]): Promise<Queues> {
  const admin = open(redis.url).byName.parcel.client;
  const user = randomUUID();
  await admin.call("ACL", "SETUSER", user, "on", ">secret", ...rights);
  onTestFinished(() => void admin.call("ACL", "DELUSER", user));
  return open(redis.url.replace("redis://", `redis://${user}:secret@`));
}

it("a user with the rights of the operations page runs jobs, and sees the eviction policy", async () => {
  const queues = await openWith(`~${redis.prefix}:*`, `&${redis.prefix}:*`, "+@all", "-@admin");
  const taken: string[] = [];
  queues.wakeUps.take("parcel", (ids) => Promise.resolve(void taken.push(...ids)));
  await until("its connection", () => queues.byName.wake_up.client.status === "ready");
  const id = newId();
  queues.wake.parcel(id);
  await until("its job ran", () => taken.includes(id));
  expect(await queues.readAccess()).toEqual({ evictionPolicy: "noeviction" });
  await until("it is ready", () => queues.ready());
});

it("a user without channels is not ready, and is told from a Redis that is away", async () => {
  const queues = await openWith("~*", "resetchannels", "+@all");
  expect(await queues.readAccess()).toBe("channels_forbidden");
  expect(await queues.ready()).toBe(false);
});

it("a user without dangerous commands is ready, and cannot tell the eviction policy", async () => {
  const queues = await openWith("~*", "&*", "+@all", "-@dangerous");
  expect(await queues.readAccess()).toBe("policy_forbidden");
  await until("it is ready", () => queues.ready());
});

it.each(["-@blocking", "-@scripting", "-@list"])(
  "a user with %s is not ready, since no job is taken",
  async (right) => {
    const queues = await openWith("~*", "&*", "+@all", right);
    expect(await queues.readAccess()).toBe("jobs_forbidden");
    expect(await queues.ready()).toBe(false);
  },
);

it("a Redis that is full, or a replica that only reads, is not ready, and neither is taken for one that is away", async () => {
  const broken = await breakableRedis();
  onTestFinished(() => broken.stop());
  const queues = open(broken.url);
  await until("it is ready", () => queues.ready());
  await broken.full(true);
  expect([await queues.readAccess(), await queues.ready()]).toEqual(["full", false]);
  await broken.full(false);
  expect([await queues.readAccess(), await queues.ready()]).toEqual([{ evictionPolicy: "noeviction" }, true]);
  await broken.readOnly(true);
  expect([await queues.readAccess(), await queues.ready()]).toEqual(["read_only", false]);
});

it("a Redis whose first connection takes longer than an answer may is not away", async () => {
  const slow = await breakableRedis();
  onTestFinished(() => slow.stop());
  slow.hang(true);
  const access = open(slow.url).readAccess();
  const begun = performance.now();
  await until("an answer would be late", () => performance.now() - begun > 1_100);
  slow.hang(false);
  expect(await access).toEqual({ evictionPolicy: "noeviction" });
});

it("a Redis that answers late is called slow", async () => {
  let at = 0;
  expect(await open(redis.url, { now: () => (at += 2_000) }).readAccess()).toBe("slow");
});

it.each(["/", "/0", "/1", "?family=0", "/?family=4"])(
  "reaches the Redis of an address that ends in %s",
  async (end) => {
    const queues = open(`${redis.url.replace(/\/$/, "")}${end}`);
    await until("its connection", () => queues.byName.parcel.client.status === "ready");
  },
);
