import Bull from "bull";
import { endsWithin } from "../../../app/common/with-timeout.ts";
import { startPrivateRedis, type PrivateRedis } from "../../../scripts/launcher/private-redis.ts";
import type { ControlledRedis } from "./environment.ts";
import { scaled } from "../within.ts";

/** For a command, and for the end of its connection. */
const LIMIT_MS = scaled(5_000);

type Client = Bull.Queue["client"];

/** A Redis of the environment's own, and what can be done to it. `note` gets what was done. */
export async function openRedis(
  recordEvent: (what: string) => void,
): Promise<{ redis: ControlledRedis; part: PrivateRedis }> {
  const part = await startPrivateRedis();
  const { url } = part;
  const redis: ControlledRedis = {
    url,
    async flush() {
      recordEvent("FLUSHALL");
      await withClient(url, (client) => client.flushall());
    },
    async stop() {
      recordEvent("killed");
      await part.halt();
    },
    async start() {
      recordEvent("started");
      await part.resume();
    },
    async readOnly(on) {
      recordEvent(on ? "read-only" : "writable");
      // A replica of nobody refuses every write, and shows what it has.
      await withClient(url, (client) => (on ? client.slaveof("127.0.0.1", 1) : client.slaveof("NO", "ONE")));
    },
    dump: () => withClient(url, dumpAll).catch(() => ""),
  };
  return { redis, part };
}

/** A connection for one question. Bull brings the client; its options are those of the app. */
async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const queue = new Bull("faults", url, { redis: { maxRetriesPerRequest: 3, commandTimeout: LIMIT_MS } });
  queue.on("error", () => undefined);
  try {
    return await work(queue.client);
  } finally {
    // Bull may wait for ever for the end of a connection that Redis has just cut.
    await endsWithin(LIMIT_MS, queue.close(true));
    for (const client of queue.clients) client.disconnect();
  }
}

/** Thousands of jobs are kept: all values are asked for together. */
async function dumpAll(client: Client): Promise<string> {
  const keys = await client.keys("*");
  const values = await Promise.all(keys.map((key) => valueOf(client, key)));
  return keys.map((key, at) => `${key} ${JSON.stringify(values[at])}`).join("\n");
}

/** A key may go away while we look. */
async function valueOf(client: Client, key: string): Promise<unknown> {
  switch (await client.type(key)) {
    case "string":
      return client.get(key);
    case "list":
      return client.lrange(key, 0, -1);
    case "set":
      return client.smembers(key);
    case "zset":
      return client.zrange(key, 0, -1);
    case "hash":
      return client.hgetall(key);
    case "stream":
      return client.xrange(key, "-", "+");
    default:
      return null;
  }
}
