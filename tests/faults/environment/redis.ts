import Bull from "bull";
import { within } from "../../../app/common/with-timeout.ts";
import { startPrivateRedis, type PrivateRedis } from "../../../scripts/launcher/private-redis.ts";
import type { PlantRedis } from "./environment.ts";

/** For a command, and for the end of its connection. */
const LIMIT_MS = 5_000;

type Client = Bull.Queue["client"];

/** A Redis of the plant's own, and what can be done to it. `note` is told what was done. */
export async function openRedis(note: (what: string) => void): Promise<{ redis: PlantRedis; part: PrivateRedis }> {
  const part = await startPrivateRedis();
  const { url } = part;
  const redis: PlantRedis = {
    url,
    async flush() {
      note("FLUSHALL");
      await asking(url, (client) => client.flushall());
    },
    async stop() {
      note("killed");
      await part.halt();
    },
    async start() {
      note("started");
      await part.resume();
    },
    async readOnly(on) {
      note(on ? "read-only" : "writable");
      // A replica of nobody refuses every write, and shows what it has.
      await asking(url, (client) => (on ? client.slaveof("127.0.0.1", 1) : client.slaveof("NO", "ONE")));
    },
    dump: () => asking(url, everything).catch(() => ""),
  };
  return { redis, part };
}

/** A connection for one question. Bull brings the client; its options are those of the app. */
async function asking<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const queue = new Bull("plant", url, { redis: { maxRetriesPerRequest: 3, commandTimeout: LIMIT_MS } });
  queue.on("error", () => undefined);
  try {
    return await work(queue.client);
  } finally {
    // Bull may wait for ever for the end of a connection that Redis has just cut.
    await within(LIMIT_MS, queue.close(true));
    for (const client of queue.clients) client.disconnect();
  }
}

async function everything(client: Client): Promise<string> {
  const lines: string[] = [];
  for (const key of await client.keys("*")) lines.push(`${key} ${JSON.stringify(await valueOf(client, key))}`);
  return lines.join("\n");
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
