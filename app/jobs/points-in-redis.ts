import {
  type CallPurpose,
  ANSWER_WAIT_MS,
  KEPT_SHARE,
  RESERVATION_TTL_MS,
  type EndedCharge,
  type PointsStore,
  type ThrottleStatus,
} from "../ports/points-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/observe.ts";
import { errorName } from "../ports/errors.ts";
import { withTimeout } from "../common/with-timeout.ts";
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

/** No work waits longer for Redis, in milliseconds; after that it is not asked for a while. */
const ANSWER_TIMEOUT_MS = 250;
const REST_MS = 5_000;
/** What an order waits for. */
const ORDER_PURPOSES: readonly CallPurpose[] = ["fulfillment", "send", "receive"];
/** How long ago work of a shop may have waited that still counts as waiting, in milliseconds. */
const WAITING_MS = 30_000;

type Client = Queues["byName"]["submission"]["client"];

/** Asks Redis for what work waits for. null: no answer in time, or a failure; then Redis is not asked for a while. */
export function createAsk(client: Client, log: Log, problem: string, answerTimeoutMs = ANSWER_TIMEOUT_MS) {
  let restsUntil = -Infinity;
  return async <T>(command: () => Promise<T>): Promise<T | null> => {
    if (client.status !== "ready" || performance.now() < restsUntil) return null;
    const answer = command().catch((error: unknown) => {
      log.warn({ error: errorName(error) }, problem);
      return null;
    });
    const result = await withTimeout<T | null>(answerTimeoutMs, answer, null);
    if (result === null) restsUntil = performance.now() + REST_MS;
    return result;
  };
}

export interface SharedPoints extends PointsStore {
  /** Whether orders of the shop wait for its allowance; false also where Redis does not answer. Never throws. */
  isWaiting(shop: string): Promise<boolean>;
}

interface PointsOptions {
  clock: Clock;
  log: Log;
  /** Decides where Redis does not. */
  alone: PointsStore;
  /** How long work waits for Redis, in milliseconds. */
  answerTimeoutMs?: number;
}

/**
 * The allowances in Redis, for all processes together. Where Redis is away, `alone` decides by what this process knows: it gets every
 * answer, too.
 */
export function createPointsInRedis(
  queues: Pick<Queues, "byName" | "send" | "prefix">,
  { clock, log, alone, answerTimeoutMs = ANSWER_TIMEOUT_MS }: PointsOptions,
): SharedPoints {
  const { client } = queues.byName.submission;
  const send = queues.send.submission;
  const keyOf = (shop: string) => `${queues.prefix}:shopify-points:${shop}`;
  /** Reservations of this process that Redis has, or may have. */
  const held = new Set<string>();
  /** Those that ended while Redis could not be told: else they would take points of the shop until they expire. */
  const untold = new Map<string, { shop: string; expiresAt: number }>();

  const ask = createAsk(client, log, "Shopify's allowances cannot be read from Redis", answerTimeoutMs);
  const now = () => clock.now().getTime();

  /** Tells Redis what nobody waits for, also one that is slow just now. */
  const record = async (shop: string, id: string, { remaining, status }: EndedCharge): Promise<void> => {
    if (remaining > 0) held.add(id);
    const numbers = status ? numbersOf(status) : [];
    const isTold = await send(async () => {
      await client.eval(RECORD, 1, keyOf(shop), now(), id, remaining, RESERVATION_TTL_MS, ...numbers);
      return true;
    });
    if (remaining === 0 && held.delete(id) && !isTold) untold.set(id, { shop, expiresAt: now() + RESERVATION_TTL_MS });
  };
  const tellUntold = (): void => {
    const ended = [...untold].filter(([, { expiresAt }]) => expiresAt > now());
    untold.clear();
    for (const [id, { shop }] of ended) {
      held.add(id);
      void record(shop, id, NOTHING_LEFT);
    }
  };

  return {
    async reserve(shop, reservation) {
      const { id, points, purpose } = reservation;
      const limits = [points, KEPT_SHARE[purpose], RESERVATION_TTL_MS, ANSWER_WAIT_MS];
      const waits = ORDER_PURPOSES.includes(purpose) ? 1 : 0;
      const waitMs = await ask(() => {
        tellUntold();
        held.add(id);
        return client.eval(RESERVE, 1, keyOf(shop), now(), id, ...limits, waits);
      });
      if (waitMs === null) {
        // Redis may reserve the points all the same, later than anybody waited for.
        if (held.has(id)) void record(shop, id, NOTHING_LEFT);
        return alone.reserve(shop, reservation);
      }
      if (Number(waitMs) > 0) held.delete(id);
      return Number(waitMs);
    },
    async record(shop, id, ended) {
      await alone.record(shop, id, ended);
      await record(shop, id, ended);
    },
    async isWaiting(shop) {
      const waited = await ask(async () => ({ at: await client.hget(keyOf(shop), "waited") }));
      return Number(waited?.at ?? 0) > now() - WAITING_MS;
    },
  };
}

const NOTHING_LEFT: EndedCharge = { status: null, remaining: 0 };

const numbersOf = ({ currentlyAvailable, maximumAvailable, restoreRate }: ThrottleStatus) => [
  currentlyAvailable,
  maximumAvailable,
  restoreRate,
];
