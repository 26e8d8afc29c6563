import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../tests/support/ids.ts";
import { insertSentOrders } from "../../tests/support/many-orders.ts";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { withLease } from "../database/lease.ts";
import { UnavailableError } from "../ports/errors.ts";
import type { SubmissionState } from "../orders/core/states.ts";
import type { ShopId } from "../ports/ids.ts";
import { accountsToSweep, sweepEach } from "./sweep-each.server.ts";

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

describe("an account that the shop used before", () => {
  let shop: Awaited<ReturnType<typeof world.shop>>;
  const isSwept = async () => (await accountsToSweep(world.ctx)).some(({ id }) => id === shop.account.id);
  const disconnect = () => world.db.shop.update({ where: { id: shop.shop.id }, data: { printAccountId: null } });
  const addOrder = (state: SubmissionState) =>
    insertSentOrders(world.pool, {
      ...{ shopId: shop.shop.id, accountId: shop.account.id, count: 1, state, prefix: `${state}-` },
      sentAt: world.ctx.clock.now(),
    });
  beforeEach(async () => void (shop = await world.shop()));

  test.each(["submitted", "in_production", "shipped", "uncertain"] as const)(
    "is swept for an order that is %s",
    async (state) => {
      expect(await isSwept()).toBe(true);
      await disconnect();
      expect(await isSwept()).toBe(false);
      await addOrder(state);
      expect(await isSwept()).toBe(true);
    },
  );

  test("is not swept once its orders are fulfilled, the app is uninstalled or the account is rejected", async () => {
    await disconnect();
    await addOrder("fulfilled");
    expect(await isSwept()).toBe(false);
    await addOrder("shipped");
    const installed = { where: { id: shop.shop.id } };
    await world.db.shop.update({ ...installed, data: { uninstalledAt: world.ctx.clock.now() } });
    expect(await isSwept()).toBe(false);
    await world.db.shop.update({ ...installed, data: { uninstalledAt: null } });
    expect(await isSwept()).toBe(true);
    await world.db.printAccount.update({ where: { id: shop.account.id }, data: { refusedAt: world.ctx.clock.now() } });
    expect(await isSwept()).toBe(false);
  });
});
