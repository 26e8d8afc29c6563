import { setTimeout as wait } from "node:timers/promises";
import { AsyncLocalStorage } from "node:async_hooks";
import {
  ANSWER_WAIT_MS,
  RESERVATION_TTL_MS,
  type CallPurpose,
  type WorkAdmission,
  type PointsStore,
  type Reservation,
  type ThrottleStatus,
} from "../ports/points-store.ts";
import type { Ids, Clock } from "../ports/clock.ts";
import { UnavailableError } from "../ports/errors.ts";

/** What Shopify said of a call's price (shopify: extensions.cost). */
export interface ReportedCost {
  requestedQueryCost: number;
  throttleStatus: ThrottleStatus;
}

/** What the client of the Admin API asks before each call. */
export interface CallPoints {
  /**
   * Waits until the shop's allowance has room for the call. Returns what takes the answer's cost; null where there was none.
   * @throws UnavailableError when it has none for longer than the call's purpose may wait: the call is not made
   */
  admit(shop: string, operation: PricedOperation, variables: unknown): Promise<EndCall>;
}
type EndCall = (cost: ReportedCost | null) => void;

/** Until work of that purpose has run in this process. */
const FIRST_WORK_PRICE = 80;
/** How much the last run counts in what the next one is expected to take. */
const LAST_RUN_WEIGHT = 0.2;

/**
 * How long a call waits for points, in milliseconds. A person waits a little; work that has begun longer, since it would begin anew;
 * what runs by itself comes again later, and holds no place meanwhile. So does the read of a webhook: the shop's next webhooks need its place.
 */
const MAX_WAIT_MS: Record<CallPurpose, number> = {
  page: 5_000,
  continue: 15_000,
  fulfillment: 1_000,
  send: 1_000,
  receive: ANSWER_WAIT_MS,
  sweep: 1_000,
  catalog: 1_000,
  flow: 0,
  status: 0,
};
/** Another process may have taken what the wait was for. */
const LONGEST_PAUSE_MS = 1_000;

/** The points of each shop's allowance: no call is made that Shopify would refuse for want of them. */
export function createPointsBudget(
  store: PointsStore,
  ids: Pick<Ids, "uuid">,
  observeWait: (purpose: CallPurpose) => void,
  maxWaitMs: Record<CallPurpose, number> = MAX_WAIT_MS,
): CallPoints & WorkAdmission {
  const prices = createPrices();
  const workPrices = new Map<CallPurpose, number>();

  const tryReserve = async (shop: string, reservation: Reservation): Promise<number> => {
    const waitMs = await store.reserve(shop, reservation);
    if (waitMs > 0) observeWait(reservation.purpose);
    return waitMs;
  };

  /** @throws UnavailableError */
  const reserveWithin = async (shop: string, of: Omit<Reservation, "id">): Promise<string> => {
    const id = ids.uuid();
    const giveUpAt = performance.now() + maxWaitMs[of.purpose];
    for (;;) {
      const waitMs = await tryReserve(shop, { ...of, id });
      if (waitMs === 0) return id;
      const left = giveUpAt - performance.now();
      if (left <= 0)
        throw new UnavailableError("the shop's allowance of Shopify has no room", { retryAfterMs: waitMs });
      await wait(Math.min(waitMs, LONGEST_PAUSE_MS, left));
    }
  };

  /** The price's part that was not reserved before the work began. */
  const reservePrice = async (shop: string, price: number) => {
    const { purpose, reserved, read } = callContext();
    if (reserved?.shop !== shop) {
      const id = await reserveWithin(shop, { points: price, purpose: read?.begun ? continued(purpose) : purpose });
      if (read) read.begun = true;
      return { id, reserved: null };
    }
    reserved.asked += price;
    const missing = price - reserved.remaining;
    reserved.remaining = Math.max(0, -missing);
    const added = { points: missing, purpose: "continue", addsTo: reserved.id } as const;
    return { id: missing > 0 ? await reserveWithin(shop, added) : null, reserved };
  };

  const recordEnd = (
    shop: string,
    status: ThrottleStatus | null,
    id: string | null,
    reserved: ReservedPoints | null,
  ) => {
    if (id) void store.record(shop, id, { status, remaining: 0 });
    if (!reserved) return;
    reserved.recorded = reserved.remaining;
    void store.record(shop, reserved.id, { status, remaining: reserved.remaining });
  };

  return {
    async admit(shop, operation, variables) {
      const { id, reserved } = await reservePrice(shop, prices.of(operation, variables));
      return (cost) => {
        if (cost) prices.learn(operation, variables, cost.requestedQueryCost);
        recordEnd(shop, cost?.throttleStatus ?? null, id, reserved);
      };
    },
    withPurpose: (purpose, work) => withCallContext({ purpose }, work),
    async run({ shop, purpose }, work) {
      const points = Math.ceil(workPrices.get(purpose) ?? FIRST_WORK_PRICE);
      const id = ids.uuid();
      const waitMs = await tryReserve(shop, { id, points, purpose });
      if (waitMs > 0) return { begun: false, waitMs };
      const reserved: ReservedPoints = { id, shop, remaining: points, recorded: points, asked: 0 };
      try {
        return { begun: true, value: await withCallContext({ purpose, reserved }, work) };
      } finally {
        if (reserved.asked > 0) workPrices.set(purpose, movingAverage(points, reserved.asked));
        // Also where a call found no points, and nothing remains: its end was never recorded.
        if (reserved.recorded > 0) void store.record(shop, id, { status: null, remaining: 0 });
      }
    },
  };
}

