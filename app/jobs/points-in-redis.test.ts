import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testRedis } from "../../tests/support/redis.ts";
import { silentLog } from "../../tests/support/silent-log.ts";
import { until } from "../../tests/support/until.ts";
import { createCarefulStore } from "../shopify/points-budget.ts";
import type { CallPurpose } from "../ports/points-store.ts";
import { createPointsInRedis, type SharedPoints } from "./points-in-redis.ts";
import { createQueues, type Queues } from "./queues.ts";

const SHOP = "sale.myshopify.com";
const STANDARD = { maximumAvailable: 2_000, restoreRate: 100 };
let now = 0;
let redis: ReturnType<typeof testRedis>;
let open: Queues[];

/** The allowances as one process of several sees them. */
async function process(url = redis.url, answerTimeoutMs = 60_000): Promise<SharedPoints> {
  const queues = createQueues(url, silentLog, { prefix: redis.prefix });
  open.push(queues);
  if (url === redis.url) await until("its connection", () => queues.byName.submission.client.status === "ready");
  const clock = { now: () => new Date(now) };
  return createPointsInRedis(queues, { clock, log: silentLog, alone: createCarefulStore(clock), answerTimeoutMs });
}

beforeEach(() => {
  now = Date.parse("2026-11-27T12:00:00Z");
  redis = testRedis();
  open = [];
});
afterEach(() => Promise.all(open.map((queues) => queues.close())));

const reserve = (store: SharedPoints, points: number, purpose: CallPurpose = "send", id: string = randomUUID()) =>
  store.reserve(SHOP, { id, points, purpose });
/** Shopify answers a call that nothing was reserved for. */
const shows = (store: SharedPoints, currentlyAvailable: number) =>
  store.record(SHOP, randomUUID(), { status: { ...STANDARD, currentlyAvailable }, remaining: 0 });

describe("one allowance for all processes", () => {
  it("gives the points of a shop once, however many ask at the same moment", async () => {
    const processes = [await process(), await process()];
    await shows(processes[0] as SharedPoints, 1_000);
    const asked = await Promise.all(
      Array.from({ length: 40 }, (_, at) => reserve(processes[at % 2] as SharedPoints, 50)),
    );
    // A fifth of 2,000 is kept from orders to be sent.
    expect(asked.filter((waitMs) => waitMs === 0)).toHaveLength((1_000 - 400) / 50);
  });

  it("says how long the missing points take, and has them then", async () => {
    const store = await process();
    await shows(store, 400);
    expect(await reserve(store, 60)).toBe(600);
    now += 600;
    expect(await reserve(store, 60)).toBe(0);
  });

  it("lets one call begin for a shop that nobody knows, until its answer tells", async () => {
    const store = await process();
    expect(await reserve(store, 60)).toBe(0);
    expect(await reserve(store, 60)).toBeGreaterThan(0);
    await shows(store, 1_900);
    expect(await reserve(store, 60)).toBe(0);
  });

  it("takes an answer as it is, and counts the calls that are still under way beside it", async () => {
    const store = await process();
    await shows(store, 600);
    const call = randomUUID();
    expect(await reserve(store, 150, "send", call)).toBe(0);
    expect(await reserve(store, 100)).toBeGreaterThan(0);
    // Shopify took 20 of the 150: the others came back.
    await store.record(SHOP, call, { status: { ...STANDARD, currentlyAvailable: 580 }, remaining: 0 });
    expect(await reserve(store, 100)).toBe(0);
  });

  it("frees what a process that died had reserved", async () => {
    const store = await process();
    await shows(store, 600);
    expect(await reserve(store, 200)).toBe(0);
    expect(await reserve(store, 200)).toBeGreaterThan(0);
    await shows(store, 600);
    now += 30_000;
    await shows(store, 600);
    expect(await reserve(store, 200)).toBe(0);
  });

  it("frees at once what Redis reserved too late, and what ended while Redis did not answer", async () => {
    const [slow, other] = [await process(redis.url, 250), await process()];
    const { stream } = open[0]?.byName.submission.client as unknown as { stream: Socket };
    await shows(slow, 600);
    const first = randomUUID();
    expect(await reserve(slow, 100, "send", first)).toBe(0);
    stream.pause();
    await reserve(slow, 100);
    const ended = slow.record(SHOP, first, { status: null, remaining: 0 });
    stream.resume();
    await ended;
    expect(await reserve(other, 200)).toBe(0);
  });

  it("frees what ended while the connection was lost once the process reserves again", async () => {
    const [cut, other] = [await process(), await process()];
    const client = open[0]?.byName.submission.client;
    await shows(cut, 600);
    const first = randomUUID();
    expect(await reserve(cut, 150, "send", first)).toBe(0);
    client?.disconnect(true);
    await until("the loss of its connection", () => client?.status !== "ready");
    await cut.record(SHOP, first, { status: null, remaining: 0 });
    expect(await reserve(other, 190)).toBeGreaterThan(0);
    await until("its new connection", () => client?.status === "ready");
    expect(await reserve(cut, 10)).toBe(0);
    expect(await reserve(other, 190)).toBe(0);
  });

  it("keeps shops apart", async () => {
    const store = await process();
    await shows(store, 0);
    expect(await reserve(store, 60)).toBeGreaterThan(0);
    expect(await store.reserve("other.myshopify.com", { id: randomUUID(), points: 60, purpose: "send" })).toBe(0);
  });

  it("grants what costs more than the allowance leaves once the allowance is full", async () => {
    const store = await process();
    await shows(store, 1_990);
    expect(await reserve(store, 1_900, "flow")).toBe(100);
    now += 100;
    expect(await reserve(store, 1_900, "flow")).toBe(0);
  });
});

