import { it, onTestFinished } from "vitest";
import { testRedis } from "../../tests/support/redis.ts";
import { silentLog } from "../../tests/support/silent-log.ts";
import { until } from "../../tests/support/until.ts";
import { createQueues } from "./queues.ts";

it.each(["/", "/0", "/1", "?family=0", "/?family=4"])(
  "reaches the Redis of an address that ends in %s",
  async (end) => {
    const { url, prefix } = testRedis();
    const queues = createQueues(`${url.replace(/\/$/, "")}${end}`, silentLog, { prefix });
    onTestFinished(() => queues.close());
    await until("its connection", () => queues.byName.parcel.client.status === "ready");
  },
);
