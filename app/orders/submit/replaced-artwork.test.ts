import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ArtworkCheckResult } from "../../ports/artwork.ts";
import { gid, line } from "../../../tests/support/order-fixtures.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { acceptFile } from "../../print-files/check-printed.ts";
import { recordCheck } from "../../print-files/record-check.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { approvals } from "../actions/submission-actions.ts";
import { newId } from "../../../tests/support/ids.ts";
import type { TextPlacement } from "../../ports/text-placement.ts";
import { printOrder } from "../../print-service/print-service.testing.ts";
import { drawnFileKey } from "../core/drawn-files.ts";
import { sentFiles } from "../core/sent-content.ts";
import { readShop } from "../core/shop-row.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { beat, openShop } from "../receive/open-shop.testing.ts";
import { makePrintFiles } from "./make-print-files.ts";
import { stepSubmission } from "./step-submission.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const FRONT = "https://art.example/front.png";
const BACK = "https://art.example/back.png";
const fileOf = (sha256: string): ArtworkCheckResult => ({
  ...{ ok: true, type: "application/pdf" },
  file: { sha256, bytes: 1, etag: null, image: null, document: null },
});

const GONE = { ok: false, reason: "status", temporary: false } as const satisfies ArtworkCheckResult;

/** A shop with a due order, whose variant is mapped to files that the test replaces. */
async function due(settings: Partial<ShopSettings> = {}, given: Partial<OrderSnapshot> = {}) {
  const shop = await openShop(world, settings);
  await world.db.mapping.updateMany({
    where: { shopId: shop.shop.id },
    data: { artworkFront: FRONT, artworkBack: BACK },
  });
  await shop.receive(shop.paid(given));
  shop.shopify.read = () => Promise.resolve(shop.paid(given));
  const { id } = (await shop.submissions())[0] ?? expect.unreachable();
  /** By link; null: not there. A function is asked at each download. */
  const files = new Map<string, string | null | (() => Promise<string>)>([
    [FRONT, "front 1"],
    [BACK, "back 1"],
  ]);
  const check = async (link: string) => {
    const file = files.get(link) ?? null;
    if (file === null) return GONE;
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
    /** The lines of the open reasons, with the detail of each. */
    openReasons: async () =>
      (
        await world.db.attention.findMany({ where: { submissionId: id, clearedAt: null }, orderBy: { subject: "asc" } })
      ).map(({ subject, detail }) => [subject, detail]),
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
    order.files.set(FRONT, () => Promise.resolve(`drawn again ${(downloads += 1)}`));
    await order.step();
    expect([await order.openCodes(), await order.sent()]).toEqual([[], ["drawn again 1", "back 1"]]);
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
      return `drawn again ${downloads}`;
    });
    await order.step();
    expect([await order.openCodes(), await order.sent(), order.woken.includes(order.id)]).toEqual([[], null, true]);
    await order.step();
    expect([await order.openCodes(), await order.sent()]).toEqual([["artwork_changed"], null]);
  });
});

describe("a file that is printed on several items", () => {
  const lines = [1, 2].map((number) => line({ gid: gid("LineItem", number) }));

  it("holds each of them with its sides once it was replaced, and one approval counts for all", async () => {
    const order = await due({}, { lines });
    order.files.set(BACK, "back 2");
    await order.step();
    expect(await order.openReasons()).toEqual(lines.map((one) => [one.gid, { replaced: ["back"] }]));
    expect(await order.approve()).toBe("done");
    await order.step();
    expect([await order.openCodes(), await order.sent()]).toEqual([[], Array(2).fill(["front 1", "back 2"]).flat()]);
  });

  it("holds each of them with what is wrong of each side", async () => {
    const order = await due({}, { lines });
    order.files.set(FRONT, null);
    order.files.set(BACK, "back 2");
    await order.step();
    expect(await order.openCodes()).toEqual([
      "artwork_changed",
      "artwork_changed",
      "artwork_unreadable",
      "artwork_unreadable",
    ]);
    expect(await order.openReasons()).toEqual(
      expect.arrayContaining(
        lines.flatMap((one) => [
          [one.gid, { front: "status" }],
          [one.gid, { replaced: ["back"] }],
        ]),
      ),
    );
  });
});