it("the more urgent goes first as the allowance runs out, and people have the last of it", async () => {
  const store = await process();
  const goesAt = async (available: number) => {
    await shows(store, available);
    const purposes = [
      "status",
      "flow",
      "catalog",
      "sweep",
      "receive",
      "send",
      "fulfillment",
      "continue",
      "page",
    ] as const;
    const gone: CallPurpose[] = [];
    for (const purpose of purposes) {
      const id = randomUUID();
      if ((await reserve(store, 50, purpose, id)) === 0) gone.push(purpose);
      await store.record(SHOP, id, { status: null, remaining: 0 });
    }
    return gone;
  };
  expect(await goesAt(1_450)).toContain("status");
  expect(await goesAt(1_250)).toEqual([
    ...["flow", "catalog", "sweep", "receive", "send", "fulfillment", "continue", "page"],
  ]);
  expect(await goesAt(1_100)).toEqual(["catalog", "sweep", "receive", "send", "fulfillment", "continue", "page"]);
  expect(await goesAt(900)).toEqual(["sweep", "receive", "send", "fulfillment", "continue", "page"]);
  expect(await goesAt(700)).toEqual(["receive", "send", "fulfillment", "continue", "page"]);
  expect(await goesAt(500)).toEqual(["send", "fulfillment", "continue", "page"]);
  expect(await goesAt(300)).toEqual(["fulfillment", "continue", "page"]);
  expect(await goesAt(100)).toEqual(["page"]);
});

it("orders that wait are told for half a minute", async () => {
  const store = await process();
  await shows(store, 400);
  expect(await store.isWaiting(SHOP)).toBe(false);
  await reserve(store, 60);
  expect(await (await process()).isWaiting(SHOP)).toBe(true);
  now += 31_000;
  expect(await store.isWaiting(SHOP)).toBe(false);
});

describe("without Redis", () => {
  // Nothing listens there.
  const alone = () => process("redis://127.0.0.1:1");

  it("a process goes by its own answers: one call at a time, and half of the allowance is left to others", async () => {
    const store = await alone();
    const first = randomUUID();
    expect(await reserve(store, 60, "send", first)).toBe(0);
    expect(await reserve(store, 60)).toBeGreaterThan(0);
    await store.record(SHOP, first, { status: { ...STANDARD, currentlyAvailable: 1_030 }, remaining: 0 });
    expect(await reserve(store, 60)).toBe(300);
    now += 300;
    expect(await reserve(store, 60)).toBe(0);
  });

  it("nobody knows of orders that wait", async () => {
    expect(await (await alone()).isWaiting(SHOP)).toBe(false);
  });
});
