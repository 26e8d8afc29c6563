import { afterAll, expect, it } from "vitest";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { openShop } from "../orders/receive/open-shop.testing.ts";
import { createLog } from "../logging/log.server.ts";
import { UnauthorizedError } from "../ports/errors.ts";
import { parseShopifyWebhook } from "../shopify/webhook-topics.ts";
import { createWebhookHandler } from "./handle-webhook.ts";
import type { ShopWebhookResult } from "./handle-shop-webhook.ts";
import { gidOf } from "../ports/gid.ts";
import type { WebhookDeliveryId } from "../ports/ids.ts";
import type { ParsedWebhook } from "../ports/webhooks.ts";
import { rematchEvents } from "../orders/provider-updates/record-events.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());
const { ctx, db } = world;
const SHOP = "large.myshopify.com";

const shopRedact = () => deliver("shop/redact", SHOP, { shop_id: 1, shop_domain: SHOP });

async function deliver(topic: string, scope: string, content: unknown): Promise<WebhookDeliveryId> {
  const id = ctx.ids.uuid();
  const body = JSON.stringify(content);
  await db.webhookDelivery.create({
    data: {
      id,
      source: "shopify",
      topic,
      scope,
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

const handle = (id: WebhookDeliveryId, outcome: ShopWebhookResult, on = ctx) =>
  createWebhookHandler({
    ctx: on,
    parser: { shopify: parseShopifyWebhook, printService: () => ({ kind: "no_action" }) },
    handleShopWebhook: () => Promise.resolve(outcome),
  })(id);

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

it("a privacy request that no release can read yet keeps its body for a retry, one of another shop does not", async () => {
  const unreadable = await deliver("customers/redact", SHOP, { shop_domain: SHOP, orders_to_redact: [{ number: 7 }] });
  const ofOther = await deliver("customers/redact", SHOP, {
    shop_domain: "other.myshopify.com",
    orders_to_redact: [7],
  });
  for (const id of [unreadable, ofOther]) await handle(id, "done");
  const row = (id: WebhookDeliveryId) => db.webhookDelivery.findUniqueOrThrow({ where: { id } });
  expect(await row(unreadable)).toMatchObject({ state: "dead_letter", problem: "unreadable:orders_to_redact" });
  expect((await row(unreadable)).bodyEncrypted).not.toBeNull();
  expect(await row(ofOther)).toMatchObject({ state: "dead_letter", problem: "other_shop", bodyEncrypted: null });
});

it("a change of an order in a shop without the app is given up once Shopify says so, and waits until then", async () => {
  const { shop, ctx: ofShop } = await openShop(world);
  const refused = { orderOfFulfillmentOrder: () => Promise.reject(new UnauthorizedError("401")) };
  const on = { ...ofShop, shopify: { ...ofShop.shopify, ...refused } };
  const released = { fulfillment_order: { id: "gid://shopify/FulfillmentOrder/7" } };
  const id = await deliver("fulfillment_orders/hold_released", shop.domain, released);
  const row = () => db.webhookDelivery.findUniqueOrThrow({ where: { id } });
  const now = ctx.clock.now();
  for (const known of [{}, { uninstalledAt: now, accessLostAt: now }]) {
    await db.shop.update({ where: { id: shop.id }, data: known });
    await handle(id, "done", on);
    expect(await row()).toMatchObject({ state: "waiting", problem: "UnauthorizedError" });
  }
  await db.shop.update({ where: { id: shop.id }, data: { uninstalledAt: now, accessLostAt: null } });
  await handle(id, "done", on);
  expect(await row()).toMatchObject({ state: "ignored", problem: "app_uninstalled", bodyEncrypted: null });
});

it("scopes of a shop without the app are given up once Shopify says so, and waited for until then", async () => {
  const { shop } = await openShop(world);
  const parser = { shopify: parseShopifyWebhook, printService: () => ({ kind: "no_action" as const }) };
  const handleShopWebhook = () => Promise.reject(new UnauthorizedError("no token"));
  const id = await deliver("app/scopes_update", shop.domain, { previous: [], current: ["read_orders"] });
  const row = () => db.webhookDelivery.findUniqueOrThrow({ where: { id } });
  await createWebhookHandler({ ctx, parser, handleShopWebhook })(id);
  expect(await row()).toMatchObject({ state: "waiting", problem: "UnauthorizedError" });
  await db.shop.update({ where: { id: shop.id }, data: { uninstalledAt: ctx.clock.now() } });
  await createWebhookHandler({ ctx, parser, handleShopWebhook })(id);
  expect(await row()).toMatchObject({ state: "ignored", problem: "app_uninstalled" });
});

it("a full disk of the database ends no webhook, however long it lasts", async () => {
  const parser = { shopify: parseShopifyWebhook, printService: () => ({ kind: "no_action" as const }) };
  const full = Object.assign(new Error("could not extend file"), { code: "53100" });
  const id = await shopRedact();
  for (let tries = 0; tries < 10; tries += 1)
    await createWebhookHandler({ ctx, parser, handleShopWebhook: () => Promise.reject(full) })(id);
  const row = await db.webhookDelivery.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ state: "waiting", tries: 15 });
  expect(row.bodyEncrypted).not.toBeNull();
});

it("an event of a print account that was erased meanwhile keeps nothing of its customer", async () => {
  const id = await deliver("order-status", "ERASEDACCOUNT", {});
  await db.webhookDelivery.update({ where: { id }, data: { source: "print_service" } });
  const printService = () => ({ kind: "status" as const, reference: "1001-A", items: [] });
  const parser = { shopify: parseShopifyWebhook, printService };
  await createWebhookHandler({ ctx, parser, handleShopWebhook: () => Promise.resolve("done") })(id);
  expect(await db.webhookDelivery.findUniqueOrThrow({ where: { id } })).toMatchObject({
    state: "ignored",
    problem: "unknown_account",
    bodyEncrypted: null,
  });
});

it("the log says where an error of ours came from, and none of the values that its message quotes", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const error = new Error("Invalid invocation:\n{\n  city: 'Bremen',\n}");
  const parser = { shopify: parseShopifyWebhook, printService: () => ({ kind: "no_action" as const }) };
  const handleShopWebhook = () => Promise.reject(error);
  await createWebhookHandler({ ctx: { ...ctx, log }, parser, handleShopWebhook })(await shopRedact());
  const stack = expect.arrayContaining([expect.stringContaining("handle-webhook")]) as unknown;
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      level: "error",
      topic: "shop/redact",
      error: { name: "Error", stack },
    },
  ]);
  expect(lines.join()).not.toContain("Bremen");
});

