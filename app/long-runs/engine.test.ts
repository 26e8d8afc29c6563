import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../tests/support/ids.ts";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { until } from "../../tests/support/until.ts";
import { UnavailableError } from "../ports/errors.ts";
import { createRunner, takeTurn, type DueRun, type LongRun, type LongRunContext } from "./engine.ts";

const CLAIM_MS = 60_000;
const never = new AbortController().signal;

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeEach(async () => void (world = await openOrdersWorld()));
afterEach(() => world.close());

type Run = LongRun<LongRunContext>;
const RETRY = { retryMinMs: 1_000, retryMaxMs: 8_000, tries: 3 };

/** A kind of run whose work is what a test says. */
const kindOf = (step: Run["step"], more: Partial<Run> = {}): Run => ({
  kind: "bulk_edit",
  everyMs: 0,
  due: () => Promise.resolve([]),
  progress: () => Promise.resolve({ done: 0, total: 0 }),
  step,
  ...more,
});
const rows = () => world.db.longRun.findMany();
const shopRun = async (): Promise<DueRun> => ({ id: newId(), shopId: (await world.shop()).shop.id });
const take = (run: Run, due: DueRun, stopping = never) =>
  takeTurn(world.ctx, run, due, { stopping, claimMs: CLAIM_MS });

describe("a turn", () => {
  it("is one process's at a time, and leaves nothing behind", async () => {
    const due = await shopRun();
    const seen = { turns: 0, atOnce: 0 };
    const gate = Promise.withResolvers<void>();
    const run = kindOf(async () => {
      seen.turns += 1;
      seen.atOnce = (await rows()).length;
      await gate.promise;
    });
    const first = take(run, due);
    await until("the claim", () => seen.turns === 1);
    expect(await take(run, due)).toBe(false);
    expect(await rows()).toMatchObject([{ kind: "bulk_edit", id: due.id, shopId: due.shopId }]);
    gate.resolve();
    expect(await first).toBe(true);
    expect(seen).toEqual({ turns: 1, atOnce: 1 });
    expect(await rows()).toEqual([]);
    expect(await take(run, due)).toBe(true);
  });

  it("is another process's once the claim has expired, and the first one then changes nothing", async () => {
    const due = await shopRun();
    const gate = Promise.withResolvers<void>();
    const told: string[] = [];
    const onFailure: Run["onFailure"] = (_ctx, id) => Promise.resolve(void told.push(id));
    const lost = take(
      kindOf(() => gate.promise, { retry: { tries: 1 }, onFailure }),
      due,
    );
    await until("the claim", async () => (await rows()).length === 1);
    world.advance(CLAIM_MS);
    const second = kindOf(async () => {
      const [held] = await rows();
      gate.reject(new UnavailableError("lost"));
      await expect(lost).rejects.toThrow("lost");
      expect(await rows()).toEqual([held]);
    });
    expect(await take(second, due)).toBe(true);
    expect(told).toEqual([]);
  });

  it("of two kinds with one id are two", async () => {
    const due = await shopRun();
    const other = kindOf(() => Promise.resolve(), { kind: "dry_run" });
    const run = kindOf(async () => void expect(await take(other, due)).toBe(true));
    expect(await take(run, due)).toBe(true);
  });

  it("is over once the process ends", async () => {
    const stopping = new AbortController();
    let isOver: boolean[] = [];
    const run = kindOf((_ctx, _id, turn) => {
      isOver = [turn.isOver()];
      stopping.abort();
      isOver.push(turn.isOver());
      return Promise.resolve();
    });
    await take(run, await shopRun(), stopping.signal);
    expect(isOver).toEqual([false, true]);
  });
});

