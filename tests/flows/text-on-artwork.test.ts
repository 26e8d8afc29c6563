import { createHash, randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { saveValidMappings } from "../../app/catalog/save-valid-mappings.ts";
import { readSideTexts, savePlacement } from "../../app/catalog/text-placements.ts";
import { ACTIONS } from "../../app/orders/actions/actions.ts";
import { previewReprint, requestReprint } from "../../app/orders/actions/reprint.ts";
import { previewChange, saveChange } from "../../app/orders/changes/change-order.ts";
import { readOrderDetails } from "../../app/orders/pages/details/order-details.ts";
import { sentFiles } from "../../app/orders/core/sent-content.ts";
import { readShop } from "../../app/orders/core/shop-row.ts";
import { gidOf } from "../../app/ports/gid.ts";
import type { TextPlacement } from "../../app/ports/text-placement.ts";
import { eraseDrawnFiles } from "../../app/privacy/erase-drawn-files.ts";
import { order } from "../support/goods.ts";
import { hasReason } from "../support/reasons.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

let testApp: TestApp;
let shirt: { productGid: `gid://shopify/Product/${string}`; variantId: string };

const ARTWORK = "https://art.example/shirt.png";
const PLACEMENT: Omit<TextPlacement, "artwork"> = {
  ...{ property: "Name", x: 10, y: 40, width: 80, height: 20, font: "oswald", size: null, smallest: 2 },
  ...{ color: "#ff0000", align: "center", uppercase: true, maxLines: 1, maxCharacters: 12, makesFile: true },
};

beforeAll(async () => {
  testApp = await startTestApp({
    settings: { personalizationProperties: ["Name"], replacedArtwork: "tell" },
    intervals: { longRunsEveryMs: { product_variants: 200 } },
  });
  await putArtwork("#204060");
  testApp.shopify.grantScopes(testApp.shop, [...testApp.shopify.shop(testApp.shop).scopes, "write_files"]);
  await until("the scope is known", async () => (await shop()).scopes.includes("write_files"));
  const product = testApp.shopify.createProduct(testApp.shop, {
    title: "Name shirt",
    vendor: "Press",
    variants: [{ options: [{ name: "Size", value: "M" }], sku: "NAME" }],
  });
  const [variant = expect.unreachable()] = product.variants;
  shirt = { productGid: gidOf("Product", product.id), variantId: variant.id };
  const variantGid = gidOf("ProductVariant", variant.id);
  await until("the copy of the variant", () => ctx().db.productVariant.findFirst({ where: { variantGid } }));
  const row = { productGid: shirt.productGid, variantGid, itemSku: "TEE-BLACK-M", artworkFront: ARTWORK };
  const rest = { artworkBack: "", mockup: "", note: "", requiredSides: ["front" as const] };
  await saveValidMappings(ctx(), await shop(), [
    { ...row, ...rest, saveAnyway: false, shown: { mapping: null, notPrinted: false } },
  ]);
  expect(await readSideTexts(ctx(), (await shop()).id, shirt.productGid)).toMatchObject([
    { side: "front", placement: null, artwork: { width: 600, height: 800 } },
  ]);
  expect(await place(PLACEMENT)).toEqual({ outcome: "saved", orders: 0 });
});
beforeEach(() => testApp.shopify.faults.clear());
afterAll(() => testApp.close());

const ctx = () => testApp.services.core.ctx;
const shop = () => ctx().db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
const place = async (placement: typeof PLACEMENT) =>
  savePlacement(ctx(), { shopId: (await shop()).id, productGid: shirt.productGid, side: "front" }, placement);

/** Puts a file of one color at the artwork's link. */
async function putArtwork(background: string): Promise<void> {
  const artwork = sharp({ create: { width: 600, height: 800, channels: 4, background } });
  testApp.shopify.scriptedFiles.put(ARTWORK, { body: await artwork.withMetadata({ density: 300 }).png().toBuffer() });
}

/** The color beside the text. */
async function cornerOf(bytes: Uint8Array): Promise<number[]> {
  const corner = await sharp(bytes).extract({ left: 0, top: 0, width: 10, height: 10 }).removeAlpha().png().toBuffer();
  return (await sharp(corner).stats()).channels.map(({ mean }) => Math.round(mean));
}

/** A customer orders the shirt with a name. */
const buy = (name: string) =>
  testApp.shopify.placeOrder(
    testApp.shop,
    order([{ variantId: shirt.variantId, quantity: 1, properties: [{ name: "Name", value: name }] }]),
  );

const heldBy = (id: string, code: Parameters<typeof hasReason>[1]) =>
  testApp.waitForOrder(id, `held by ${code}`, (view) => hasReason(view, code));

/** The order's page, with what is encrypted. */
async function pageOf(id: string) {
  const { core } = testApp.services;
  const decrypt = { ...core.ctx, parsePrintServiceWebhook: core.parsePrintServiceWebhook };
  return (await readOrderDetails(ctx(), (await shop()).id, gidOf("Order", id), decrypt)) ?? expect.unreachable();
}
const itemOf = async (id: string) => (await pageOf(id)).submissions[0]?.items[0];

/** Staff approves what the page shows. */
async function approve(id: string) {
  const view = await heldBy(id, "personalization_review");
  const [submission = expect.unreachable()] = view.submissions;
  const seen = view.reasons.map(({ version }) => version);
  const ref = { shopId: (await shop()).id, submissionId: submission.id, userId: "7", seen };
  expect(await ACTIONS.approve_personalization(ctx(), ref)).toBe("done");
}

/** Staff corrects the text that is drawn. */
async function correct(id: string, textFront: string) {
  const view = await testApp.view(id);
  const shopRow = (await readShop(ctx().sql, { domain: testApp.shop })) ?? expect.unreachable();
  const request = {
    ...{ shopifyGid: gidOf("Order", id), lineId: view?.lines[0]?.id ?? null, values: { textFront }, reason: "" },
    ...{ saveAddress: false, approves: false, userId: "7" },
  };
  const previewed = await previewChange(ctx(), shopRow, request);
  if (previewed.result !== "preview") return previewed;
  return saveChange(ctx(), shopRow, { ...request, token: previewed.preview.token });
}

/** What the print service got for the order, as the file at its link. */
async function printed(id: string, place = 0) {
  const state = ({ submissions }: Awaited<ReturnType<typeof pageOf>>) => submissions[place]?.state;
  const view = await testApp.waitForOrder(id, "sent", (one) => state(one) === "submitted");
  const rows = await drawnFiles(id);
  const link = (await pageOf(id)).submissions[place]?.items[0]?.artwork[0]?.url ?? "";
  const bytes = new Uint8Array(await (await fetch(link)).arrayBuffer());
  const reference = view.submissions[place]?.reference ?? "";
  return { reference, link, bytes, rows, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** Staff asks for a reprint, and approves the text again. */
async function reprinted(id: string, place: number) {
  const ref = { shopId: (await shop()).id, shopifyGid: gidOf("Order", id), userId: "7" };
  const lines = ((await testApp.view(id))?.lines ?? []).map((line) => ({ lineId: line.id, quantity: 1 }));
  const seen = await previewReprint(ctx(), ref, lines);
  if (seen.result !== "done") return expect.unreachable(seen.result);
  const request = { request: randomUUID(), lines, preview: seen.preview.hash, reprintAgain: true };
  expect((await requestReprint(ctx(), ref, { ...request, reason: "damaged" })).result).toBe("done");
  return printed(id, place);
}

const drawnFiles = (id: string) =>
  ctx().db.drawnFile.findMany({ where: { order: { shopifyGid: gidOf("Order", id) } }, orderBy: { createdAt: "asc" } });
const hosted = () => testApp.shopify.shop(testApp.shop).files.filter(({ name }) => name.startsWith("inkbridge-"));

it("the print file is made with the approved text, once, though Shopify's answer to it was lost, and is what the service prints", async () => {
  testApp.shopify.faults.next({ kind: "500-after", operation: "fileCreate" });
  const before = hosted().length;
  const { id } = buy("Anna");
  await heldBy(id, "personalization_review");
  expect(await itemOf(id)).toMatchObject({
    texts: [{ side: "front", text: "Anna", problem: null, makesFile: true, made: false }],
    artwork: [{ url: ARTWORK, drawn: expect.stringContaining("/app/artwork?submission=") as string }],
  });
  expect(await drawnFiles(id)).toEqual([]);
  await approve(id);
  const { link, bytes, rows, sha256 } = await printed(id);
  expect(hosted()).toHaveLength(before + 1);
  expect(rows).toMatchObject([{ link, sha256, eraseAt: null }]);
  const { width, height, density } = await sharp(bytes).metadata();
  expect([width, height, density]).toEqual([600, 800, 300]);
  // Red letters in the box, and nothing outside.
  const red = async (top: number, height: number) => {
    const part = await sharp(bytes).extract({ left: 0, top, width: 600, height }).removeAlpha().png().toBuffer();
    return (await sharp(part).stats()).channels[0]?.max ?? 0;
  };
  expect(await red(320, 160)).toBeGreaterThan(200);
  expect(await red(0, 315)).toBeLessThan(60);
  expect(await red(485, 315)).toBeLessThan(60);
  const [attempt] = await ctx().db.attempt.findMany({
    where: { submission: { order: { shopifyGid: gidOf("Order", id) } } },
  });
  expect(sentFiles(attempt?.lines)).toMatchObject([{ side: "front", sha256 }]);
});

it("another text is another file, and is reviewed again before it is made", async () => {
  const { id } = buy("Bert");
  await heldBy(id, "personalization_review");
  expect(await correct(id, "Bertram")).toMatchObject({ result: "saved" });
  await heldBy(id, "personalization_review");
  expect(await itemOf(id)).toMatchObject({ texts: [{ text: "Bertram" }] });
  await approve(id);
  const { rows, sha256 } = await printed(id);
  expect(rows).toMatchObject([{ sha256 }]);
});

it("an upload that fails, and a worker that died before it, are made good without a second file", async () => {
  testApp.shopify.faults.next({ kind: "500-before", operation: "stagedUpload" });
  const before = hosted().length;
  const { id } = buy("Cleo");
  await approve(id);
  const { rows } = await printed(id);
  expect(rows).toHaveLength(1);
  expect(hosted()).toHaveLength(before + 1);
});

it("a reprint is of the artwork as it is now: replaced at its link, it has the text drawn on it anew, after a crash, too", async () => {
  const { id } = buy("Gina");
  await approve(id);
  const first = await printed(id);
  testApp.printService.ship(first.reference, { trackingNumber: "GINA-1" });
  await testApp.waitForOrder(id, "fulfilled", ({ submissions }) => submissions[0]?.state === "fulfilled");
  await putArtwork("#602040");
  testApp.clock.advance(11 * 60_000);
  const second = await reprinted(id, 1);
  expect(second.rows).toMatchObject([
    { ...first.rows[0], key: null },
    { key: first.rows[0]?.key, link: second.link },
  ]);
  expect(await cornerOf(second.bytes)).toEqual([0x60, 0x20, 0x40]);
  // As it is after a crash between the upload and its record.
  await ctx().db.drawnFile.updateMany({ where: { link: second.link }, data: { link: null, fileGid: null } });
  await putArtwork("#204060");
  testApp.clock.advance(11 * 60_000);
  const third = await reprinted(id, 2);
  expect(third.rows.map(({ key }) => key !== null)).toEqual([false, false, true]);
  expect(await cornerOf(third.bytes)).toEqual([0x20, 0x40, 0x60]);
  const fourth = await reprinted(id, 3);
  expect(fourth.rows.map((row) => row.id)).toEqual(third.rows.map((row) => row.id));
});

it("a text that cannot be drawn holds the order by name until staff corrects it", async () => {
  const { id } = buy("Dora 🎉");
  await heldBy(id, "text_not_drawn");
  expect(await itemOf(id)).toMatchObject({ texts: [{ problem: { code: "characters", characters: ["🎉"] } }] });
  expect(await correct(id, "Dora Dora Dora Dora")).toMatchObject({
    problems: [{ field: "textFront", code: "text_too_many" }],
  });
  expect(await correct(id, "Dora")).toMatchObject({ result: "saved" });
  await approve(id);
  const { rows } = await printed(id);
  expect(rows).toHaveLength(1);
  expect((await testApp.view(id))?.reasons.map(({ code }) => code)).toEqual([]);
});

it("a store without access to its files holds the order with words, and another color is a new review", async () => {
  const { id: shopId } = await shop();
  const { scopes } = testApp.shopify.shop(testApp.shop);
  await ctx().db.shop.update({ where: { id: shopId }, data: { scopes: "read_orders" } });
  const { id } = buy("Eve");
  await approve(id);
  const held = await heldBy(id, "print_file_not_made");
  expect(held.reasons).toMatchObject([{ detail: { front: "no_access" } }]);
  await ctx().db.shop.update({ where: { id: shopId }, data: { scopes: scopes.join(",") } });
  await place({ ...PLACEMENT, color: "#00ff00" });
  await approve(id);
  await printed(id);
  await place(PLACEMENT);
});

it("the file is deleted in Shopify with the customer's data", async () => {
  const { id } = buy("Finn");
  await approve(id);
  const { link } = await printed(id);
  testApp.shopify.requestPrivacy(testApp.shop, "customers/redact", { orders: [id] });
  await until("erased", async () => (await drawnFiles(id))[0]?.eraseAt);
  testApp.shopify.faults.next({ kind: "500-after", operation: "fileDelete" });
  await eraseDrawnFiles(ctx());
  expect(hosted().map(({ url }) => url)).not.toContain(link);
  // The answer was lost: the row is there, and goes with the next run.
  expect(await drawnFiles(id)).toHaveLength(1);
  testApp.clock.advance(2 * 3_600_000);
  await eraseDrawnFiles(ctx());
  expect(await drawnFiles(id)).toEqual([]);
});