it("events that come at once end with what they record; one that fails, or is of an unknown order, harms no other", async () => {
  const shirt = { gid: gidOf("LineItem", "1"), sku: "SHIRT-M", quantity: 1 };
  const orders = [await world.order([shirt]), await world.order([shirt]), await world.order([shirt])];
  const { id: account, key } = orders[0]!.account;
  await db.submission.updateMany({ data: { printAccountId: account } });
  const printService = (_topic: string, body: Buffer): ParsedWebhook => ({
    ...{ kind: "tracking", trackingNumber: "T-1", trackingUrl: "" },
    reference: (JSON.parse(body.toString()) as { reference: string }).reference,
  });
  const parser = { shopify: parseShopifyWebhook, printService };
  const handleAll = createWebhookHandler({ ctx, parser, handleShopWebhook: () => Promise.resolve("done") });
  const references = [...orders.map(({ submission }) => submission.reference), "NOBODYS-1"];
  const ids: WebhookDeliveryId[] = [];
  for (const reference of references) ids.push(await deliver("tracking", key, { reference }));
  await db.webhookDelivery.updateMany({ where: { id: { in: ids } }, data: { source: "print_service" } });
  await world.pool.query(
    `CREATE FUNCTION refuse_parcel() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
     CREATE TRIGGER refuse_parcel BEFORE INSERT ON "Parcel" FOR EACH ROW
       WHEN (NEW."submissionId" = '${orders[1]!.submission.id}') EXECUTE FUNCTION refuse_parcel()`,
  );
  await Promise.all(ids.map(handleAll));
  await world.pool.query(`DROP TRIGGER refuse_parcel ON "Parcel"; DROP FUNCTION refuse_parcel()`);
  const rows = await db.webhookDelivery.findMany({ where: { id: { in: ids } } });
  expect(ids.map((id) => rows.find((row) => row.id === id))).toMatchObject([
    { state: "done", orderId: orders[0]!.order.id, problem: null },
    { state: "waiting", orderId: orders[1]!.order.id, failures: 6 },
    { state: "done", orderId: orders[2]!.order.id, problem: null },
    { state: "done", orderId: null, problem: "unknown_reference" },
  ]);
  const states = await Promise.all(orders.map(({ submission }) => world.stateOf(submission.id)));
  expect(states).toEqual(["shipped", "submitted", "shipped"]);
  await handleAll(ids[1]!);
  expect(await world.stateOf(orders[1]!.submission.id)).toBe("shipped");
});

