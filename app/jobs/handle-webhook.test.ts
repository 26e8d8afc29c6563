import { afterAll, expect, it } from "vitest";
import { openWorld } from "../orders/fulfil/orders-world.testing.ts";
import { readWebhook } from "../shopify/webhook-topics.ts";
import { handleDelivery } from "./handle-webhook.ts";
import type { ShopEventHandled } from "./shop-webhooks.ts";

const world = await openWorld();
afterAll(() => world.close());
const { ctx, db } = world;
const SHOP = "large.myshopify.com";

async function shopRedact(): Promise<string> {
  const id = ctx.ids.uuid();
  const body = JSON.stringify({ shop_id: 1, shop_domain: SHOP });
  await db.delivery.create({
    data: {
      id,
      source: "shopify",
      topic: "shop/redact",
      scope: SHOP,
      deliveryId: id,
      receivedAt: ctx.clock.now(),
      dueAt: ctx.clock.now(),
      attempts: 5,
      failures: 5,
      bodySealed: new Uint8Array(ctx.seal.seal(body, `delivery:${id}`)),
    },
  });
  return id;
}

const handle = (id: string, said: ShopEventHandled) =>
  handleDelivery(
    {
      ctx,
      reader: { shopify: readWebhook, printService: () => ({ kind: "nothing" }) },
      shops: { handle: () => Promise.resolve(said), orderOfFulfillmentOrder: () => Promise.resolve(null) },
    },
    id,
  );

it("what is done in parts is due again at once, with its body, and as if nothing had failed", async () => {
  const id = await shopRedact();
  await handle(id, "unfinished");
  const row = await db.delivery.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ state: "waiting", dueAt: ctx.clock.now(), attempts: 0, failures: 0 });
  expect(row.bodySealed).not.toBeNull();
  await handle(id, "done");
  expect(await db.delivery.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: "done", bodySealed: null });
});

it("a refused request to erase is set aside with its reason and without its body", async () => {
  const id = await shopRedact();
  await handle(id, "app_installed");
  expect(await db.delivery.findUniqueOrThrow({ where: { id } })).toMatchObject({
    state: "poison",
    problem: "app_installed",
    bodySealed: null,
  });
});
