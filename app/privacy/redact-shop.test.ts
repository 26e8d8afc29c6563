import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { whileLockHeld } from "../../tests/support/held-lock.ts";
import { ErasedShop, mappingInput } from "../catalog/mappings.ts";
import { saveShownMappings } from "../catalog/save-shown-mappings.ts";
import { installShop } from "../shops/install.ts";
import { seedDelivery, seedOrder, createShopLifecycleContext } from "../../tests/support/shops-context.ts";
import { uninstallShop } from "../shops/uninstall.ts";
import { eraseOrderBatch } from "./erase.ts";
import { redactShop } from "./redact-shop.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const ROWS_AT_ONCE = 500;

/** A shop that is gone, with as many orders, and as many reasons for attention and lines of history for each. */
async function uninstalledShopWith(orders: number, each: number) {
  const ctx = createShopLifecycleContext(database);
  const domain = `s-${randomUUID()}.myshopify.com`;
  await installShop(ctx, domain, "");
  const { id: shopId } = await ctx.db.shop.findUniqueOrThrow({ where: { domain } });
  // The app's limit for a statement counts here, too, on a machine as slow as it may be.
  const atOnce = Math.ceil(ROWS_AT_ONCE / (each + 1));
  for (let from = 1; from <= orders; from += atOnce) {
    await ctx.db.$executeRaw`
      WITH made AS (
        INSERT INTO "Order" ("id", "shopId", "shopifyGid", "name", "shopifyCreatedAt", "shopifyUpdatedAt", "receivedAt", "currency")
        SELECT gen_random_uuid(), ${shopId}::uuid, 'gid://shopify/Order/' || n, '#' || n, now(), now(), now(), 'USD'
        FROM generate_series(${from}::int, ${Math.min(orders, from + atOnce - 1)}::int) n RETURNING "id", "shopId"
      ), submissions AS (
        INSERT INTO "Submission" ("id", "shopId", "orderId", "kind", "reference", "state", "createdAt")
        SELECT "id", "shopId", "id", 'first', "id"::text, 'submitted', now() FROM made
      )
      INSERT INTO "Attention" ("id", "shopId", "orderId", "submissionId", "code", "subject", "detail", "openedAt")
      SELECT gen_random_uuid(), "shopId", "id", "id", 'uncertain', n::text, '{}', now()
      FROM made CROSS JOIN generate_series(1, ${each}::int) n`;
  }
  await uninstallShop(ctx, domain);
  const left = () => ctx.db.order.count({ where: { shopId } });
  return { ctx, shop: { id: shopId, domain }, left };
}

test("a large shop is erased in parts: others have their turn in between, and what was broken off is taken up again", async () => {
  const { ctx, shop, left } = await uninstalledShopWith(4_500, 5);
  const tombstones = await ctx.db.tombstone.count();
  const parts: string[] = [];
  do parts.push(await redactShop(ctx, shop.domain));
  while (parts.at(-1) === "unfinished");
  expect(parts).toEqual(["unfinished", "erased"]);
  expect(await left()).toBe(0);
  expect((await ctx.db.tombstone.count()) - tombstones).toBe(4_500);
  expect(await ctx.db.attention.count({ where: { shopId: shop.id } })).toBe(0);
});

test("one transaction takes on no more than it can do, whatever hangs on the orders", async () => {
  const { ctx, shop, left } = await uninstalledShopWith(5, 12_000);
  expect(await eraseOrderBatch(ctx, shop)).toBe("some");
  expect(await left()).toBe(3);
});

test("an installation in the middle ends it: what is not erased yet stays", async () => {
  const { ctx, shop, left } = await uninstalledShopWith(300, 1);
  expect(await eraseOrderBatch(ctx, shop)).toBe("some");
  await installShop(ctx, shop.domain, "");
  expect(await eraseOrderBatch(ctx, shop)).toBe("installed");
  expect(await redactShop(ctx, shop.domain)).toBe("installed");
  expect(await left()).toBe(100);
});

