import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFreshDatabase } from "../../../tests/support/database.ts";
import { createShopLifecycleContext, seedOrder } from "../../../tests/support/shops-context.ts";
import { encryptCustomer } from "../../orders/core/customer-summary.ts";
import { gidOf } from "../../ports/gid.ts";
import type { OrderId } from "../../ports/ids.ts";
import { installShop } from "../../shops/install.ts";
import { uninstallShop } from "../../shops/uninstall.ts";
import { redactCustomer } from "../redact-customer.ts";
import { redactShop } from "../redact-shop.ts";
import { readDataRequests, readOpenRequests } from "./list.ts";
import { markSent, recordDataRequest } from "./record.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const [ONE, TWO, UNKNOWN] = [gidOf("Order", "1"), gidOf("Order", "2"), gidOf("Order", "9")];
const CUSTOMER = gidOf("Customer", "7");
const RECEIVED = new Date("2026-11-20T12:00:00Z");

async function installed() {
  const ctx = createShopLifecycleContext(database);
  const domain = `s-${randomUUID()}.myshopify.com`;
  await installShop(ctx, domain, "");
  const { id: shopId } = await ctx.db.shop.findUniqueOrThrow({ where: { domain } });
  const ask = (requestNumber: string | null, orderGids = [ONE, UNKNOWN]) =>
    recordDataRequest(ctx, domain, { requestNumber, customerGid: CUSTOMER, orderGids }, RECEIVED);
  const rows = async () => (await readDataRequests(ctx, shopId, null)).rows;
  const name = (orderId: OrderId, customer: string) => {
    const summary = { name: customer, city: "", country: "", countryCode: "" };
    const customerEncrypted = encryptCustomer(ctx, orderId, summary);
    return ctx.db.order.update({ where: { id: orderId }, data: { customerEncrypted } });
  };
  return { ctx, domain, shopId, ask, rows, name };
}

describe("a data request", () => {
  test("waits for the merchant, once, with its customer, its orders and 30 days", async () => {
    const { ctx, domain, shopId, ask, rows, name } = await installed();
    const { orderId } = await seedOrder(ctx, domain, ONE, "submitted");
    await name(orderId, "Jane Buyer");
    await ask("77");
    await ask("77");
    expect(await rows()).toEqual([
      {
        id: expect.any(String) as string,
        state: "open",
        requestedAt: RECEIVED.toISOString(),
        dueAt: "2026-12-20T12:00:00.000Z",
        endedAt: null,
        sentBy: null,
        customerNumber: "7",
        customerName: "Jane Buyer",
        orders: [{ name: "#1", number: "1" }],
      },
    ]);
    expect(await readOpenRequests(ctx, shopId)).toEqual({ count: 1, dueAt: "2026-12-20T12:00:00.000Z" });
    expect(await ctx.db.history.findMany({ where: { orderId } })).toMatchObject([
      { code: "privacy.data_requested", actor: "shopify" },
    ]);
  });

  test("about orders that are not held ends at once, and keeps nothing of the customer", async () => {
    const { ctx, shopId, ask, rows } = await installed();
    await ask("77");
    expect(await rows()).toMatchObject([{ state: "nothing_held", customerNumber: null, orders: [] }]);
    expect(await ctx.db.dataRequest.findMany({ where: { shopId } })).toMatchObject([
      { orderGids: [], endedAt: expect.any(Date) as Date, endedBy: null },
    ]);
    expect(await readOpenRequests(ctx, shopId)).toBeNull();
  });

  test("is marked as sent by its own shop, once", async () => {
    const { ctx, domain, shopId, ask, rows } = await installed();
    await seedOrder(ctx, domain, ONE, "submitted");
    await ask(null);
    const [{ id } = { id: "" as never }] = await rows();
    const other = await installed();
    expect(await markSent(ctx, { shopId: other.shopId, id, userId: "5" })).toBe("unchanged");
    expect(await markSent(ctx, { shopId, id, userId: "5" })).toBe("done");
    expect(await markSent(ctx, { shopId, id, userId: "6" })).toBe("unchanged");
    expect(await rows()).toMatchObject([{ state: "sent", endedAt: expect.any(String) as string }]);
    expect(await ctx.db.dataRequest.findUnique({ where: { id } })).toMatchObject({ endedBy: "5" });
  });

  test("ends when the last of its orders is erased, and no longer names the customer", async () => {
    const { ctx, domain, ask, rows } = await installed();
    await seedOrder(ctx, domain, ONE, "submitted");
    await seedOrder(ctx, domain, TWO, "submitted");
    await ask("77", [ONE, TWO]);
    await redactCustomer(ctx, domain, [ONE]);
    expect(await rows()).toMatchObject([{ state: "open", customerNumber: null, orders: [{ number: "2" }] }]);
    await redactCustomer(ctx, domain, [TWO]);
    expect(await rows()).toMatchObject([{ state: "nothing_held", orders: [] }]);
  });

  test("goes with its shop", async () => {
    const { ctx, domain, shopId, ask } = await installed();
    await seedOrder(ctx, domain, ONE, "submitted");
    await ask("77");
    await uninstallShop(ctx, domain);
    expect(await redactShop(ctx, domain)).toBe("erased");
    expect(await ctx.db.dataRequest.count({ where: { shopId } })).toBe(0);
  });
});

test("requests are shown page by page, the newest first", async () => {
  const { ctx, shopId, ask } = await installed();
  for (let number = 1; number <= 27; number += 1) await ask(String(number));
  const first = await readDataRequests(ctx, shopId, null);
  const second = await readDataRequests(ctx, shopId, first.next);
  expect([first.rows.length, second.rows.length, second.next]).toEqual([25, 2, null]);
  const seen = [...first.rows, ...second.rows].map(({ id }) => id);
  expect(seen).toEqual([...new Set(seen)].sort().reverse());
  expect((await readDataRequests(ctx, shopId, "no id")).rows).toEqual(first.rows);
});
