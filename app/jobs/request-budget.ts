import { HOUR_MS, type Clock } from "../ports/clock.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import type { Log } from "../ports/observe.ts";
import type { RequestBudget, RequestUse } from "../ports/print-service.ts";
import { createAsk } from "./points-in-redis.ts";
import type { Queues } from "./queues.ts";

/**
 * 50 requests in 3 seconds, whichever these are: 10 at once, and then as many as come back. A window of 3 seconds never has more than
 * 10 + 3 × 40 / 3.
 */
const BURST = 10;
const PER_SECOND = 40 / 3;
/** What a process takes that cannot ask Redis, for it does not know how many others there are. */
const ALONE_SHARE = 0.2;

/** Requests at once that a use leaves to more urgent ones. Orders go before reads, and those before the catalog. */
const KEPT: Record<RequestUse, number> = { send: 0, read: 3, catalog: 6 };

/** One hash for each account: how many requests were left ("level") at a time ("at"), and until when nothing is asked ("until"). */
const TAKE = `
local now, burst, rate, kept = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local known = redis.call("HMGET", KEYS[1], "level", "at", "until")
local paused = tonumber(known[3]) or 0
if paused > now then return math.ceil(paused - now) end
local level = burst
if known[1] then level = math.min(burst, tonumber(known[1]) + math.max(0, now - tonumber(known[2])) / 1000 * rate) end
if level < 1 + kept then return math.ceil((1 + kept - level) / rate * 1000) end
redis.call("HSET", KEYS[1], "level", tostring(level - 1), "at", now)
redis.call("PEXPIRE", KEYS[1], 60000)
return 0`;

/** A shorter pause does not end a longer one. */
const PAUSE = `
if (tonumber(redis.call("HGET", KEYS[1], "until")) or 0) < tonumber(ARGV[1]) then redis.call("HSET", KEYS[1], "until", ARGV[1]) end
redis.call("PEXPIRE", KEYS[1], ARGV[2])`;

/** Longer than any pause that is kept: an account whose pause was lost is asked once, and pauses again. */
const MAX_PAUSE_MS = HOUR_MS;

/** The requests of print accounts, counted in Redis for all processes together. Where Redis is away, each process takes a small part. */
export function createRequestBudget(
  queues: Pick<Queues, "byName" | "send" | "prefix">,
  { clock, log, answerTimeoutMs }: { clock: Clock; log: Log; answerTimeoutMs?: number },
): RequestBudget {
  const { client } = queues.byName.submission;
  const ask = createAsk(client, log, "the print service's requests cannot be counted in Redis", answerTimeoutMs);
  const keyOf = (id: PrintAccountId) => `${queues.prefix}:print-requests:${id}`;
  const now = () => clock.now().getTime();
  const alone = createOwnBudget(now);
  return {
    async take(id, use) {
      const waitMs = await ask(() =>
        client.eval(TAKE, 1, keyOf(id), now(), BURST, PER_SECOND, KEPT[use]).then((answer) => Number(answer)),
      );
      return waitMs ?? alone.take(id, use);
    },
    async pause(id, waitMs) {
      alone.pause(id, waitMs);
      const until = now() + Math.min(waitMs, MAX_PAUSE_MS);
      await ask(async () => {
        await client.eval(PAUSE, 1, keyOf(id), until, MAX_PAUSE_MS);
        return true;
      });
    },
  };
}

/** The part of one process, by what it knows itself. */
function createOwnBudget(now: () => number) {
  const burst = BURST * ALONE_SHARE;
  const accounts = new Map<PrintAccountId, { level: number; at: number; until: number }>();
  return {
    take(id: PrintAccountId, use: RequestUse): number {
      const known = accounts.get(id) ?? { level: burst, at: now(), until: 0 };
      if (known.until > now()) return known.until - now();
      const rate = PER_SECOND * ALONE_SHARE;
      const level = Math.min(burst, known.level + (Math.max(0, now() - known.at) / 1000) * rate);
      // A use that leaves more than there is would never have its turn.
      const needed = Math.min(burst, 1 + KEPT[use] * ALONE_SHARE);
      if (level < needed) return Math.ceil(((needed - level) / rate) * 1000);
      accounts.set(id, { level: level - 1, at: now(), until: known.until });
      return 0;
    },
    pause(id: PrintAccountId, waitMs: number): void {
      const known = accounts.get(id) ?? { level: burst, at: now(), until: 0 };
      accounts.set(id, { ...known, until: Math.max(known.until, now() + waitMs) });
    },
  };
}