/** A person's calls have the last of the allowance as it is. */
const continued = (purpose: CallPurpose): CallPurpose => (purpose === "page" ? purpose : "continue");

const movingAverage = (before: number, last: number): number => before + (last - before) * LAST_RUN_WEIGHT;

/** Other processes may take the other half meanwhile. */
const SHARE_OF_OTHERS = 0.5;

/**
 * What one process knows by itself, while nothing tells what the others do: one reservation of a shop at a time, with what its
 * work adds, and only while Shopify's last answer to this process showed that half of the allowance is left.
 */
export function createCarefulStore(clock: Clock): PointsStore {
  const known = new Map<string, { status: ThrottleStatus; at: number }>();
  const open = new Map<string, { id: string; expiresAt: number }>();
  return {
    reserve(shop, { id, points, addsTo }) {
      const now = clock.now().getTime();
      const other = open.get(shop);
      const isOpen = other !== undefined && other.expiresAt > now;
      if (isOpen && other.id !== id && other.id !== addsTo) return Promise.resolve(ANSWER_WAIT_MS);
      const waitMs = waitFor(known.get(shop), points, now);
      if (waitMs === 0 && !isOpen) open.set(shop, { id, expiresAt: now + RESERVATION_TTL_MS });
      return Promise.resolve(waitMs);
    },
    record(shop, id, { status, remaining }) {
      if (status) known.set(shop, { status, at: clock.now().getTime() });
      if (remaining === 0 && open.get(shop)?.id === id) open.delete(shop);
      return Promise.resolve();
    },
  };
}

/** The first call tells. */
function waitFor(last: { status: ThrottleStatus; at: number } | undefined, points: number, now: number): number {
  if (!last) return 0;
  const { currentlyAvailable, maximumAvailable, restoreRate } = last.status;
  const restored = (Math.max(0, now - last.at) / 1000) * restoreRate;
  const level = Math.min(maximumAvailable, currentlyAvailable + restored);
  const needed = Math.min(maximumAvailable, points + maximumAvailable * SHARE_OF_OTHERS);
  return level >= needed ? 0 : Math.ceil(((needed - level) / restoreRate) * 1000);
}

/** Of an operation, what its price is known by. */
interface PricedOperation {
  name: string;
  kind: "query" | "mutation";
}

/** Until Shopify has named a price. The reads of an order and of its fulfillments are the dearest that rows make. */
const FIRST_PRICE = { query: 60, mutation: 15 };

/**
 * What Shopify asks for an operation before it runs (shopify: requestedQueryCost), as its answers have told. The price follows from
 * the document, the sizes of pages and lists, and what is included.
 */
function createPrices() {
  const exact = new Map<string, number>();
  const dearest = new Map<string, number>();
  return {
    of(operation: PricedOperation, variables: unknown): number {
      const { name, kind } = operation;
      return exact.get(keyOf(operation, variables)) ?? dearest.get(name) ?? FIRST_PRICE[kind];
    },
    learn(operation: PricedOperation, variables: unknown, points: number): void {
      exact.set(keyOf(operation, variables), points);
      dearest.set(operation.name, Math.max(points, dearest.get(operation.name) ?? 0));
    },
  };
}

function keyOf({ name }: PricedOperation, variables: unknown): string {
  const sizes = Object.entries(variables ?? {}).flatMap(([variable, value]) => {
    if (Array.isArray(value)) return [`${variable}:${value.length}`];
    return typeof value === "number" || typeof value === "boolean" ? [`${variable}:${String(value)}`] : [];
  });
  return [name, ...sizes].join(" ");
}

/** What the calls of a piece of work are for, and the points that were reserved for them before it began. */
interface CallContext {
  purpose: CallPurpose;
  reserved?: ReservedPoints;
  /** The calls are parts of one read: without the later ones, the first is thrown away. */
  read?: { begun: boolean };
}

interface ReservedPoints {
  id: string;
  shop: string;
  remaining: number;
  /** What the store has last heard of `remaining`. */
  recorded: number;
  /** Of all calls so far. */
  asked: number;
}

const storage = new AsyncLocalStorage<CallContext>();

const withCallContext = <T>(context: CallContext, work: () => T): T => storage.run(context, work);

/** Without a context, a person waits. */
const callContext = (): CallContext => storage.getStore() ?? { purpose: "page" };

/** Does a read of several calls: once one of them was let through, the others continue it. */
export const asOneRead = <T>(read: () => T): T => {
  const context = callContext();
  return context.read ? read() : withCallContext({ ...context, read: { begun: false } }, read);
};
