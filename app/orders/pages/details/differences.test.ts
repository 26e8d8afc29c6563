import { afterAll, beforeAll, expect, it } from "vitest";
import { address, line, snapshot } from "../../../../tests/support/order-fixtures.ts";
import { newId } from "../../../../tests/support/ids.ts";
import { openOrdersWorld } from "../../../../tests/support/orders-world.ts";
import { NO_RECIPIENT, syncedItem, syncedOrder } from "../../../../tests/support/provider-orders.ts";
import { gidOf } from "../../../ports/gid.ts";
import type { LineSnapshot, OrderSnapshot, PrintOrder } from "../../../ports/order-model.ts";
import type { SyncedOrder } from "../../../ports/print-service.ts";
import { UnavailableError } from "../../../ports/errors.ts";
import { readSettings } from "../../../settings/settings.ts";
import { buildRecipient } from "../../compose/recipient.ts";
import type { OrdersContext } from "../../core/context.ts";
import { encryptPayload, providerOrderColumns } from "../../core/provider-order.ts";
import { readShop } from "../../core/shop-row.ts";
import { readDifferences, type Compared } from "./differences.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());

const LINE = gidOf("LineItem", "1");
const VARIANT = gidOf("ProductVariant", "9");
const FOX = "https://art.example/fox.png";

const shirt = (over: Partial<LineSnapshot> = {}): LineSnapshot =>
  line({
    ...{ gid: LINE, variantGid: VARIANT, quantity: 2, remaining: 2 },
    properties: [{ name: "Name", value: "Fig" }],
    ...over,
  });

const ordered = (over: Partial<OrderSnapshot> = {}): OrderSnapshot =>
  snapshot({ gid: gidOf("Order", "1"), lines: [shirt()], shippingAddress: address(), ...over });

/** Two shirts with a text, sent as Shopify showed them; the print service shows `seen`, and Shopify shows `now`. */
async function compared(now: OrderSnapshot | "unreadable", seen: Partial<SyncedOrder> = {}) {
  const { shop, order, submission } = await world.order([{ gid: LINE, sku: "TEE", quantity: 2, artwork: FOX }]);
  await world.db.shop.update({ where: { id: shop.id }, data: { settings: { noteTemplate: "Back: {name}" } } });
  const row = await readShop(world.sql, { id: shop.id });
  if (!row) throw new Error("no shop");
  const mapping = { productGid: gidOf("Product", "9"), variantGid: VARIANT, itemSku: "TEE", artworkFront: FOX };
  await world.db.mapping.create({ data: { id: newId(), shopId: shop.id, updatedAt: new Date(), ...mapping } });
  const built = buildRecipient(ordered(), readSettings(row.settings));
  if (!built.ok) throw new Error("no recipient");
  const item = { ...{ productName: "Shirt", variantTitle: "Default", itemSku: "TEE", quantity: 2 }, mockup: "" };
  const payload: PrintOrder = {
    ...built.recipient,
    ...{ reference: submission.reference, method: null },
    items: [{ ...item, artworkFront: FOX, artworkBack: "", note: "Back: Fig" }],
  };
  const shown = syncedOrder({
    reference: submission.reference,
    recipient: { ...NO_RECIPIENT, ...built.recipient },
    items: [syncedItem({ itemSku: "TEE", quantity: 2, artworkFront: FOX })],
    ...seen,
  });
  const known = { id: submission.id, providerOrderHash: null, contentErasedAt: null, order: { redactedAt: null } };
  await world.db.submission.update({
    where: { id: submission.id },
    data: { ...encryptPayload(world.ctx, submission.id, payload), ...providerOrderColumns(world.ctx, known, shown) },
  });
  const readOrder = () =>
    now === "unreadable" ? Promise.reject(new UnavailableError("away")) : Promise.resolve(structuredClone(now));
  const ctx: OrdersContext = { ...world.ctx, shopify: { ...world.ctx.shopify, readOrder } };
  const decrypt = { ...ctx, parsePrintServiceWebhook: () => expect.fail("no event is shown") };
  expect(await readDifferences(ctx, { ...row, id: newId() }, order.shopifyGid, decrypt)).toBeNull();
  const all = await readDifferences(ctx, row, order.shopifyGid, decrypt);
  const [one] = all?.submissions ?? [];
  if (!all || !one) throw new Error("nothing was sent");
  const [rows] = [one.items.flatMap(({ fields }): Compared<string>[] => fields)];
  return { all, one, differing: [...rows, ...one.address].filter(({ differs }) => differs.length > 0) };
}

it("an order that nobody has changed has no difference, and shows all three sides", async () => {
  const { all, one, differing } = await compared(ordered());
  expect(differing).toEqual([]);
  expect(one).toMatchObject({ kinds: [], isUnseen: false, isErased: false });
  expect(one.items[0]?.fields).toEqual([
    { field: "quantity", sent: "2", provider: "2", shopify: "2", differs: [] },
    { field: "itemSku", sent: "TEE", provider: "TEE", shopify: "TEE", differs: [] },
    { field: "note", sent: "Back: Fig", provider: null, shopify: "Back: Fig", differs: [] },
    { field: "artworkFront", sent: FOX, provider: FOX, shopify: FOX, differs: [] },
  ]);
  expect(Object.keys(all.previews)).toEqual([FOX]);
});

