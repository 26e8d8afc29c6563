import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { whileLockHeld } from "../../tests/support/held-lock.ts";
import { tombstoneHash } from "../orders/receive/order-row.ts";
import { newPracticeShop } from "../../tests/support/practice-shop.ts";
import { createPracticeService } from "../practice-service/index.ts";
import { disconnectPrintAccount } from "../print-accounts/print-accounts.ts";
import { noDeadline, printOrder } from "../print-service/print-service.testing.ts";
import { installShop } from "../shops/install.ts";
import { connect, seedDelivery, seedOrder, createShopLifecycleContext } from "../../tests/support/shops-context.ts";
import { uninstallShop } from "../shops/uninstall.ts";
import { redactCustomer } from "./redact-customer.ts";
import { redactShop } from "./redact-shop.ts";
import { gidOf } from "../ports/gid.ts";
import type { WebhookDeliveryId } from "../ports/ids.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const ONE = gidOf("Order", "1");
const TWO = gidOf("Order", "2");

async function installed() {
  const ctx = createShopLifecycleContext(database);
  const domain = `s-${randomUUID()}.myshopify.com`;
  await installShop(ctx, domain, "");
  return { ctx, domain };
}

test("a customer's data is erased in every place, what was sent stays provable, what was not is held", async () => {
  const { ctx, domain } = await installed();
  const sent = await seedOrder(ctx, domain, ONE, "submitted");
  const open = await seedOrder(ctx, domain, TWO, "waiting");
  const untouched = await seedOrder(ctx, domain, "gid://shopify/Order/3", "waiting");
  const deadLetter = await seedDelivery(ctx, { scope: domain, topic: "orders/updated", state: "dead_letter" });
  await redactCustomer(ctx, domain, [ONE, TWO]);
  await redactCustomer(ctx, domain, [ONE, TWO]);

  for (const { orderId, submissionId, deliveryId } of [sent, open]) {
    expect(await ctx.db.submission.findUnique({ where: { id: submissionId } })).toMatchObject({
      payloadEncrypted: null,
      payloadHash: "hash",
    });
    expect(await ctx.db.webhookDelivery.findUnique({ where: { id: deliveryId } })).toMatchObject({
      bodyEncrypted: null,
    });
    expect(await ctx.db.attempt.findFirst({ where: { submissionId } })).toMatchObject({ messageEncrypted: null });
    expect(await ctx.db.orderChange.findFirst({ where: { orderId } })).toMatchObject({ contentEncrypted: null });
    expect(await ctx.db.claim.findFirst({ where: { orderId }, include: { photos: true } })).toMatchObject({
      ...{ contentEncrypted: null, photos: [] },
    });
  }
  expect(await ctx.db.webhookDelivery.findUnique({ where: { id: deadLetter } })).toMatchObject({ bodyEncrypted: null });
  expect(await ctx.db.attention.findMany({ where: { shopId: sent.shopId } })).toMatchObject([
    { code: "personal_data_erased", submissionId: open.submissionId, clearedAt: null },
  ]);
  expect(await ctx.db.submission.findUnique({ where: { id: open.submissionId } })).toMatchObject({
    state: "waiting",
    dueAt: null,
  });
  expect(
    (await ctx.db.submission.findUnique({ where: { id: untouched.submissionId } }))?.payloadEncrypted,
  ).not.toBeNull();
  // Were the order to come back as if it were new, it would be ignored.
  expect(await ctx.db.tombstone.findUnique({ where: { hash: tombstoneHash(ctx, domain, ONE) } })).not.toBeNull();
});

test("a privacy request that failed outlives the erasure of another customer, and can be retried", async () => {
  const { ctx, domain } = await installed();
  await seedOrder(ctx, domain, ONE, "submitted");
  await seedOrder(ctx, domain, TWO, "submitted");
  const failed = (topic: string, body: object) =>
    seedDelivery(ctx, { scope: domain, topic, state: "dead_letter" }, JSON.stringify({ shop_domain: domain, ...body }));
  const toErase = await failed("customers/redact", { customer: { id: 8 }, orders_to_redact: [2] });
  const ofOther = await failed("customers/data_request", { customer: { id: 8 }, orders_requested: [2] });
  const ofBoth = await failed("customers/data_request", { customer: { id: 9 }, orders_requested: [1, 2] });
  const ofErased = await failed("customers/data_request", { customer: { id: 9 }, orders_requested: [1] });
  const unreadable = await seedDelivery(ctx, { scope: domain, topic: "customers/data_request", state: "dead_letter" });
  await ctx.db.webhookDelivery.update({ where: { id: unreadable }, data: { bodyEncrypted: new Uint8Array(40) } });
  const kept = async (ids: WebhookDeliveryId[]) =>
    (await ctx.db.webhookDelivery.findMany({ where: { id: { in: ids }, bodyEncrypted: { not: null } } })).length;

  await redactCustomer(ctx, domain, [ONE]);
  expect(await kept([toErase, ofOther, ofBoth, unreadable])).toBe(4);
  expect(await ctx.db.webhookDelivery.findUnique({ where: { id: ofErased } })).toMatchObject({
    state: "ignored",
    problem: "erased",
    bodyEncrypted: null,
  });
  await redactCustomer(ctx, domain, [TWO]);
  expect(await kept([ofOther, ofBoth])).toBe(0);
  expect(await kept([toErase])).toBe(1);
});

