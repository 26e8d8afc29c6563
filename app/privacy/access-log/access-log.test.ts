import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFreshDatabase } from "../../../tests/support/database.ts";
import { newId } from "../../../tests/support/ids.ts";
import { createShopLifecycleContext, seedOrder } from "../../../tests/support/shops-context.ts";
import { gidOf } from "../../ports/gid.ts";
import { installShop } from "../../shops/install.ts";
import { uninstallShop } from "../../shops/uninstall.ts";
import { prune } from "../prune.ts";
import { redactShop } from "../redact-shop.ts";
import { readAccessLog, readAccessLogQuery, writeAccessLogQuery, recordAccess, type OpenedData } from "./access-log.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const [ONE, TWO] = [gidOf("Order", "1"), gidOf("Order", "2")];
const MINUTE = 60_000;

async function shopWithOrders() {
  const ctx = createShopLifecycleContext(database);
  const domain = `s-${randomUUID()}.myshopify.com`;
  await installShop(ctx, domain, "");
  const { shopId } = await seedOrder(ctx, domain, ONE, "submitted");
  await seedOrder(ctx, domain, TWO, "submitted");
  await ctx.db.order.updateMany({ where: { shopId, shopifyGid: TWO }, data: { name: "#2" } });
  const open = (userId: string, view: OpenedData["view"], ...orderGids: OpenedData["orderGids"]) =>
    recordAccess(ctx, { shopId, userId }, { view, orderGids });
  const log = async (search = "") => readAccessLog(ctx, shopId, readAccessLogQuery(new URLSearchParams(search)));
  const shown = async (search?: string) =>
    (await log(search)).rows.map(({ userId, view, count, order }) => [userId, view, order?.name ?? count]);
  return { ctx, domain, shopId, open, log, shown };
}

describe("the access log", () => {
  test("names who opened which orders, once in 15 minutes", async () => {
    const { ctx, open, shown } = await shopWithOrders();
    expect(await open("5", "order", ONE)).toBe(true);
    ctx.clock.advance(14 * MINUTE);
    expect(await open("5", "order", ONE)).toBe(false);
    expect(await open("6", "order", ONE)).toBe(true);
    expect(await open("5", "reprint", ONE)).toBe(true);
    ctx.clock.advance(2 * MINUTE);
    expect(await open("5", "orders_list", TWO, ONE)).toBe(true);
    expect(await open("5", "orders_list", ONE, TWO)).toBe(false);
    expect(await open("5", "order", ONE)).toBe(true);
    expect((await shown()).toSorted()).toEqual([
      ["5", "order", "#1"],
      ["5", "order", "#1"],
      ["5", "orders_list", 2],
      ["5", "reprint", "#1"],
      ["6", "order", "#1"],
    ]);
  });

  test("has no entry where no order of the shop was shown", async () => {
    const { open, shown } = await shopWithOrders();
    expect(await open("5", "order", gidOf("Order", "404"))).toBe(false);
    expect(await open("5", "orders_list")).toBe(false);
    expect(await shown()).toEqual([]);
  });

  test("is filtered by person, page and order, and read page by page", async () => {
    const { ctx, open, log, shown } = await shopWithOrders();
    await open("5", "orders_list", ONE, TWO);
    await open("6", "order", TWO);
    expect(await shown("user=6")).toEqual([["6", "order", "#2"]]);
    expect(await shown("view=orders_list")).toEqual([["5", "orders_list", 2]]);
    expect(await shown("order=1")).toEqual([["5", "orders_list", 2]]);
    expect(await shown("order=%232&user=6")).toEqual([["6", "order", "#2"]]);
    expect(await shown("order=404")).toEqual([]);
    expect(await shown("user=x&view=y&after=z")).toHaveLength(2);
    for (let number = 0; number < 50; number += 1) {
      ctx.clock.advance(20 * MINUTE);
      await open("7", "order", ONE);
    }
    const first = await log();
    const query = { ...readAccessLogQuery(new URLSearchParams()), after: first.next };
    const second = await log(writeAccessLogQuery(query).toString());
    expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 2, null]);
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(52);
  });

  test("forgets after a year, and with the shop", async () => {
    const { ctx, domain, shopId, open, shown } = await shopWithOrders();
    await open("5", "order", ONE);
    ctx.clock.advance(366 * 24 * 60 * MINUTE);
    await open("6", "order", ONE);
    await prune(ctx, 60);
    expect(await shown()).toEqual([["6", "order", "#1"]]);
    await uninstallShop(ctx, domain);
    expect(await redactShop(ctx, domain)).toBe("erased");
    expect(await ctx.db.buyerDataAccess.count({ where: { shopId } })).toBe(0);
  });
});

test("another shop's entry is no place to continue from", async () => {
  const other = await shopWithOrders();
  await other.open("5", "order", ONE);
  const [entry] = (await other.log()).rows;
  const { open, shown } = await shopWithOrders();
  await open("6", "order", TWO);
  expect(await shown(`after=${entry?.id ?? newId()}`)).not.toContainEqual(["5", "order", "#1"]);
});