it("a removed piece, another text and another address in Shopify are told apart", async () => {
  const { one, differing } = await compared(
    ordered({
      lines: [shirt({ quantity: 1, remaining: 1, properties: [{ name: "Name", value: "Figgy" }] })],
      shippingAddress: address({ address1: "9 Oak Street", zip: "97209" }),
    }),
  );
  expect(one.kinds).toEqual(["too_many", "content_now", "address_now"]);
  expect(differing).toMatchObject([
    { field: "quantity", sent: "2", shopify: "1", differs: ["shopify"] },
    { field: "note", sent: "Back: Fig", shopify: "Back: Figgy", differs: ["shopify"] },
    { field: "address1", shopify: "9 Oak Street", differs: ["shopify"] },
    { field: "zip", shopify: "97209", differs: ["shopify"] },
  ]);
});

it("a line that was removed, and one that was added by the print service, are shown", async () => {
  const { one, differing } = await compared(ordered({ lines: [] }), {
    items: [
      syncedItem({ itemSku: "TEE", quantity: 2, artworkFront: FOX }),
      syncedItem({ itemSku: "MUG", quantity: 1 }),
    ],
  });
  expect(one.kinds).toEqual(["too_many", "items_at_provider"]);
  expect(differing).toMatchObject([
    { field: "quantity", sent: "2", provider: "2", shopify: "0", differs: ["shopify"] },
    { field: "quantity", sent: "", provider: "1", differs: ["provider"] },
    { field: "itemSku", sent: "", provider: "MUG", differs: ["provider"] },
  ]);
});

it("the print service's other quantity, artwork and street differ, and its own spelling of them does not", async () => {
  const { one, differing } = await compared(ordered(), {
    items: [syncedItem({ itemSku: "tee ", quantity: 3, artworkFront: "https://art.example/owl.png" })],
    recipient: { ...NO_RECIPIENT, address1: "1 Other Road", city: "SPRINGFIELD", zip: "" } as never,
  });
  expect(one.kinds).toEqual(["items_at_provider", "address_at_provider"]);
  expect(differing.map(({ field, differs }) => [field, ...differs])).toEqual([
    ["quantity", "provider"],
    ["artworkFront", "provider"],
    ["address1", "provider"],
  ]);
});

it("an order that Shopify does not show is compared with the print service, and with what Shopify showed last", async () => {
  const { all, one } = await compared("unreadable");
  expect(all.isShopifyUnread).toBe(true);
  expect(one.kinds).toEqual([]);
  expect(one.items[0]?.fields[0]).toMatchObject({ sent: "2", shopify: "2" });
  expect(one.address.every(({ shopify }) => shopify === null)).toBe(true);
});

it("of lines that differ in a further side alone, each is compared with the item that shows its side", async () => {
  const [first, second] = [gidOf("LineItem", "1"), gidOf("LineItem", "2")];
  const ofOrder = [first, second].map((gid) => ({ gid, sku: "TEE", quantity: 1, artwork: FOX }));
  const { shop, order, submission } = await world.order(ofOrder);
  const row = (await readShop(world.sql, { id: shop.id })) ?? expect.unreachable();
  const built = buildRecipient(ordered(), readSettings(row.settings));
  if (!built.ok) throw new Error("no recipient");
  const sides = [{ hood: "https://art.example/owl.png" }, { hood: "https://art.example/cat.png" }];
  const item = { productName: "Shirt", variantTitle: "Default", itemSku: "TEE", quantity: 1, mockup: "", note: "" };
  const payload: PrintOrder = {
    ...built.recipient,
    ...{ reference: submission.reference, method: null },
    items: sides.map((artworkSides) => ({ ...item, artworkFront: FOX, artworkBack: "", artworkSides })),
  };
  const shown = syncedOrder({
    reference: submission.reference,
    recipient: { ...NO_RECIPIENT, ...built.recipient },
    items: sides
      .toReversed()
      .map((artworkSides) => ({ ...syncedItem({ itemSku: "TEE", quantity: 1, artworkFront: FOX }), artworkSides })),
  });
  const known = { id: submission.id, providerOrderHash: null, contentErasedAt: null, order: { redactedAt: null } };
  await world.db.submission.update({
    where: { id: submission.id },
    data: { ...encryptPayload(world.ctx, submission.id, payload), ...providerOrderColumns(world.ctx, known, shown) },
  });
  const readOrder = () => Promise.reject(new UnavailableError("away"));
  const ctx: OrdersContext = { ...world.ctx, shopify: { ...world.ctx.shopify, readOrder } };
  const decrypt = { ...ctx, parsePrintServiceWebhook: () => expect.fail("no event is shown") };
  const [one] = (await readDifferences(ctx, row, order.shopifyGid, decrypt))?.submissions ?? [];
  const hoods = one?.items.flatMap(({ fields }) => fields.filter(({ field }) => field === "hood"));
  expect(hoods).toMatchObject(sides.map(({ hood }) => ({ sent: hood, provider: hood, differs: [] })));
});