describe("a turn that fails", () => {
  const unavailable = (retryAfterMs?: number) =>
    new UnavailableError("away", retryAfterMs === undefined ? {} : { retryAfterMs });
  const failing = (error: Error, more: Partial<Run> = {}) => kindOf(() => Promise.reject(error), more);

  it("is repeated later and later, with the error's name in its row", async () => {
    const due = await shopRun();
    const run = failing(new TypeError("ours"), { retry: RETRY });
    const waits = [1_000, 2_000, 4_000, 8_000, 8_000];
    for (const [tries, wait] of waits.entries()) {
      await expect(take(run, due)).rejects.toThrow("ours");
      expect(await rows()).toMatchObject([{ tries: tries + 1, problem: "TypeError", claimToken: null }]);
      world.advance(wait - 1);
      expect(await take(run, due)).toBe(false);
      world.advance(1);
    }
    expect(
      await take(
        kindOf(() => Promise.resolve()),
        due,
      ),
    ).toBe(true);
    expect(await rows()).toEqual([]);
  });

  it("waits as long as the other system asks", async () => {
    const due = await shopRun();
    await expect(take(failing(unavailable(90_000)), due)).rejects.toThrow("away");
    world.advance(89_999);
    expect(await take(failing(unavailable()), due)).toBe(false);
    world.advance(1);
    await expect(take(failing(unavailable()), due)).rejects.toThrow("away");
  });

  it("is given up after the last try of its kind, but not for an error of our own", async () => {
    const due = await shopRun();
    const told: boolean[] = [];
    const onFailure: Run["onFailure"] = (_ctx, _id, _error, isLast) => Promise.resolve(void told.push(isLast));
    const fail = async (error: Error) => {
      await expect(take(failing(error, { retry: RETRY, onFailure }), due)).rejects.toThrow(error);
      world.advance(RETRY.retryMaxMs);
    };
    for (let tries = 0; tries < RETRY.tries; tries += 1) await fail(new TypeError("ours"));
    expect(told).toEqual([]);
    await fail(unavailable());
    expect(told).toEqual([true]);
    expect(await rows()).toEqual([]);
    await fail(unavailable());
    expect(told).toEqual([true, false]);
  });

  it("does not count the turns before a piece of work that came to its end", async () => {
    const due = await shopRun();
    const run = kindOf(
      (_ctx, _id, turn) => {
        turn.hasAdvanced = true;
        return Promise.reject(unavailable());
      },
      { retry: RETRY },
    );
    for (let turns = 0; turns < 2 * RETRY.tries; turns += 1) {
      await expect(take(run, due)).rejects.toThrow("away");
      expect(await rows()).toMatchObject([{ tries: 1 }]);
      world.advance(RETRY.retryMinMs);
    }
  });
});

describe("the runner", () => {
  const SHOPS = Array.from({ length: 5 }, () => newId());
  const runnerOf = (runs: readonly Run[]) => createRunner(world.ctx, runs, CLAIM_MS);
  const dueOf = (ids: readonly string[]) => () => Promise.resolve(ids.map((id) => ({ id })));

  it("gives each shop a turn before any has a second one, a few at once", async () => {
    const turns: string[] = [];
    const gates = new Map(SHOPS.map((id) => [String(id), Promise.withResolvers<void>()]));
    const run = kindOf(
      async (_ctx, id) => {
        turns.push(id);
        await gates.get(id)?.promise;
      },
      { due: dueOf(SHOPS) },
    );
    const runner = runnerOf([run]);
    await runner.look(never);
    await until("three turns", () => turns.length === 3);
    gates.get(SHOPS[0]!)?.resolve();
    await until("the fourth", () => turns.length === 4);
    // The first one is due again, behind the one that waits.
    await runner.look(never);
    gates.get(SHOPS[1]!)?.resolve();
    await until("the fifth", () => turns.length === 5);
    for (const gate of gates.values()) gate.resolve();
    expect(await runner.stop(5_000)).toBe(true);
    expect(turns.slice(0, 3).toSorted()).toEqual(SHOPS.slice(0, 3));
    expect(turns.slice(3)).toEqual([...SHOPS.slice(3), SHOPS[0]]);
  });

  it("does not let one kind wait for another, and continues past a run that fails", async () => {
    const gate = Promise.withResolvers<void>();
    const slow = kindOf(() => gate.promise, { everyMs: 60_000, due: dueOf(SHOPS) });
    const done: string[] = [];
    const quick = kindOf(
      (_ctx, id) => (id === SHOPS[0] ? Promise.reject(new TypeError(id)) : Promise.resolve(void done.push(id))),
      { kind: "dry_run", everyMs: 60_000, due: dueOf(SHOPS) },
    );
    const runner = runnerOf([slow, quick]);
    await runner.look(never);
    await until("the quick ones", () => done.length === SHOPS.length - 1);
    expect(world.logLines.filter((line) => line.includes("a turn of a long run failed"))).toEqual([
      expect.stringContaining(`dry_run:${SHOPS[0]}`),
    ]);
    // Not looked for again before the time has come.
    await runner.look(never);
    gate.resolve();
    await runner.stop(5_000);
    expect(done).toHaveLength(SHOPS.length - 1);
  });

  it("begins no turn once the process ends", async () => {
    const stopping = new AbortController();
    const gate = Promise.withResolvers<void>();
    const turns: string[] = [];
    const run = kindOf(async (_ctx, id) => void (turns.push(id), await gate.promise), { due: dueOf(SHOPS) });
    const runner = runnerOf([run]);
    await runner.look(stopping.signal);
    await until("three turns", () => turns.length === 3);
    stopping.abort();
    expect(await runner.stop(1)).toBe(false);
    gate.resolve();
    expect(await runner.stop(5_000)).toBe(true);
    expect(turns).toHaveLength(3);
  });
});
