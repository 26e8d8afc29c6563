import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "../../tests/support/ids.ts";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { withLease } from "../database/lease.ts";
import { UnavailableError } from "../ports/errors.ts";
import type { ShopId } from "../ports/ids.ts";
import { sweepEach } from "./sweep-each.server.ts";

const LEASE_MS = 60_000;
const SHOPS = Array.from({ length: 5 }, () => newId());
const [FIRST, ...OTHERS] = SHOPS;

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeEach(async () => void (world = await openOrdersWorld()));
afterEach(() => world.close());

/** Sweeps the shops; those given fail. */
const sweep = (failing: readonly ShopId[], shops = SHOPS, stopping = new AbortController()) =>
  sweepEach(world.ctx, "sweep", LEASE_MS, stopping.signal, {
    findIds: async () => shops.map((id) => ({ id })),
    run: async (_ctx, id) => {
      if (failing.includes(id)) throw new UnavailableError(`shop ${SHOPS.indexOf(id)}`);
    },
  });
const brokenOff = () => world.logLines.filter((line) => line.includes("sweep broke off")).length;

test("a sweep that fails for every shop fails, and each is logged", async () => {
  await expect(sweep(SHOPS)).rejects.toThrow(UnavailableError);
  expect(brokenOff()).toBe(SHOPS.length);
});

test("a shop that fails beside one that does not is logged alone", async () => {
  await sweep(OTHERS);
  expect(brokenOff()).toBe(OTHERS.length);
});

test("a shop that another process sweeps counts neither way", async () => {
  await withLease(world.ctx, `sweep:${FIRST}`, LEASE_MS, async () => {
    await expect(sweep(OTHERS)).rejects.toThrow(UnavailableError);
    await sweep(SHOPS, FIRST && [FIRST]);
  });
});

test("without shops, or once the process ends, nothing fails", async () => {
  await sweep(SHOPS, []);
  const stopping = new AbortController();
  stopping.abort();
  await sweep(SHOPS, SHOPS, stopping);
  expect(brokenOff()).toBe(0);
});