test("bodies go that nobody handles any longer, many at a time, and only the shop's own", async () => {
  const { ctx, shop } = await uninstalledShopWith(0, 0);
  await ctx.db.$executeRaw`
    INSERT INTO "WebhookDelivery" ("id", "source", "topic", "scope", "deliveryId", "receivedAt", "bodyEncrypted", "state")
    SELECT gen_random_uuid(), 'shopify', 'orders/updated', ${shop.domain}, 'd' || n, now(), '\\x01', 'ignored'
    FROM generate_series(1, 4500) n`;
  const waiting = await seedDelivery(ctx, { scope: shop.domain, topic: "shop/redact", state: "waiting" });
  const others = await seedDelivery(ctx, { scope: "other.myshopify.com", topic: "orders/updated", state: "done" });
  expect(await redactShop(ctx, shop.domain)).toBe("erased");
  const kept = await ctx.db.webhookDelivery.findMany({ where: { bodyEncrypted: { not: null } }, select: { id: true } });
  expect(kept.map(({ id }) => id).sort()).toEqual([waiting, others].sort());
});

test("an order that a worker is at is erased after it", async () => {
  const { ctx, shop, left } = await uninstalledShopWith(0, 0);
  const { orderId } = await seedOrder(ctx, shop.domain, "gid://shopify/Order/1", "submitted");
  let erasing: Promise<unknown> = Promise.resolve();
  await ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Order" WHERE "id" = ${orderId}::uuid FOR UPDATE`;
    erasing = eraseOrderBatch(ctx, shop);
    await waitsForLock(ctx.db);
    await tx.parcel.updateMany({ where: { submission: { orderId } }, data: { tries: 1 } });
  });
  await erasing;
  expect(await left()).toBe(0);
});

test("an order that is being received when the erasure begins is erased, too", async () => {
  const { ctx, shop, left } = await uninstalledShopWith(1, 1);
  // A worker has read the shop before, and its transaction is not committed yet.
  const erased = await whileLockHeld(
    database.pool,
    (worker) =>
      worker.query(
        `INSERT INTO "Order" ("id", "shopId", "shopifyGid", "name", "shopifyCreatedAt", "shopifyUpdatedAt", "currency", "receivedAt")
        VALUES ($1, $2, 'gid://shopify/Order/77', '#77', now(), now(), 'USD', now())`,
        [randomUUID(), shop.id],
      ),
    () => redactShop(ctx, shop.domain),
  );
  expect(erased).toBe("erased");
  expect(await left()).toBe(0);
});

test("a waiting delivery ends with its order: without its body it could never be handled", async () => {
  const { ctx, shop } = await uninstalledShopWith(0, 0);
  const { orderId } = await seedOrder(ctx, shop.domain, "gid://shopify/Order/1", "submitted");
  const id = await seedDelivery(ctx, { scope: shop.domain, topic: "orders/edited", state: "waiting" });
  await ctx.db.webhookDelivery.update({ where: { id }, data: { orderId, dueAt: ctx.clock.now() } });
  expect(await redactShop(ctx, shop.domain)).toBe("erased");
  const row = await ctx.db.webhookDelivery.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ state: "ignored", problem: "erased", dueAt: null, bodyEncrypted: null });
});

async function waitsForLock(db: ReturnType<typeof createShopLifecycleContext>["db"]): Promise<void> {
  for (;;) {
    const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (rows.length > 0) return;
  }
}

test("mappings that are saved meanwhile do not outlive the erasure", async () => {
  const { ctx, shop } = await uninstalledShopWith(0, 0);
  const save = (number: number) => {
    const gids = { productGid: "gid://shopify/Product/1", variantGid: `gid://shopify/ProductVariant/${number}` };
    const input = mappingInput.parse({ ...gids, itemSku: "TEE-BLACK-M" });
    return saveShownMappings(ctx, shop.id, [{ input, shown: null }]);
  };
  const saves = Array.from({ length: 8 }, (_, at) => save(at + 1).catch((error: unknown) => error));
  const [part, ...saved] = await Promise.all([redactShop(ctx, shop.domain), ...saves]);
  for (const one of saved) expect(one instanceof ErasedShop || one instanceof Map).toBe(true);
  for (let done = part; done === "unfinished";) done = await redactShop(ctx, shop.domain);
  await expect(save(9)).rejects.toThrow(ErasedShop);
  expect(await ctx.db.mapping.count({ where: { shopId: shop.id } })).toBe(0);
});
