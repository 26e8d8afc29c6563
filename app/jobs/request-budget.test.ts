import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { idOf } from "../../tests/support/ids.ts";
import { testRedis } from "../../tests/support/redis.ts";
import { silentLog } from "../../tests/support/silent-log.ts";
import { until } from "../../tests/support/until.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import type { RequestBudget, RequestUse } from "../ports/print-service.ts";
import { createQueues, type Queues } from "./queues.ts";
import { createRequestBudget } from "./request-budget.ts";

const ACCOUNT: PrintAccountId = idOf("a1");
const OTHER: PrintAccountId = idOf("a2");
const START = Date.parse("2026-11-27T12:00:00Z");
let now = START;
let redis: ReturnType<typeof testRedis>;
let open: Queues[];

/** The requests of the accounts as one process of several counts them. */
async function process(url = redis.url): Promise<RequestBudget> {
  const queues = createQueues(url, silentLog, { prefix: redis.prefix });
  open.push(queues);
  if (url === redis.url) await until("its connection", () => queues.byName.submission.client.status === "ready");
  return createRequestBudget(queues, { clock: { now: () => new Date(now) }, log: silentLog, answerTimeoutMs: 60_000 });
}

beforeEach(() => {
  [now, redis, open] = [START, testRedis(), []];
});
afterEach(() => Promise.all(open.map((queues) => queues.close())));

async function takeAll(budget: RequestBudget, use: RequestUse): Promise<number> {
  let taken = 0;
  while (taken < 1_000 && (await budget.take(ACCOUNT, use)) === 0) taken += 1;
  return taken;
}

describe("the requests of a print account", () => {
  it("are never more than 50 in 3 seconds, whatever asks when, in all processes together", async () => {
    const processes = [await process(), await process()];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(400), fc.constantFrom<RequestUse>("send", "read", "catalog"), fc.nat(30)), {
          minLength: 5,
          maxLength: 25,
        }),
        async (bursts) => {
          now += 60_000;
          const taken: number[] = [];
          for (const [waitMs, use, count] of bursts) {
            now += waitMs;
            const asked = await Promise.all(
              Array.from({ length: count }, (_, at) => (processes[at % 2] as RequestBudget).take(ACCOUNT, use)),
            );
            taken.push(...asked.filter((one) => one === 0).map(() => now));
          }
          for (const from of taken)
            expect(taken.filter((at) => at >= from && at < from + 3_000).length).toBeLessThanOrEqual(50);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("go to orders first: reads leave some to them, and the catalog leaves more", async () => {
    const budget = await process();
    expect(await takeAll(budget, "catalog")).toBe(4);
    expect(await takeAll(budget, "read")).toBe(3);
    expect(await takeAll(budget, "send")).toBe(3);
    expect(await budget.take(OTHER, "catalog")).toBe(0);
    const waitMs = await budget.take(ACCOUNT, "send");
    now += waitMs;
    expect(await budget.take(ACCOUNT, "send")).toBe(0);
  });

  it("rest for as long as the service asks, in every process, and a shorter wait ends no longer one", async () => {
    const [one, two] = [await process(), await process()];
    await one.pause(ACCOUNT, 5_000);
    await two.pause(ACCOUNT, 1_000);
    expect(await two.take(ACCOUNT, "send")).toBe(5_000);
    now += 5_000;
    expect(await two.take(ACCOUNT, "send")).toBe(0);
  });

  it("are few without Redis, and come back", async () => {
    const alone = await process("redis://127.0.0.1:1");
    expect(await takeAll(alone, "send")).toBe(2);
    now += 3_000;
    expect(await takeAll(alone, "read")).toBeGreaterThan(0);
    await alone.pause(ACCOUNT, 2_000);
    expect(await alone.take(ACCOUNT, "send")).toBe(2_000);
  });

  it.each<RequestUse>(["send", "read", "catalog"])("without Redis, have their turn: %s", async (use) => {
    const alone = await process("redis://127.0.0.1:1");
    expect(await alone.take(ACCOUNT, use)).toBe(0);
  });
});
