import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acceptNewFile, readProductArtwork } from "../../app/catalog/artwork-findings.ts";
import { saveValidMappings } from "../../app/catalog/save-valid-mappings.ts";
import { readVariantsPage } from "../../app/catalog/variants/read-variants-page.ts";
import type { VariantView } from "../../app/catalog/variants/variants-query.ts";
import { readHome } from "../../app/home/home.ts";
import { sentFiles } from "../../app/orders/core/sent-content.ts";
import { readShop } from "../../app/orders/core/shop-row.ts";
import { gidOf } from "../../app/ports/gid.ts";
import { recheckDueFiles } from "../../app/print-files/recheck-due-files.ts";
import { order, stockShop } from "../support/goods.ts";
import { hasReason } from "../support/reasons.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ intervals: { longRunsEveryMs: { product_variants: 200 } } });
  await stockShop(testApp);
  await until("the first reading", async () => (await ctx().db.catalogRead.findFirst())?.completedAt);
});
afterAll(() => testApp.close());

const ctx = () => testApp.services.core.ctx;
const shop = () => ctx().db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
const drawing = (color: string) =>
  sharp({ create: { width: 1200, height: 1200, channels: 4, background: color } }).png();
const hashOf = (file: Uint8Array) => createHash("sha256").update(file).digest("hex");

/** A variant that staff mapped, with the file that is at its link. */
async function mapped(name: string, file: Uint8Array) {
  const link = `https://art.example/${name}.png`;
  testApp.shopify.scriptedFiles.put(link, { body: file });
  const product = testApp.shopify.createProduct(testApp.shop, {
    title: name,
    vendor: "Press",
    variants: [{ options: [{ name: "Size", value: "M" }], sku: name }],
  });
  const [variant = expect.unreachable()] = product.variants;
  const gids = { productGid: gidOf("Product", product.id), variantGid: gidOf("ProductVariant", variant.id) };
  await until("the copy of the variant", () =>
    ctx().db.productVariant.findFirst({ where: { variantGid: gids.variantGid } }),
  );
  const row = { ...gids, itemSku: "TEE-BLACK-M", artworkFront: link, artworkBack: "", mockup: "", note: "" };
  const { outcomes } = await saveValidMappings(ctx(), await shop(), [
    { ...row, requiredSides: ["front"], saveAnyway: false, shown: { mapping: null, notPrinted: false } },
  ]);
  expect(outcomes).toMatchObject([{ saved: true }]);
  return { link, ...gids, place: () => testApp.shopify.placeOrder(testApp.shop, order([{ variantId: variant.id }])) };
}

const isSent = (id: string) =>
  testApp.waitForOrder(id, "sent", ({ submissions }) => submissions[0]?.state === "submitted");
const isHeld = (id: string) => testApp.waitForOrder(id, "held", (view) => hasReason(view, "artwork_changed"));

/** Hashes of the files that were sent for an order. */
async function filesOf(id: string) {
  const submission = { order: { shopifyGid: gidOf("Order", id) } };
  const attempts = await ctx().db.attempt.findMany({ where: { submission } });
  return attempts.flatMap(({ lines }) => sentFiles(lines)).map(({ sha256 }) => sha256);
}

async function listed(view: VariantView) {
  const query = { view, query: "", after: null, before: null };
  const { rows } = await readVariantsPage(ctx(), (await shop()).id, query);
  return rows.map(({ productGid }) => productGid);
}

const onHome = async () => (await readHome(ctx(), testApp.shop))?.products ?? expect.unreachable();

