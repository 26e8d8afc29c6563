import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Meaning } from "../../../ports/webhooks.ts";
import { openWorld } from "../../fulfil/orders-world.testing.ts";
import type { PrintOrder } from "../../../ports/order-model.ts";
import { sealPayload } from "../../core/payload.ts";
import { readOrderPage } from "./order-page.ts";

let world: Awaited<ReturnType<typeof openWorld>>;

beforeAll(async () => {
  world = await openWorld();
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
const readEvent = (_topic: string, body: Buffer) => JSON.parse(body.toString()) as Meaning;

async function placed() {
  const seeded = await world.order([{ gid: LINE, sku: "A", quantity: 1 }], "submitted");
  const { submission } = seeded;
  const sealed = sealPayload(world.ctx, submission.id, payload(submission.reference));
  await world.db.submission.update({ where: { id: submission.id }, data: sealed });
  return { ...seeded, ids: { shopId: seeded.shop.id, orderId: seeded.order.id, submissionId: submission.id } };
}

async function open(
  ids: Awaited<ReturnType<typeof placed>>["ids"],
  row: { code: string; subject?: string; deliveryId?: string },
) {
  const at = { id: randomUUID(), detail: {}, openedAt: world.ctx.clock.now() };
  await world.db.attention.create({ data: { ...at, ...ids, ...row } });
}

async function event(accountKey: string, meaning: Meaning): Promise<string> {
  const id = randomUUID();
  const bodySealed = new Uint8Array(world.ctx.seal.seal(JSON.stringify(meaning), `delivery:${id}`));
  const row = { source: "print_service" as const, topic: "order-status", scope: accountKey, deliveryId: id };
  await world.db.delivery.create({ data: { id, ...row, bodySealed, receivedAt: world.ctx.clock.now() } });
  return id;
}

const read = (shopId: string, gid: string) => readOrderPage({ ...world.ctx, readEvent }, shopId, gid);

describe("the page of an order", () => {
  it("shows what was sent, and artwork only by links of the web", async () => {
    const { shop, order } = await placed();
    const page = await read(shop.id, order.shopifyGid);
    expect(page).toMatchObject({ number: "1", name: "#1001", reasons: [] });
    expect(page?.submissions[0]).toMatchObject({
      content: { name: "Ada Buyer", countryCode: "US" },
      acts: ["replace"],
    });
    expect(page?.lines[0]?.artwork).toEqual([{ side: "front", url: "https://art.example/front.png" }]);
  });

  it("opens the print service's words about the item in question", async () => {
    const { shop, order, account, ids, submission } = await placed();
    const items = [
      { itemSku: "A", orderStatus: "On hold", messageError: "Artwork is too small" },
      { itemSku: "B", orderStatus: "On hold", messageError: "Something else" },
    ];
    const deliveryId = await event(account.key, { kind: "status", reference: submission.reference, items });
    await open(ids, { code: "status_problem", subject: "A", deliveryId });
    const page = await read(shop.id, order.shopifyGid);
    expect(page?.reasons).toMatchObject([
      { code: "status_problem", about: "A", words: ["Artwork is too small"], acts: ["replace", "acknowledge"] },
    ]);
  });

  it.each([
    { code: "rejected", state: "rejected", outcome: "refused", acts: ["send_now"] },
    { code: "uncertain", state: "uncertain", outcome: "unclear", acts: ["look_up", "is_there", "is_not_there"] },
    { code: "not_sent_yet", state: "ready", outcome: "not_processed", acts: ["send_now"] },
  ] as const)("has the words that explain $code", async ({ code, state, outcome, acts }) => {
    const { shop, order, ids } = await placed();
    await world.db.submission.update({ where: { id: ids.submissionId }, data: { state, dueAt: null } });
    const id = randomUUID();
    const wordsSealed = new Uint8Array(world.ctx.seal.seal("Unknown SKU", `attempt:${id}`));
    const row = { submissionId: ids.submissionId, number: 1, startedAt: world.ctx.clock.now(), outcome };
    await world.db.attempt.create({ data: { id, ...row, wordsSealed } });
    await open(ids, { code });
    const page = await read(shop.id, order.shopifyGid);
    expect(page?.reasons).toMatchObject([{ words: ["Unknown SKU"], acts }]);
    expect(page?.submissions[0]?.attempts).toMatchObject([{ words: "Unknown SKU" }]);
  });

  it("knows nothing any more of what was erased, and offers no replacement of it", async () => {
    const { shop, order, ids } = await placed();
    await world.db.submission.update({ where: { id: ids.submissionId }, data: { payloadSealed: null } });
    await world.db.order.update({ where: { id: order.id }, data: { redactedAt: world.ctx.clock.now() } });
    const page = await read(shop.id, order.shopifyGid);
    expect(page).toMatchObject({ erased: true, submissions: [{ content: null, acts: [] }] });
  });

  it("puts problems first, and names the line that a reason is about", async () => {
    const { shop, order, ids } = await placed();
    await open(ids, { code: "unmapped_line", subject: LINE });
    await open(ids, { code: "items_differ" });
    const page = await read(shop.id, order.shopifyGid);
    expect(page?.reasons.map(({ code, about }) => [code, about])).toEqual([
      ["items_differ", null],
      ["unmapped_line", "Shirt"],
    ]);
  });

  it("is nobody else's", async () => {
    const { order } = await placed();
    expect(await read(randomUUID(), order.shopifyGid)).toBeNull();
  });
});
