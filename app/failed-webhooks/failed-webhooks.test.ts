import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, it } from "vitest";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { dismiss, replay, countFailed, listFailed } from "./failed-webhooks.ts";
import type { PrintAccountId, WebhookDeliveryId, ShopId } from "../ports/ids.ts";
import { idOf, newId } from "../../tests/support/ids.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());

const wokenIds: string[] = [];
const ctx = { ...world.ctx, wake: { ...world.ctx.wake, delivery: (id: string) => void wokenIds.push(id) } };
let shop: { id: ShopId; domain: string; printAccountId: PrintAccountId | null };
let key: string;

beforeEach(async () => {
  wokenIds.length = 0;
  const made = await world.order([{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }]);
  key = newId();
  const account = await world.db.printAccount.create({
    data: {
      id: newId(),
      key,
      emailHash: key,
      credentialsEncrypted: new Uint8Array(),
      webhookHeader: "x",
      webhookSecretEncrypted: new Uint8Array(),
      createdAt: new Date(),
    },
  });
  shop = { id: made.shop.id, domain: `${randomUUID()}.myshopify.com`, printAccountId: account.id };
});

type Seed = Partial<Parameters<typeof world.db.webhookDelivery.create>[0]["data"]>;

async function delivery(over: Seed = {}): Promise<WebhookDeliveryId> {
  const id = newId();
  await world.db.webhookDelivery.create({
    data: {
      id,
      source: "shopify",
      topic: "orders/updated",
      scope: shop.domain,
      deliveryId: id,
      receivedAt: world.ctx.clock.now(),
      bodyEncrypted: new Uint8Array([1]),
      state: "dead_letter",
      problem: "not_json",
      tries: 8,
      failures: 8,
      ...over,
    } as Parameters<typeof world.db.webhookDelivery.create>[0]["data"],
  });
  return id;
}

const event = (over: Seed = {}) => delivery({ source: "print_service", topic: "tracking", scope: key, ...over });
const stateOf = (id: WebhookDeliveryId) => world.db.webhookDelivery.findUniqueOrThrow({ where: { id } });

it("a shop sees its own failed webhooks and those of its print account", async () => {
  const own = [await delivery(), await event(), await delivery({ state: "waiting", tries: 3 })];
  await delivery({ state: "waiting", tries: 2 });
  await delivery({ state: "done" });
  await delivery({ scope: "other.myshopify.com" });
  await event({ scope: "another account" });
  const { rows } = await listFailed(ctx, shop, null);
  expect(rows.map(({ id }) => id).sort()).toEqual(own.sort());
  expect(rows.filter(({ state }) => state === "failing")).toHaveLength(1);
  expect(await countFailed(ctx, shop)).toBe(3);
  expect(await countFailed(ctx, { ...shop, printAccountId: null })).toBe(2);
});

it("pages follow each other, and an invalid cursor returns the first page", async () => {
  for (let n = 0; n < 52; n += 1) await delivery();
  const first = await listFailed(ctx, shop, "nowhere");
  const second = await listFailed(ctx, shop, first.next);
  expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 2, null]);
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(52);
});

it("shows the first page once all rows of the last one are handled", async () => {
  for (let n = 0; n < 51; n += 1) await delivery();
  const first = await listFailed(ctx, shop, null);
  const second = await listFailed(ctx, shop, first.next);
  await dismiss(
    ctx,
    shop,
    second.rows.map(({ id }) => id),
  );
  expect((await listFailed(ctx, shop, first.next)).rows).toEqual(first.rows);
});

it("is replayed from the beginning, unless it is another shop's, handled or erased", async () => {
  const own = await delivery();
  const skipped = [
    await delivery({ scope: "other.myshopify.com" }),
    await delivery({ state: "done" }),
    await delivery({ bodyEncrypted: null }),
  ];
  expect(await replay(ctx, shop, [own, own, ...skipped])).toEqual({ done: 1, skipped: 3 });
  expect(wokenIds).toEqual([own]);
  expect(await stateOf(own)).toMatchObject({ state: "waiting", tries: 0, failures: 0 });
  expect((await stateOf(skipped[0] ?? idOf(""))).state).toBe("dead_letter");
});

it("is dismissed with its body, except privacy requests and webhooks that are still waiting", async () => {
  const own = await delivery();
  const skipped = [
    await delivery({ topic: "customers/redact" }),
    await delivery({ state: "waiting" }),
    await event({ scope: "another account" }),
  ];
  const refused = await delivery({ topic: "shop/redact", problem: "app_installed" });
  // By age, or since it names another shop: it can't be carried out any more.
  const erased = await delivery({ topic: "customers/redact", bodyEncrypted: null });
  expect(await dismiss(ctx, shop, [own, refused, erased, ...skipped])).toEqual({ done: 3, skipped: 3 });
  expect(await stateOf(own)).toMatchObject({ state: "ignored", bodyEncrypted: null });
  for (const id of skipped) expect((await stateOf(id)).bodyEncrypted).not.toBeNull();
});