describe("a print file", () => {
  it("that a server compresses again prints, and nothing is reported", async () => {
    const { link, productGid, place } = await mapped("recompressed", await drawing("#204060").toBuffer());
    const again = await drawing("#204060").png({ compressionLevel: 0 }).toBuffer();
    testApp.shopify.scriptedFiles.put(link, { body: again });
    const { id } = place();
    await isSent(id);
    expect(await filesOf(id)).toEqual([hashOf(again)]);
    expect(await listed("changed")).not.toContain(productGid);
  });

  it("that was replaced holds new orders until staff uses the new file, and is shown everywhere", async () => {
    const { link, productGid, variantGid, place } = await mapped("replaced", await drawing("#204060").toBuffer());
    const before = place();
    await isSent(before.id);
    const { fileReplaced, coverage } = await onHome();
    const newFile = await drawing("#a02020").toBuffer();
    testApp.shopify.scriptedFiles.put(link, { body: newFile });
    const after = place();
    await isHeld(after.id);
    expect((await onHome()).fileReplaced).toBe(fileReplaced + 1);
    expect(await listed("changed")).toContain(productGid);
    expect(await listed("file_replaced")).toContain(productGid);
    // Both items sold would be held now.
    const { gaps } = (await onHome()).coverage;
    expect(gaps.file_replaced).toBe(coverage.gaps.file_replaced + 2);
    const row = (await readShop(ctx().sql, { domain: testApp.shop })) ?? expect.unreachable();
    const { artworkFindings } = await readProductArtwork(ctx(), row, productGid);
    expect(artworkFindings[variantGid]).toMatchObject([{ side: "front", newFile: hashOf(newFile) }]);

    const accept = (sha256: string) => acceptNewFile(ctx(), row.id, { link, sha256 });
    expect(await accept(hashOf(await drawing("#204060").toBuffer()))).toBe(false);
    expect(await accept(hashOf(newFile))).toBe(true);
    await isSent(after.id);
    expect(await filesOf(after.id)).toEqual([hashOf(newFile)]);
    expect((await onHome()).fileReplaced).toBe(fileReplaced);
    expect((await onHome()).coverage).toMatchObject({ automatic: coverage.automatic + 1, gaps: coverage.gaps });
    expect(await listed("changed")).not.toContain(productGid);
    expect(await listed("file_replaced")).not.toContain(productGid);
  });

  it("is read again at night without a download, and reported before the next order once it was replaced or is gone", async () => {
    const { link, productGid, place } = await mapped("nightly", await drawing("#204060").toBuffer());
    await isSent(place().id);
    const before = await onHome();
    const { core } = testApp.services;
    const files = testApp.shopify.scriptedFiles;
    const night = async () => {
      testApp.clock.advance(24 * 3_600_000);
      const earlier = files.requests.length;
      await recheckDueFiles({ ...core.ctx, artwork: core.artwork }, new AbortController().signal);
      return files.requests.slice(earlier).filter((one) => one.link === link);
    };
    expect(await night()).toMatchObject([{ unlessTagged: expect.stringMatching(/^"\w+"$/), status: 304 }]);
    files.put(link, { body: await drawing("#a02020").toBuffer() });
    // The second look tells a replaced file from one that is made again each time.
    expect(await night()).toMatchObject([{ status: 200 }, { unlessTagged: null, status: 200 }]);
    expect((await onHome()).fileReplaced).toBe(before.fileReplaced + 1);
    expect(await listed("changed")).toContain(productGid);
    files.put(link, { body: Buffer.from("gone"), status: 404 });
    await night();
    expect((await onHome()).fileUnreadable).toBe(before.fileUnreadable + 1);
    expect(await listed("broken")).toContain(productGid);
    expect(await listed("file_unreadable")).toEqual([productGid]);
    files.put(link, { body: await drawing("#204060").toBuffer() });
    await night();
    expect(await onHome()).toMatchObject({
      fileReplaced: before.fileReplaced,
      fileUnreadable: before.fileUnreadable,
    });
  });

  it("that another variant is mapped to stays compared with the one that the first mapping was made with", async () => {
    const first = await drawing("#204060").toBuffer();
    const { link, productGid } = await mapped("shared", first);
    await mapped("shared", await drawing("#a02020").toBuffer());
    const { id: shopId } = await shop();
    const file = await ctx().db.printFile.findUnique({ where: { shopId_link: { shopId, link } } });
    expect(file).toMatchObject({ acceptedHash: hashOf(first), changedAt: expect.any(Date) });
    expect(await listed("changed")).toContain(productGid);
  });
});
