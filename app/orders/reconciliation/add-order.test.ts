import { afterAll, beforeAll, expect, it } from "vitest";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { syncedItem, syncedOrder } from "../../../tests/support/provider-orders.ts";
import type { PrintAccountCalls, SyncedOrder } from "../../ports/print-service.ts";
import { dayOf } from "../../settings/wall-time.ts";
import { newReference, orderTag } from "../core/reference.ts";
import { readShop } from "../core/shop-row.ts";
import { openShop } from "../receive/open-shop.testing.ts";
import { addOrder } from "./add-order.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

it("adds an order that the service has and this database does not, as sent: nothing is sent a second time", async () => {
  const shop = await openShop(world);
  const { sql, printService, paid } = shop;
  const { encryptor, ids } = shop.ctx;
  const tag = orderTag(encryptor, shop.shop.domain, paid().gid);
  const reference = newReference({ name: paid().name, tag }, ids);
  const items = [syncedItem({ itemSku: "TEE-BLACK-M", orderStatus: "In production" })];
  let rows: SyncedOrder[] = [];
  let placed = [] as { gid: ReturnType<typeof paid>["gid"]; name: string; placedAt: Date }[];
  const calls: Partial<PrintAccountCalls> = { listAll: () => Promise.resolve({ rows, complete: true }) };
  const ctx = {
    ...shop.ctx,
    printService: { forAccount: () => ({ ...shop.ctx.printService.forAccount(shop.account.id), ...calls }) },
    shopify: { ...shop.ctx.shopify, ordersPlacedSince: () => Promise.resolve({ orders: placed, next: null }) },
  };
  const row = (await readShop(sql, { id: shop.shop.id })) ?? expect.fail("no shop");
  const day = dayOf(world.ctx.clock.now(), row.timezone);
  const ask = async () => {
    const request = { repair: "add_order", reference, range: { from: day, to: day }, userId: "7" } as const;
    return (await addOrder(ctx, row, request)).outcome;
  };
  expect(await ask()).toBe("absent");
  rows = [syncedOrder({ reference, serviceOrderId: "1", items })];
  expect(await ask()).toBe("not_in_shopify");
  placed = [{ gid: paid().gid, name: paid().name, placedAt: paid().createdAt }];
  shop.shopify.read = () => Promise.resolve(paid());
  expect(await ask()).toBe("added");
  expect(await shop.submissions()).toMatchObject([{ reference, state: "in_production" }]);
  expect(await shop.history()).toContain("reconciliation.added");
  expect(await ask()).toBe("invalid_state");
  expect(printService.created).toEqual([]);
});
