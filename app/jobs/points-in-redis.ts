import type { CallPurpose } from "../ports/call-purpose.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import { errorName } from "../ports/errors.ts";
import { withTimeout } from "../common/with-timeout.ts";
import {
  ANSWER_WAIT_MS,
  KEPT_SHARE,
  RESERVATION_TTL_MS,
  type PointsStore,
  type ThrottleStatus,
} from "../ports/points-store.ts";
import type { Queues } from "./queues.ts";

/*
 * One hash for each shop: what Shopify answered last ("available" at "at", "maximum", "rate"), and a field "r:<id>" for each
 * reservation, "points:expires". What the answers of the calls under way will take is in the reservations, so an answer's number
 * counts as it is.
 */

/** Of a shop that nobody knows yet, one reservation: its answer tells. */
const RESERVE = `
local now = tonumber(ARGV[1])
local fields = redis.call("HGETALL", KEYS[1])
local known, reserved = {}, 0
for i = 1, #fields, 2 do
  local points, expires = string.match(fields[i + 1], "^([%d.]+):(%d+)$")
  if string.sub(fields[i], 1, 2) ~= "r:" then known[fields[i]] = tonumber(fields[i + 1])
  elseif tonumber(expires) <= now then redis.call("HDEL", KEYS[1], fields[i])
  else reserved = reserved + tonumber(points) end
end
local id, points, kept, ttl, answer_wait = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local wait = 0
if not known.maximum then
  if reserved > 0 then wait = answer_wait end
else
  local restored = math.max(0, now - known.at) / 1000 * known.rate
  local level = math.min(known.maximum, known.available + restored) - reserved
  local needed = points + math.min(kept * known.maximum, known.maximum - points)
  if level < needed then wait = math.max(answer_wait, math.ceil((needed - level) / known.rate * 1000)) end
end
if wait == 0 then redis.call("HSET", KEYS[1], "r:" .. id, points .. ":" .. (now + ttl))
elseif ARGV[7] == "1" then redis.call("HSET", KEYS[1], "waited", now) end
redis.call("PEXPIRE", KEYS[1], ttl * 20)
return wait`;

const RECORD = `
local field = "r:" .. ARGV[2]
if ARGV[3] ~= "0" then redis.call("HSET", KEYS[1], field, ARGV[3] .. ":" .. (ARGV[1] + ARGV[4]))
else redis.call("HDEL", KEYS[1], field) end
if ARGV[5] then redis.call("HSET", KEYS[1], "at", ARGV[1], "available", ARGV[5], "maximum", ARGV[6], "rate", ARGV[7]) end`;

/** Nothing waits longer for Redis, in milliseconds; after that it is not asked for a while. */
const ANSWER_TIMEOUT_MS = 250;
const REST_MS = 5_000;
/** What an order waits for. */
const ORDER_PURPOSES: readonly CallPurpose[] = ["fulfillment", "send", "receive"];
/** How long ago work of a shop may have waited that still counts as waiting, in milliseconds. */
const WAITING_MS = 30_000;

export interface SharedPoints extends PointsStore {
  /** Whether orders of the shop wait for its allowance; false also where Redis does not answer. Never throws. */
  isWaiting(shop: string): Promise<boolean>;
}

/**
 * The allowances in Redis, for all processes together. Where Redis is away, `alone` decides by what this process knows: it gets every
 * answer, too.
 */
export function createPointsInRedis(
  queues: Pick<Queues, "byName" | "prefix">,
  { clock, log, alone }: { clock: Clock; log: Log; alone: PointsStore },
): SharedPoints {
  const { client } = queues.byName.submission;
  const keyOf = (shop: string) => `${queues.prefix}:shopify-points:${shop}`;
  let restsUntil = -Infinity;

  /** null: Redis did not answer in time, or failed. */
  const ask = async <T>(command: () => Promise<T>): Promise<T | null> => {
    if (client.status !== "ready" || performance.now() < restsUntil) return null;
    const answer = command().catch((error: unknown) => {
      log.warn({ error: errorName(error) }, "Shopify's allowances cannot be read from Redis");
      return null;
    });
    const result = await withTimeout<T | null>(ANSWER_TIMEOUT_MS, answer, null);
    if (result === null) restsUntil = performance.now() + REST_MS;
    return result;
  };
  const now = () => clock.now().getTime();

  return {
    async reserve(shop, reservation) {
      const { id, points, purpose } = reservation;
      const limits = [points, KEPT_SHARE[purpose], RESERVATION_TTL_MS, ANSWER_WAIT_MS];
      const waits = ORDER_PURPOSES.includes(purpose) ? 1 : 0;
      const waitMs = await ask(() => client.eval(RESERVE, 1, keyOf(shop), now(), id, ...limits, waits));
      return waitMs === null ? alone.reserve(shop, reservation) : Number(waitMs);
    },
    async record(shop, id, ended) {
      await alone.record(shop, id, ended);
      const status = ended.status ? numbersOf(ended.status) : [];
      await ask(async () => {
        await client.eval(RECORD, 1, keyOf(shop), now(), id, ended.remaining, RESERVATION_TTL_MS, ...status);
        return true;
      });
    },
    async isWaiting(shop) {
      const waited = await ask(async () => ({ at: await client.hget(keyOf(shop), "waited") }));
      return Number(waited?.at ?? 0) > now() - WAITING_MS;
    },
  };
}

const numbersOf = ({ currentlyAvailable, maximumAvailable, restoreRate }: ThrottleStatus) => [
  currentlyAvailable,
  maximumAvailable,
  restoreRate,
];
