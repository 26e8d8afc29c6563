import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ParsedWebhook } from "../../../ports/webhooks.ts";
import { openOrdersWorld } from "../../../../tests/support/orders-world.ts";
import type { PrintOrder } from "../../../ports/order-model.ts";
import { encryptPayload } from "../../core/provider-order.ts";
import { readOrderDetails } from "./order-details.ts";
import { gidOf, type Gid } from "../../../ports/gid.ts";
import type { WebhookDeliveryId, ShopId } from "../../../ports/ids.ts";
import type { AttentionCode } from "../../core/attention.ts";
import { newId } from "../../../../tests/support/ids.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());

const LINE = "gid://shopify/LineItem/1";

const payload = (reference: string): PrintOrder => ({
  reference,
  name: "Ada Buyer",
  email: "buyer@example.com",
  phone: "+1 555 010 0200",
  address1: "12 Elm Road",
  address2: "",
  city: "Louisville",
  zip: "40202",
  province: "Kentucky",
  provinceCode: "KY",
  country: "United States",
  countryCode: "US",
  method: null,
  items: [
    {
      productName: "Shirt",
      variantTitle: "Default",
      itemSku: "A",
      quantity: 1,
      artworkFront: "https://art.example/front.png",
      artworkBack: "javascript:alert(1)",
      mockup: "",
      note: "",
    },
  ],
});

/** An event whose body is, for once, the meaning itself. */
const parsePrintServiceWebhook = (_topic: string, body: Buffer) => JSON.parse(body.toString()) as ParsedWebhook;

async function placed() {
  const seeded = await world.order([{ gid: LINE, sku: "A", quantity: 1 }], "submitted");
  const { submission } = seeded;
  const encrypted = encryptPayload(world.ctx, submission.id, payload(submission.reference));
  await world.db.submission.update({ where: { id: submission.id }, data: encrypted });
  return { ...seeded, ids: { shopId: seeded.shop.id, orderId: seeded.order.id, submissionId: submission.id } };
}

async function open(
  ids: Awaited<ReturnType<typeof placed>>["ids"],
  row: { code: AttentionCode; subject?: string; deliveryId?: WebhookDeliveryId },
) {
  const at = { id: newId(), detail: {}, openedAt: world.ctx.clock.now() };
  await world.db.attention.create({ data: { ...at, ...ids, ...row } });
}

async function event(accountKey: string, meaning: ParsedWebhook): Promise<WebhookDeliveryId> {
  const id = newId();
  const bodyEncrypted = new Uint8Array(world.ctx.encryptor.encrypt(JSON.stringify(meaning), `delivery:${id}`));
  const row = { source: "print_service" as const, topic: "order-status", scope: accountKey, deliveryId: id };
  await world.db.webhookDelivery.create({ data: { id, ...row, bodyEncrypted, receivedAt: world.ctx.clock.now() } });
  return id;
}

const read = (shopId: ShopId, gid: Gid<"Order">) =>
  readOrderDetails(world.ctx, shopId, gid, { ...world.ctx, parsePrintServiceWebhook });