test("a practice order is erased with its shop, and with its customer", async () => {
  const ctx = createShopLifecycleContext(database);
  const { domain, accountId } = await newPracticeShop(ctx);
  const service = createPracticeService({ ...ctx, appUrl: "https://app.example.com" }).forAccount(accountId);
  const practiceOrders = () =>
    ctx.db.practiceOrder.findMany({ where: { printAccountId: accountId }, orderBy: { id: "asc" } });
  for (const gid of [ONE, TWO]) {
    const { submissionId } = await seedOrder(ctx, domain, gid, "submitted");
    const { reference } = await ctx.db.submission.findUniqueOrThrow({ where: { id: submissionId } });
    await service.create(printOrder({ reference }), noDeadline);
  }
  await redactCustomer(ctx, domain, [ONE]);
  expect((await practiceOrders()).map(({ contentEncrypted }) => contentEncrypted === null)).toEqual([true, false]);
  const { rows } = await service.listAll({ from: "2026-11-21 00:00:00", to: "2026-11-21 23:59:59" });
  expect(rows.map(({ recipient }) => recipient.name)).toEqual(["", "Ida Brandt"]);

  await uninstallShop(ctx, domain);
  expect(await redactShop(ctx, domain)).toBe("erased");
  expect(await practiceOrders()).toEqual([]);
  expect(await ctx.db.printAccount.count({ where: { id: accountId } })).toBe(0);
});

test("what a worker writes for an order while its customer is erased is erased, too", async () => {
  const { ctx, domain } = await installed();
  const { orderId, submissionId } = await seedOrder(ctx, domain, ONE, "waiting");
  const ciphertext = ctx.encryptor.encrypt("Jane Buyer", "test");
  // A worker takes a webhook in: it has the order's lock, and its writes are not committed yet.
  await whileLockHeld(
    database.pool,
    async (worker) => {
      await worker.query(`SELECT 1 FROM "Order" WHERE "id" = $1 FOR UPDATE`, [orderId]);
      await worker.query(
        `INSERT INTO "Submission" ("id", "shopId", "orderId", "kind", "reference", "state", "payloadEncrypted", "createdAt")
        SELECT $2, "shopId", "orderId", 'supplement', 'R-late', 'waiting', $3, now() FROM "Submission" WHERE "id" = $1`,
        [submissionId, ctx.ids.uuid(), ciphertext],
      );
    },
    () => redactCustomer(ctx, domain, [ONE]),
  );
  const submissions = await ctx.db.submission.findMany({ where: { orderId } });
  expect(submissions.map(({ payloadEncrypted }) => payloadEncrypted)).toEqual([null, null]);
});

test("an order that is being received while its customer is erased is erased, too", async () => {
  const { ctx, domain } = await installed();
  const id = ctx.ids.uuid();
  // A worker has found no tombstone, and its transaction is not committed yet.
  await whileLockHeld(
    database.pool,
    (worker) =>
      worker.query(
        `INSERT INTO "Order" ("id", "shopId", "shopifyGid", "name", "shopifyCreatedAt", "shopifyUpdatedAt", "currency",
          "receivedAt", "customerEncrypted")
        SELECT $1, "id", $2, '#1', now(), now(), 'USD', now(), $3 FROM "Shop" WHERE "domain" = $4`,
        [id, ONE, ctx.encryptor.encrypt("Jane Buyer", "test"), domain],
      ),
    () => redactCustomer(ctx, domain, [ONE]),
  );
  expect(await ctx.db.order.findUnique({ where: { id } })).toMatchObject({
    customerEncrypted: null,
    redactedAt: ctx.clock.now(),
  });
});

test("a customer without orders here is erased, too", async () => {
  const { ctx, domain } = await installed();
  const { submissionId } = await seedOrder(ctx, domain, ONE, "submitted");
  await redactCustomer(ctx, domain, []);
  await redactCustomer(ctx, "nobody.myshopify.com", [ONE]);
  expect((await ctx.db.submission.findUnique({ where: { id: submissionId } }))?.payloadEncrypted).not.toBeNull();
});

test("another shop's order of the same number is not touched", async () => {
  const { ctx, domain } = await installed();
  const other = await installed();
  const { submissionId } = await seedOrder(ctx, other.domain, ONE, "submitted");
  await redactCustomer(ctx, domain, [ONE]);
  expect((await ctx.db.submission.findUnique({ where: { id: submissionId } }))?.payloadEncrypted).not.toBeNull();
});

