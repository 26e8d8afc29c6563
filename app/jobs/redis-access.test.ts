import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { testRedis } from "../../tests/support/redis.ts";
import { silentLog } from "../../tests/support/silent-log.ts";
import { until } from "../../tests/support/until.ts";
import { createQueues, type Queues } from "./queues.ts";

const redis = testRedis();

function open(url: string): Queues {
  const queues = createQueues(url, silentLog, { prefix: redis.prefix });
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
  void queues.byName.parcel.process((job) => Promise.resolve(void taken.push(job.data.id)));
  await until("its connection", () => queues.byName.parcel.client.status === "ready");
  queues.commands.parcel.add({ id: "row" });
  await until("its job ran", () => taken.includes("row"));
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