describe("the page of an order", () => {
  it("shows the sent content, and artwork only from web links", async () => {
    const { shop, order } = await placed();
    const page = await read(shop.id, order.shopifyGid);
    expect(page).toMatchObject({ number: "1", name: "#1001", reasons: [] });
    expect(page?.submissions[0]).toMatchObject({
      content: { name: "Ada Buyer", countryCode: "US" },
      actions: ["replace"],
    });
    expect(page?.lines[0]?.artwork).toEqual([
      {
        side: "front",
        url: "https://art.example/front.png",
        preview: expect.stringMatching(/^\/artwork\/preview\?shop=/) as string,
      },
    ]);
  });

  it("says that an automatic payment waits while sending is paused, and offers to pay now until a person has asked for it", async () => {
    const { shop, order, submission, ids } = await placed();
    const { db, ctx } = world;
    await db.submission.update({ where: { id: submission.id }, data: { openWrite: "pay" } });
    const printAccountId = submission.printAccountId ?? expect.fail("sent on no account");
    await db.printAccount.update({ where: { id: printAccountId }, data: { interfaceVersion: "v3" } });
    const isOffered = async () => {
      const view = (await read(shop.id, order.shopifyGid))?.submissions[0];
      return [view?.paymentPaused, view?.actions.includes("pay_at_provider")];
    };
    expect(await isOffered()).toEqual([false, false]);
    await db.shop.update({ where: { id: shop.id }, data: { sendingPausedAt: ctx.clock.now() } });
    expect(await isOffered()).toEqual([true, true]);
    const at = ctx.clock.now();
    const write = { ...ids, id: newId(), printAccountId, serviceOrderId: "P1", kind: "pay" as const, createdAt: at };
    await db.providerWrite.create({ data: write });
    expect(await isOffered()).toEqual([true, true]);
    await db.providerWrite.update({ where: { id: write.id }, data: { requestedBy: "7" } });
    expect(await isOffered()).toEqual([false, false]);
  });

  it("has a log of every webhook about the order, without its content, the newest first", async () => {
    const { shop, order, ids } = await placed();
    const { order: other } = await placed();
    const receive = async (at: string, topic: string, state: "done" | "dead_letter", orderId = ids.orderId) => {
      const id = newId();
      const row = { id, source: "shopify" as const, scope: shop.domain, deliveryId: id, receivedAt: new Date(at) };
      await world.db.webhookDelivery.create({ data: { ...row, topic, state, orderId } });
    };
    await receive("2026-11-22T10:00:00Z", "orders/create", "done");
    await receive("2026-11-22T11:00:00Z", "orders/edited", "dead_letter");
    await receive("2026-11-22T12:00:00Z", "orders/updated", "done", other.id);
    expect((await read(shop.id, order.shopifyGid))?.updates).toMatchObject([
      { source: "shopify", topic: "orders/edited", receivedAt: "2026-11-22T11:00:00.000Z", state: "dead_letter" },
      { source: "shopify", topic: "orders/create", receivedAt: "2026-11-22T10:00:00.000Z", state: "done" },
    ]);
    expect((await readOrderDetails(world.ctx, shop.id, order.shopifyGid))?.updates).toEqual([]);
  });

  it("has a log of every call: what was called, when, what the answer was, and how long it took", async () => {
    const { shop, order, ids, submission } = await placed();
    const times = { startedAt: new Date("2026-11-22T10:00:00Z"), endedAt: new Date("2026-11-22T10:00:01.250Z") };
    const attempt = { number: 1, outcome: "accepted" as const, httpStatus: 200 };
    await world.db.attempt.create({ data: { id: newId(), submissionId: submission.id, ...attempt, ...times } });
    const lookup = { kind: "detail" as const, result: "absent" as const, laterOrders: [], detail: {} };
    await world.db.lookup.create({
      data: { id: newId(), submissionId: submission.id, at: times.startedAt, ...lookup },
    });
    const tracking = { trackingNumber: "TRACK1", trackingUrl: "https://carrier.example/TRACK1" };
    const parcel = await world.db.parcel.create({
      data: {
        ...{ id: newId(), shopId: ids.shopId, submissionId: submission.id, ...tracking },
        ...{ firstSeenAt: times.startedAt, reportedBy: "event" },
      },
    });
    const write = { parcelId: parcel.id, lines: [], notified: true };
    const create = { id: newId(), kind: "create" as const, outcome: "uncertain" as const, ...times };
    const again = { id: newId(), kind: "create" as const, outcome: "done" as const, startedAt: times.endedAt };
    await world.db.shopifyWrite.createMany({
      data: [
        { ...write, ...again },
        { ...write, ...create },
      ],
    });
    const [sent] = (await read(shop.id, order.shopifyGid))?.submissions ?? [];
    const iso = { startedAt: "2026-11-22T10:00:00.000Z", endedAt: "2026-11-22T10:00:01.250Z" };
    expect(sent?.attempts.at(-1)).toMatchObject({ ...attempt, ...iso });
    expect(sent?.lookups).toMatchObject([{ kind: "detail", result: "absent", at: iso.startedAt }]);
    expect(sent?.shopifyWrites).toMatchObject([
      { kind: "create", outcome: "uncertain", trackingNumber: "TRACK1", ...iso },
      { kind: "create", outcome: "done", startedAt: iso.endedAt, endedAt: null },
    ]);
  });

  it("contains no personal data without decryption", async () => {
    const { shop, order } = await placed();
    const details = await readOrderDetails(world.ctx, shop.id, order.shopifyGid);
    expect(details?.submissions[0]).toMatchObject({ content: null, items: [{ itemSku: "A" }] });
    expect(JSON.stringify(details)).not.toMatch(/Ada|Elm Road|buyer@/);
  });

  it("decrypts the print service's messages about the item of a reason", async () => {
    const { shop, order, account, ids, submission } = await placed();
    const items = [
      { itemSku: "A", orderStatus: "On hold", messageError: "Artwork is too small" },
      { itemSku: "B", orderStatus: "On hold", messageError: "Something else" },
    ];
    const deliveryId = await event(account.key, { kind: "status", reference: submission.reference, items });
    await open(ids, { code: "status_problem", subject: "A", deliveryId });
    const page = await read(shop.id, order.shopifyGid);
    expect(page?.reasons).toMatchObject([
      {
        code: "status_problem",
        about: "A",
        providerMessages: ["Artwork is too small"],
        actions: ["replace", "acknowledge"],
      },
    ]);
  });

  it.each([
    { code: "rejected", state: "rejected", outcome: "rejected", actions: ["send_now"] },
    {
      code: "uncertain",
      state: "uncertain",
      outcome: "uncertain",
      actions: ["look_up", "confirm_received", "confirm_not_received"],
    },
    { code: "not_sent_yet", state: "ready", outcome: "not_processed", actions: ["send_now"] },
  ] as const)("has the words that explain $code", async ({ code, state, outcome, actions }) => {
    const { shop, order, ids } = await placed();
    await world.db.submission.update({ where: { id: ids.submissionId }, data: { state, dueAt: null } });
    const id = newId();
    const messageEncrypted = new Uint8Array(world.ctx.encryptor.encrypt("Unknown SKU", `attempt:${id}`));
    const row = { submissionId: ids.submissionId, number: 1, startedAt: world.ctx.clock.now(), outcome };
    const files = [{ side: "front", sha256: "5e88", bytes: 4_100 }];
    await world.db.attempt.create({ data: { id, ...row, lines: [{ position: 0, files }], messageEncrypted } });
    await open(ids, { code });
    const page = await read(shop.id, order.shopifyGid);
    expect(page?.reasons).toMatchObject([{ providerMessages: ["Unknown SKU"], actions }]);
    expect(page?.submissions[0]?.attempts).toMatchObject([
      { providerMessage: "Unknown SKU", files: [{ position: 0, side: "front", sha256: "5e88", bytes: 4_100 }] },
    ]);
  });

  it("keeps the print note that staff approved last in the history, after sending, too", async () => {
    const { shop, order, ids } = await placed();
    const sent = payload("R");
    const noted = { ...sent, items: sent.items.map((item) => ({ ...item, note: "Back: Captain Fig" })) };
    await world.db.submission.update({
      where: { id: ids.submissionId },
      data: encryptPayload(world.ctx, ids.submissionId, noted),
    });
    const approve = (at: string) =>
      world.db.history.create({
        data: {
          ...{ id: newId(), ...ids, at: new Date(at), code: "attention.cleared", actor: "person" },
          data: { code: "personalization_review", subject: LINE, user: "7" },
        },
      });
    await approve("2026-11-22T10:00:00Z");
    await approve("2026-11-22T11:00:00Z");
    const page = await read(shop.id, order.shopifyGid);
    expect(page?.history.map(({ at, approvedNote }) => [at, approvedNote])).toEqual([
      ["2026-11-22T11:00:00.000Z", "Back: Captain Fig"],
      ["2026-11-22T10:00:00.000Z", null],
    ]);
    expect(JSON.stringify(await readOrderDetails(world.ctx, shop.id, order.shopifyGid))).not.toContain("Fig");
  });

  it("leads from a rejected SKU to the mapping of its variant", async () => {
    const lines = ["TEE", "MUG-110Z"].map((sku, at) => ({ gid: gidOf("LineItem", String(at + 1)), sku, quantity: 1 }));
    const { shop, order, submission } = await world.order(lines, "rejected");
    for (const [at, { gid }] of lines.entries())
      await world.db.orderLine.updateMany({
        where: { orderId: order.id, shopifyGid: gid },
        data: { productGid: gidOf("Product", `7${at}`), variantGid: gidOf("ProductVariant", `9${at}`) },
      });
    await open(
      { shopId: shop.id, orderId: order.id, submissionId: submission.id },
      { code: "rejected", subject: lines[1]?.gid },
    );
    expect((await read(shop.id, order.shopifyGid))?.reasons).toMatchObject([{ productId: "71", variantId: "91" }]);
  });

  it.each([
    ["cancelled_after_sent", "The order was printed and shipped although it was canceled in Shopify.", "refund"],
    ["address_changed_after_sent", "The order shipped to the old address.", "redirect"],
  ] as const)("says of %s what is left to do once the order has shipped", async (code, message, asks) => {
    const { shop, order, ids } = await placed();
    await open(ids, { code });
    expect((await read(shop.id, order.shopifyGid))?.reasons).toMatchObject([{ shipped: false }]);
    await world.db.submission.update({ where: { id: ids.submissionId }, data: { state: "shipped" } });
    expect((await read(shop.id, order.shopifyGid))?.reasons).toMatchObject([{ message, asks, shipped: true }]);
  });

  it("asks nobody to pay for an order that is canceled in Shopify", async () => {
    const { shop, order, ids } = await placed();
    await open(ids, { code: "payment_due_at_provider" });
    expect((await read(shop.id, order.shopifyGid))?.reasons).toMatchObject([{ asks: "payment" }]);
    await world.db.order.update({ where: { id: order.id }, data: { cancelledAt: world.ctx.clock.now() } });
    expect((await read(shop.id, order.shopifyGid))?.reasons).toMatchObject([
      { fix: "Don't pay for it, because the order is canceled in Shopify.", asks: null },
    ]);
  });

  it("asks for nothing while the print service is asked to cancel", async () => {
    const { shop, order, ids } = await placed();
    await open(ids, { code: "cancelled_after_sent" });
    await world.db.submission.update({ where: { id: ids.submissionId }, data: { openWrite: "cancel" } });
    expect((await read(shop.id, order.shopifyGid))?.reasons).toMatchObject([
      { fix: "Wait for the print service's answer.", asks: null },
    ]);
  });

  it("contains nothing that was erased, and offers no replacement", async () => {
    const { shop, order, ids } = await placed();
    await world.db.submission.update({ where: { id: ids.submissionId }, data: { payloadEncrypted: null } });
    await world.db.order.update({ where: { id: order.id }, data: { redactedAt: world.ctx.clock.now() } });
    const page = await read(shop.id, order.shopifyGid);
    expect(page).toMatchObject({ erased: true, submissions: [{ content: null, actions: [] }] });
  });

  it("lists problems first, and names the line of a reason", async () => {
    const { shop, order, ids } = await placed();
    await open(ids, { code: "unmapped_line", subject: LINE });
    await open(ids, { code: "items_differ" });
    const page = await read(shop.id, order.shopifyGid);
    expect(page?.reasons.map(({ code, about }) => [code, about])).toEqual([
      ["items_differ", null],
      ["unmapped_line", "Shirt"],
    ]);
  });

  it("is not readable for another shop", async () => {
    const { order } = await placed();
    expect(await read(newId(), order.shopifyGid)).toBeNull();
  });
});
