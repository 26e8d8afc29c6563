import { afterAll, expect, it } from "vitest";
import { openOrdersWorld } from "../orders/fulfil/orders-world.testing.ts";
import { parseShopifyWebhook } from "../shopify/webhook-topics.ts";
import { handleWebhook } from "./handle-webhook.ts";
import type { ShopWebhookResult } from "./handle-shop-webhook.ts";
import type { WebhookDeliveryId } from "../ports/ids.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());
const { ctx, db } = world;
const SHOP = "large.myshopify.com";

async function shopRedact(): Promise<WebhookDeliveryId> {
  const id = ctx.ids.uuid();
  const body = JSON.stringify({ shop_id: 1, shop_domain: SHOP });
  await db.webhookDelivery.create({
    data: {
      id,
      source: "shopify",
      topic: "shop/redact",
      scope: SHOP,
      deliveryId: id,
      receivedAt: ctx.clock.now(),
      dueAt: ctx.clock.now(),
      tries: 5,
      failures: 5,
      bodyEncrypted: new Uint8Array(ctx.encryptor.encrypt(body, `delivery:${id}`)),
    },
  });
  return id;
}

const handle = (id: WebhookDeliveryId, outcome: ShopWebhookResult) =>
  handleWebhook(
    {
      ctx,
      parser: { shopify: parseShopifyWebhook, printService: () => ({ kind: "no_action" }) },
      handleShopWebhook: () => Promise.resolve(outcome),
    },
    id,
  );

it("an unfinished erasure is due again at once, with its body and without failures", async () => {
  const id = await shopRedact();
  await handle(id, "unfinished");
  const row = await db.webhookDelivery.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ state: "waiting", dueAt: ctx.clock.now(), tries: 0, failures: 0 });
  expect(row.bodyEncrypted).not.toBeNull();
  await handle(id, "done");
  expect(await db.webhookDelivery.findUniqueOrThrow({ where: { id } })).toMatchObject({
    state: "done",
    bodyEncrypted: null,
  });
});

it("a refused request to erase is set aside with its reason and without its body", async () => {
  const id = await shopRedact();
  await handle(id, "app_installed");
  expect(await db.webhookDelivery.findUniqueOrThrow({ where: { id } })).toMatchObject({
    state: "dead_letter",
    problem: "app_installed",
    bodyEncrypted: null,
  });
});
