import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ArtworkCheckResult } from "../../ports/artwork.ts";
import { acceptFile } from "../../print-files/accept-file.ts";
import { recordCheck } from "../../print-files/record-check.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { approvals } from "../actions/submission-actions.ts";
import { sentFiles } from "../core/sent-files.ts";
import { openOrdersWorld } from "../fulfil/orders-world.testing.ts";
import { beat, openShop } from "../receive/open-shop.testing.ts";
import { stepSubmission } from "./step-submission.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const FRONT = "https://art.example/front.png";
const BACK = "https://art.example/back.png";
const fileOf = (sha256: string): ArtworkCheckResult => ({
  ...{ ok: true, type: "application/pdf" },
  file: { sha256, bytes: 1, etag: null, image: null },
});

/** A shop with a due order, whose variant is mapped to files that the test replaces. */
async function due(settings: Partial<ShopSettings> = {}) {
  const shop = await openShop(world, settings);
  await world.db.mapping.updateMany({
    where: { shopId: shop.shop.id },
    data: { artworkFront: FRONT, artworkBack: BACK },
  });
  await shop.receive();
  shop.shopify.read = () => Promise.resolve(shop.paid());
  const { id } = (await shop.submissions())[0] ?? expect.unreachable();
  /** By link; a function is asked at each download. */
  const files = new Map<string, string | (() => Promise<string>)>([
    [FRONT, "front 1"],
    [BACK, "back 1"],
  ]);
  const check = async (link: string) => {
    const file = files.get(link) ?? "";
    return fileOf(typeof file === "string" ? file : await file());
  };
  const ctx = { ...shop.ctx, artwork: { check } };
  const shopId = shop.shop.id;
  for (const link of [FRONT, BACK]) await recordCheck(ctx, { shopId, link }, await check(link), { accept: true });
  const row = () => world.db.submission.findUniqueOrThrow({ where: { id } });
  return {
    ...shop,
    ...{ id, shopId, ctx, files, row },
    async step() {
      await beat(world);
      await world.db.submission.update({ where: { id }, data: { dueAt: world.ctx.clock.now() } });
      await stepSubmission(ctx, id);
    },
    approve: () => approvals.print_new_artwork(ctx, { shopId, submissionId: id, userId: null }),
    async sent() {
      const attempt = await world.db.attempt.findFirst({ where: { submissionId: id } });
      return attempt && sentFiles(attempt.lines).map(({ sha256 }) => sha256);
    },
    file: (link: string) => world.db.printFile.findUniqueOrThrow({ where: { shopId_link: { shopId, link } } }),
  };
}