describe("a link of the order itself", () => {
  const OWN = "https://uploads.example/photo.png";
  const properties = [{ name: "Photo", value: OWN }];
  const ofCustomer = { artworkProperties: { front: ["Photo"], back: [], mockup: [] } };
  const lines = [line({ properties })];
  const review = (order: Awaited<ReturnType<typeof due>>) =>
    approvals.approve_personalization(order.ctx, { shopId: order.shopId, submissionId: order.id, userId: null });

  it("has no file that was replaced before anybody approved one", async () => {
    const order = await due(ofCustomer, { lines });
    order.files.set(OWN, "photo 2");
    await order.step();
    expect([await order.openCodes(), await order.sent()]).toEqual([[], ["photo 2", "back 1"]]);
  });

  it.each(["hold", "tell"] as const)(
    "prints the file that staff approved; another one is held until staff approves that one, too (%s)",
    async (replacedArtwork) => {
      const settings = { ...ofCustomer, replacedArtwork, personalizationProperties: ["Photo"] };
      const unpaid = { financialStatus: "pending", lines };
      const order = await due(settings, unpaid);
      order.files.set(OWN, "photo 1");
      await order.step();
      expect(await order.openCodes()).toEqual(["payment_pending", "personalization_review"]);
      expect(await review(order)).toBe("done");
      await order.step();
      expect(await order.openCodes()).toEqual(["payment_pending"]);
      order.files.set(OWN, "photo 2");
      const at = new Date(order.paid().updatedAt.getTime() + 60_000);
      const paid = order.paid({ lines, updatedAt: at });
      order.shopify.read = () => Promise.resolve(paid);
      await order.step();
      await order.step();
      expect([await order.openCodes(), await order.sent()]).toEqual([["artwork_changed"], null]);
      expect(await order.approve()).toBe("done");
      await order.step();
      expect([await order.openCodes(), await order.sent()]).toEqual([[], ["photo 2", "back 1"]]);
    },
  );

  it("prints the approved file again once that is back, and what a server makes again each time", async () => {
    const order = await due(
      { ...ofCustomer, approval: "manual", minimumMarginPercent: null },
      { lines, risk: "pending" },
    );
    order.files.set(OWN, "photo 1");
    const approve = () => approvals.approve(order.ctx, { shopId: order.shopId, submissionId: order.id, userId: null });
    expect(await approve()).toBe("done");
    await order.step();
    order.files.set(OWN, "photo 2");
    await order.step();
    expect(await order.openCodes()).toEqual(["artwork_changed", "risk_pending"]);
    let downloads = 0;
    order.files.set(OWN, () => Promise.resolve(`drawn again ${(downloads += 1)}`));
    await order.step();
    expect(await order.openCodes()).toEqual(["risk_pending"]);
    order.files.set(OWN, "photo 1");
    order.shopify.read = () =>
      Promise.resolve(order.paid({ lines, updatedAt: new Date(order.paid().updatedAt.getTime() + 60_000) }));
    await order.step();
    await order.step();
    expect([await order.openCodes(), await order.sent()]).toEqual([[], ["photo 1", "back 1"]]);
  });
});

describe("a link of a metafield", () => {
  const OWN = "https://art.example/metafield.png";
  const lines = [line({ metafieldArtwork: { front: OWN, back: null, mockup: null } })];

  /** An order of a shop whose product has its front in a metafield, and the next one. */
  async function dueWithMetafield(settings: Partial<ShopSettings> = {}) {
    const order = await due(settings, { lines });
    await world.db.mapping.updateMany({ where: { shopId: order.shopId }, data: { artworkFront: "" } });
    const submit = async (number: number) => {
      const placed = order.paid({ lines, gid: gid("Order", 900 + number), name: `#${900 + number}` });
      await order.receive(placed);
      const id = (await order.submissions()).at(-1)?.id ?? expect.unreachable();
      const step = async () => {
        order.shopify.read = () => Promise.resolve(placed);
        await beat(world);
        await world.db.submission.update({ where: { id }, data: { dueAt: world.ctx.clock.now() } });
        await stepSubmission(order.ctx, id);
        const { state } = await world.db.submission.findUniqueOrThrow({ where: { id } });
        return state;
      };
      const approve = () =>
        approvals.print_new_artwork(order.ctx, { shopId: order.shopId, submissionId: id, userId: null });
      return { step, approve };
    };
    return { ...order, submit };
  }

  it("is compared with the file of the first order, and a new file that staff has printed counts from then on", async () => {
    const shop = await dueWithMetafield();
    shop.files.set(OWN, "file 1");
    expect(await (await shop.submit(1)).step()).toBe("submitted");
    shop.files.set(OWN, "file 2");
    const [second, third] = [await shop.submit(2), await shop.submit(3)];
    expect(await second.step()).toBe("waiting");
    expect(await shop.openCodes()).toEqual(["artwork_changed"]);
    expect(await second.approve()).toBe("done");
    expect(await second.step()).toBe("submitted");
    expect(await third.step()).toBe("submitted");
    expect(await shop.openCodes()).toEqual([]);
  });

  it("is printed where the settings say to tell only", async () => {
    const shop = await dueWithMetafield({ replacedArtwork: "tell" });
    shop.files.set(OWN, "file 1");
    expect(await (await shop.submit(1)).step()).toBe("submitted");
    shop.files.set(OWN, "file 2");
    expect(await (await shop.submit(2)).step()).toBe("submitted");
    expect(await shop.file(OWN)).toMatchObject({ acceptedHash: "file 1", changedAt: expect.any(Date) });
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

it("artwork that does not arrive in time is read again, and the print file that was made from it stays", async () => {
  const { ctx, sql, shopId, orderRow } = await due();
  const { id: orderId } = (await orderRow()) ?? expect.unreachable();
  const placement = { property: "Name", makesFile: true } as TextPlacement;
  const drawn = [{ side: "front" as const, text: "ANNA", artwork: FRONT, placement, made: true }];
  const [item = expect.unreachable(), payload] = [printOrder().items[0], printOrder()];
  const [id, createdAt] = [newId(), ctx.clock.now()];
  const key = drawnFileKey(ctx, { text: "ANNA", artwork: FRONT, placement });
  const row = { id, shopId, orderId, key, artworkSha256: "front 1", artworkReadAt: new Date(0), createdAt };
  await world.db.drawnFile.create({ data: row });
  const make = async (answer: ArtworkCheckResult) => {
    const making = { shop: (await readShop(sql, { id: shopId })) ?? expect.unreachable(), orderId, checked: [] };
    const reading = { ...ctx, artwork: { check: () => Promise.resolve(answer) } };
    return makePrintFiles(reading, making, { ...payload, items: [{ ...item, drawn }] });
  };
  expect(await make({ ok: true, type: "image/png", file: null })).toMatchObject({
    outcome: "not_made",
    temporary: true,
  });
  expect(await make(fileOf("front 1"))).toEqual({ outcome: "current" });
  await world.db.drawnFile.update({ where: { id }, data: { artworkReadAt: new Date(0) } });
  expect(await make(fileOf("front 2"))).toEqual({ outcome: "changed" });
});