test("a shop that is gone is erased but for its tombstones; shared accounts stay", async () => {
  const { ctx, domain } = await installed();
  const other = await installed();
  const fetchToken = () => Promise.resolve("token");
  const shared = { email: `${randomUUID()}@example.com`, password: "p" };
  const accountId = await connect({ ...ctx, fetchToken }, domain, shared);
  await connect({ ...ctx, fetchToken }, other.domain, shared);
  const { shopId, deliveryId } = await seedOrder(ctx, domain, ONE, "submitted");
  await seedOrder(ctx, domain, TWO, "waiting");
  const staff = { id: ctx.ids.uuid(), userId: "7", nameEncrypted: new Uint8Array(1), updatedAt: ctx.clock.now() };
  await ctx.db.staffMember.create({ data: { ...staff, shopId } });
  const told = { kind: "email", targetHash: "h", digestTime: "08:00", collectedUntil: ctx.clock.now() } as const;
  const channel = {
    ...told,
    id: ctx.ids.uuid(),
    shopId,
    targetEncrypted: new Uint8Array(1),
    createdAt: ctx.clock.now(),
  };
  await ctx.db.notificationChannel.create({ data: channel });
  const hourAt = ctx.clock.now();
  await ctx.db.carrierService.create({ data: { shopId, dueAt: hourAt } });
  await ctx.db.checkoutRateCount.create({ data: { shopId, hourAt, source: "quote", upToMs: 50, count: 1 } });

  expect(await redactShop(ctx, domain)).toBe("installed");
  await uninstallShop(ctx, domain);
  expect(await redactShop(ctx, domain)).toBe("erased");
  expect(await redactShop(ctx, domain)).toBe("erased");
  expect(await ctx.db.order.count({ where: { shopId } })).toBe(0);
  expect(await ctx.db.submission.count({ where: { shopId } })).toBe(0);
  expect(await ctx.db.history.count({ where: { shopId } })).toBe(0);
  expect(await ctx.db.staffMember.count({ where: { shopId } })).toBe(0);
  expect(await ctx.db.notificationChannel.count({ where: { shopId } })).toBe(0);
  expect(await ctx.db.carrierService.count({ where: { shopId } })).toBe(0);
  expect(await ctx.db.checkoutRateCount.count({ where: { shopId } })).toBe(0);
  expect(await ctx.db.webhookDelivery.findUnique({ where: { id: deliveryId } })).toMatchObject({ bodyEncrypted: null });
  expect(
    await ctx.db.tombstone.count({ where: { hash: { in: [ONE, TWO].map((gid) => tombstoneHash(ctx, domain, gid)) } } }),
  ).toBe(2);
  expect(await ctx.db.printAccount.count({ where: { id: accountId } })).toBe(1);

  await uninstallShop(ctx, other.domain);
  await redactShop(ctx, other.domain);
  expect(await ctx.db.printAccount.count({ where: { id: accountId } })).toBe(0);
  expect(await redactShop(ctx, "nobody.myshopify.com")).toBe("unknown_shop");
});

test("the logins that a shop used before go with it, and what their print accounts sent; an account that is used stays", async () => {
  const { ctx, domain } = await installed();
  const other = await installed();
  const connectNew = (shop: string) => {
    const credentials = { email: `${randomUUID()}@example.com`, password: "p" };
    return connect({ ...ctx, fetchToken: () => Promise.resolve("token") }, shop, credentials);
  };
  const first = await connectNew(domain);
  await seedOrder(ctx, domain, ONE, "submitted");
  const { key } = await ctx.db.printAccount.findUniqueOrThrow({ where: { id: first } });
  const event = await seedDelivery(ctx, { scope: key, topic: "order-status", state: "dead_letter" });
  await ctx.db.webhookDelivery.update({ where: { id: event }, data: { source: "print_service" } });
  const second = await connectNew(domain);
  await disconnectPrintAccount(ctx, domain);
  const used = [await connectNew(other.domain), await connectNew(other.domain)];
  await ctx.db.shop.update({ where: { domain: other.domain }, data: { printAccountId: used[0] ?? first } });
  await seedOrder(ctx, other.domain, ONE, "submitted");
  await ctx.db.shop.update({ where: { domain: other.domain }, data: { printAccountId: used[1] ?? first } });

  await uninstallShop(ctx, domain);
  expect(await redactShop(ctx, domain)).toBe("erased");
  const kept = await ctx.db.printAccount.findMany({ where: { id: { in: [first, second, ...used] } } });
  expect(kept.map(({ id }) => id).sort()).toEqual(used.sort());
  expect(await ctx.db.webhookDelivery.findUnique({ where: { id: event } })).toMatchObject({ bodyEncrypted: null });
});