describe("an order whose artwork was replaced since staff mapped it", () => {
  it("is held, until staff accepts the new file for the mapping", async () => {
    const order = await due();
    order.files.set(FRONT, "front 2");
    await order.step();
    expect([await order.openCodes(), await order.sent()]).toEqual([["artwork_changed"], null]);
    expect(await acceptFile(order.ctx, { shopId: order.shopId, link: FRONT }, "front 1")).toBe(false);
    expect(await acceptFile(order.ctx, { shopId: order.shopId, link: FRONT }, "front 2")).toBe(true);
    await order.step();
    expect([await order.openCodes(), await order.sent()]).toEqual([[], ["front 2", "back 1"]]);
  });

  it("is sent when the mapped file is back", async () => {
    const order = await due();
    order.files.set(FRONT, "front 2");
    await order.step();
    order.files.set(FRONT, "front 1");
    await order.step();
    expect([await order.openCodes(), await order.sent()]).toEqual([[], ["front 1", "back 1"]]);
    expect((await order.file(FRONT)).changedAt).toBeNull();
  });

  it("is sent with the new file once staff approved this file for this order, and held again for another one", async () => {
    const order = await due();
    order.files.set(FRONT, "front 2");
    await order.step();
    expect(await order.approve()).toBe("done");
    order.files.set(FRONT, "front 3");
    await order.step();
    expect([await order.openCodes(), await order.sent()]).toEqual([["artwork_changed"], null]);
    expect(await order.approve()).toBe("done");
    await order.step();
    expect([await order.openCodes(), await order.sent()]).toEqual([[], ["front 3", "back 1"]]);
    // The mapping means the first file all the same: the next order is held.
    expect(await order.file(FRONT)).toMatchObject({ acceptedHash: "front 1", changedAt: expect.any(Date) });
  });

  it("is sent where the settings say to tell only", async () => {
    const order = await due({ replacedArtwork: "tell" });
    order.files.set(FRONT, "front 2");
    await order.step();
    expect([await order.openCodes(), await order.sent()]).toEqual([[], ["front 2", "back 1"]]);
    expect((await order.file(FRONT)).changedAt).toEqual(expect.any(Date));
  });

  it("is sent where each download gives another file", async () => {
    const order = await due();
    let downloads = 0;
    order.files.set(FRONT, () => Promise.resolve(`drawn anew ${(downloads += 1)}`));
    await order.step();
    expect([await order.openCodes(), await order.sent()]).toEqual([[], ["drawn anew 1", "back 1"]]);
    expect(await order.file(FRONT)).toMatchObject({ varies: true, changedAt: null });
  });

  it("is held while the new file has not reached every server of the link", async () => {
    const order = await due();
    const downloads = ["front 2", "front 1"];
    order.files.set(FRONT, () => Promise.resolve(downloads.shift() ?? "front 2"));
    await order.step();
    expect([await order.openCodes(), await order.sent()]).toEqual([["artwork_changed"], null]);
  });

  it("is held where another check finds the new file between the check and the claim", async () => {
    const order = await due();
    const { ctx, shopId } = order;
    let downloads = 0;
    // The second look at the back, after the front was found unchanged.
    order.files.set(BACK, async () => {
      downloads += 1;
      if (downloads === 2) {
        order.files.set(FRONT, "front 2");
        await recordCheck(ctx, { shopId, link: FRONT }, fileOf("front 2"), { accept: false });
      }
      return `drawn anew ${downloads}`;
    });
    await order.step();
    expect([await order.openCodes(), await order.sent(), order.woken.includes(order.id)]).toEqual([[], null, true]);
    await order.step();
    expect([await order.openCodes(), await order.sent()]).toEqual([["artwork_changed"], null]);
  });
});

describe("what a check keeps", () => {
  it("is judged by the file that staff accepted while the check was under way", async () => {
    const { ctx, shopId, files, file } = await due();
    const key = { shopId, link: FRONT };
    files.set(FRONT, "front 2");
    await recordCheck(ctx, key, fileOf("front 2"), { accept: false });
    // The second look of the next check.
    files.set(FRONT, async () => {
      await acceptFile(ctx, key, "front 2");
      return "front 3";
    });
    await recordCheck(ctx, key, fileOf("front 3"), { accept: false });
    expect(await file(FRONT)).toMatchObject({ acceptedHash: "front 2", changedAt: expect.any(Date) });
  });

  it("is a failure that may pass once it is confirmed, and any other at once", async () => {
    const { ctx, shopId, file } = await due();
    const key = { shopId, link: FRONT };
    const fail = (reason: "timeout" | "web_page", temporary: boolean) =>
      recordCheck(ctx, key, { ok: false, reason, temporary }, { accept: false });
    await fail("timeout", true);
    expect(await file(FRONT)).toMatchObject({ problem: null, dueAt: expect.any(Date) });
    await fail("timeout", true);
    expect(await file(FRONT)).toMatchObject({ problem: "timeout", dueAt: null });
    await recordCheck(ctx, key, fileOf("front 1"), { accept: false });
    expect(await file(FRONT)).toMatchObject({ problem: null, tries: 0 });
    await fail("web_page", false);
    expect(await file(FRONT)).toMatchObject({ problem: "web_page" });
  });
});