/** Handles events of an account that name an order by an id of the service, or by a reference. */
function eventsOf(key: string) {
  const printService = (_topic: string, body: Buffer): ParsedWebhook => ({
    ...{ kind: "status", ...(JSON.parse(body.toString()) as { reference: string; serviceOrderId?: string }) },
    items: [{ itemSku: "SHIRT-M", orderStatus: "Not verify", messageError: "12 Elm Road cannot be found" }],
  });
  const parser = { shopify: parseShopifyWebhook, printService };
  const handleEvent = createWebhookHandler({ ctx, parser, handleShopWebhook: () => Promise.resolve("done") });
  return {
    handleEvent,
    async arrives(named: { reference: string; serviceOrderId?: string }) {
      const id = await deliver("order-status", key, named);
      await db.webhookDelivery.update({ where: { id }, data: { source: "print_service" } });
      await handleEvent(id);
      return id;
    },
  };
}

it("an early event that names the service's id alone is kept, and applied with its message once the id is known", async () => {
  const { submission, account } = await world.order([{ gid: gidOf("LineItem", "1"), sku: "SHIRT-M", quantity: 1 }]);
  await db.submission.update({ where: { id: submission.id }, data: { sentAt: ctx.clock.now() } });
  const { arrives, handleEvent } = eventsOf(account.key);
  const early = await arrives({ reference: "", serviceOrderId: "SVC-77" });
  const stranger = await arrives({ reference: "SVC-78" });
  expect(await rematchEvents(ctx, account.id)).toBe(0);
  await db.submission.update({ where: { id: submission.id }, data: { serviceOrderIds: ["SVC-76", "SVC-77"] } });
  expect(await rematchEvents(ctx, account.id)).toBe(1);
  await handleEvent(early);
  const row = (id: WebhookDeliveryId) => db.webhookDelivery.findUniqueOrThrow({ where: { id } });
  expect(await row(early)).toMatchObject({ state: "done", problem: null, orderId: submission.orderId });
  expect(await row(stranger)).toMatchObject({ state: "done", problem: "unknown_reference" });
  expect(await world.openAttentions(submission.id)).toEqual(["address_not_verified"]);
  // The message is read from the delivery, which the reason names.
  const reason = await db.attention.findFirstOrThrow({ where: { submissionId: submission.id } });
  expect(reason.deliveryId).toBe(early);
  expect((await row(early)).bodyEncrypted).not.toBeNull();
  expect(await rematchEvents(ctx, account.id)).toBe(0);
});

it("an event of the account to or from which a shop has moved finds the shop's orders on the other, and no other shop's", async () => {
  const shirt = { gid: gidOf("LineItem", "1"), sku: "SHIRT-M", quantity: 1 };
  const own = await world.order([shirt]);
  const foreign = await world.order([shirt]);
  const to = await world.account();
  const sentAt = ctx.clock.now();
  const sent = { sentAt, printAccountId: own.account.id };
  await db.submission.updateMany({ where: { id: { in: [own.submission.id, foreign.submission.id] } }, data: sent });
  const move = { shopId: own.shop.id, fromAccountId: own.account.id, toAccountId: to.id, startedAt: sentAt };
  await db.accountMove.create({ data: { ...move, state: "compared" } });
  const { arrives, handleEvent } = eventsOf(to.key);
  await arrives({ reference: own.submission.reference });
  expect(await world.openAttentions(own.submission.id)).toEqual([]);
  await db.accountMove.update({ where: { shopId: own.shop.id }, data: { state: "moved", movedAt: sentAt } });
  await arrives({ reference: foreign.submission.reference });
  await arrives({ reference: own.submission.reference });
  expect(await world.openAttentions(own.submission.id)).toEqual(["address_not_verified"]);
  expect(await world.openAttentions(foreign.submission.id)).toEqual([]);
  // An early one, which names what is known of the order later.
  const early = await arrives({ reference: "SVC-91" });
  const stranger = await arrives({ reference: "SVC-92" });
  expect(await rematchEvents(ctx)).toBe(1);
  const named = (id: typeof own.submission.id, serviceOrderIds: string[]) =>
    db.submission.update({ where: { id }, data: { serviceOrderIds } });
  await named(own.submission.id, ["SVC-90", "SVC-91"]);
  await named(foreign.submission.id, ["SVC-92"]);
  expect(await rematchEvents(ctx, own.account.id)).toBe(1);
  await handleEvent(early);
  const rows = await db.webhookDelivery.findMany({ where: { id: { in: [early, stranger] } }, orderBy: { id: "asc" } });
  expect(rows).toMatchObject([
    { problem: null, orderId: own.submission.orderId },
    { problem: "unknown_reference", orderId: null },
  ]);
  expect(await rematchEvents(ctx)).toBe(0);
});
