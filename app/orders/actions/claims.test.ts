import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { line } from "../../../tests/support/order-fixtures.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { createPhotoRedraw } from "../../artwork/artwork-preview.server.ts";
import { createPhotoProcess } from "../../artwork/image-process.server.ts";
import type { ClaimId } from "../../ports/ids.ts";
import { newId } from "../../../tests/support/ids.ts";
import { exportClaims, readClaimsPage } from "../pages/claims/read-claims.ts";
import { readClaimPhoto } from "../pages/details/claim-views.ts";
import { readOrderDetails } from "../pages/details/order-details.ts";
import { openShop } from "../receive/open-shop.testing.ts";
import { addClaimPhoto, changeClaim, openClaim, removeClaimPhoto, type NewClaim } from "./claims.ts";
import { previewReprint, requestReprint } from "./reprint.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const redrawPhoto = createPhotoRedraw(createPhotoProcess({ warn: (_fields, words) => console.error(words) }));

/** An order of three shirts that the print service has in a state, with a parcel, and staff who gets a complaint. */
async function setup(state: "fulfilled" | "ready" = "fulfilled") {
  const shop = await openShop(world);
  const shown = shop.paid({ lines: [line({ quantity: 3, remaining: 3 })] });
  shop.shopify.read = () => Promise.resolve(shown);
  await shop.receive(shown);
  await shop.setState(state);
  const [submission] = await shop.submissions();
  if (!submission) throw new Error("no submission");
  const parcel = { submissionId: submission.id, trackingNumber: "T-1", trackingUrl: "", firstSeenAt: new Date() };
  const at = { id: newId(), shopId: shop.shop.id };
  await shop.db.parcel.create({ data: { ...at, ...parcel, reportedBy: "event", state: "fulfilled" } });
  const ref = { shopId: shop.shop.id, shopifyGid: shown.gid, userId: "7" };
  const { orderLineId: lineId } = submission.lines[0] ?? expect.fail();
  const newClaim = (over: Partial<NewClaim> = {}): NewClaim => ({
    ...{ request: randomUUID(), submissionId: submission.id, trackingNumber: "T-1", kind: "damaged" },
    ...{ lines: [{ lineId, quantity: 1 }], description: "The print is scratched." },
    ...over,
  });
  const open = async (over: Partial<NewClaim> = {}): Promise<ClaimId> => {
    const opened = await openClaim(shop.ctx, ref, newClaim(over));
    return opened.result === "done" ? opened.claimId : expect.fail(opened.result);
  };
  const claimRef = (claimId: ClaimId, userId = "7") => ({ shopId: shop.shop.id, claimId, userId });
  const view = async () => {
    const decrypt = { ...shop.ctx, parsePrintServiceWebhook: () => ({ kind: "unknown" }) as never };
    const page = await readOrderDetails(shop.ctx, shop.shop.id, shown.gid, decrypt);
    return page?.claims ?? [];
  };
  const reprint = async (claim: { id: ClaimId; version: number } | null) => {
    const lines = [{ lineId, quantity: 1 }];
    const seen = await previewReprint(shop.ctx, ref, lines);
    const preview = seen.result === "done" ? seen.preview.hash : expect.fail(seen.result);
    const asked = { request: randomUUID(), lines, reason: "damaged", preview, reprintAgain: true } as const;
    return requestReprint(shop.ctx, ref, { ...asked, claim });
  };
  const reprints = async () => (await shop.submissions()).filter(({ kind }) => kind === "reprint");
  return { shop, ref, lineId, newClaim, open, claimRef, view, reprint, reprints };
}

describe("a claim", () => {
  it("is opened once for one dialog, shows what the customer complained of, and keeps nothing readable", async () => {
    const { shop, ref, newClaim, view } = await setup();
    const input = newClaim({ description: "Scratched, says Ada." });
    const [one, other] = await Promise.all([openClaim(shop.ctx, ref, input), openClaim(shop.ctx, ref, input)]);
    expect(one).toMatchObject({ result: "done" });
    expect(other).toEqual(one);
    expect(await view()).toMatchObject([
      {
        ...{
          kind: "damaged",
          state: "open",
          trackingNumber: "T-1",
          description: "Scratched, says Ada.",
          answerText: "",
        },
        lines: [{ quantity: 1 }],
      },
    ]);
    const [row] = await shop.db.claim.findMany({ where: { shopId: shop.shop.id } });
    expect(Buffer.from(row?.contentEncrypted ?? []).toString("latin1")).not.toContain("Ada");
    expect((await shop.history()).filter((code) => code.startsWith("claim."))).toEqual(["claim.opened"]);
  });

  it("is about no more than was sent, of this order and this parcel, and of a customer who was not erased", async () => {
    const { shop, ref, lineId, newClaim } = await setup();
    const other = await setup();
    const results = async (over: Partial<NewClaim>) => (await openClaim(shop.ctx, ref, newClaim(over))).result;
    expect(await results({ lines: [{ lineId, quantity: 4 }] })).toBe("invalid_state");
    expect(await results({ lines: [] })).toBe("invalid_state");
    expect(await results({ lines: [1, 1].map((quantity) => ({ lineId, quantity })) })).toBe("invalid_state");
    expect(await results({ lines: [{ lineId: other.lineId, quantity: 1 }] })).toBe("invalid_state");
    expect(await results({ trackingNumber: "T-2" })).toBe("invalid_state");
    expect((await openClaim(shop.ctx, other.ref, newClaim())).result).toBe("invalid_state");
    await shop.db.order.updateMany({ where: { shopId: shop.shop.id }, data: { redactedAt: new Date() } });
    expect(await results({})).toBe("invalid_state");
    const unsent = await setup("ready");
    expect((await openClaim(unsent.shop.ctx, unsent.ref, unsent.newClaim())).result).toBe("invalid_state");
  });

  it("keeps what the print service answered, corrected, closed and opened again, each with who did it", async () => {
    const { shop, open, claimRef, view } = await setup();
    const id = await open();
    const change = (input: Parameters<typeof changeClaim>[2]) => changeClaim(shop.ctx, claimRef(id), input);
    expect(await change({ event: "reopen", version: 0 })).toBe("invalid_state");
    expect(await change({ event: "ask", version: 0 })).toBe("done");
    expect(await change({ event: "answer", answer: "refused", answerText: "Too late", version: 1 })).toBe("done");
    expect(await change({ event: "answer", answer: "refund", answerText: "We pay", version: 2 })).toBe("done");
    expect(await change({ event: "close", version: 3 })).toBe("done");
    expect(await view()).toMatchObject([{ state: "done", answer: "refund", answerText: "We pay" }]);
    expect(await change({ event: "reopen", version: 4 })).toBe("done");
    expect(await view()).toMatchObject([{ state: "answered", closedAt: null, description: "The print is scratched." }]);
    const entries = await shop.db.history.findMany({ where: { shopId: shop.shop.id } });
    const history = entries.filter(({ code }) => code.startsWith("claim."));
    expect(history).toHaveLength(6);
    expect(history.every(({ actor, data }) => actor === "person" && (data as { user?: string }).user === "7")).toBe(
      true,
    );
    const stranger = { ...claimRef(id), shopId: (await setup()).shop.shop.id };
    expect(await changeClaim(shop.ctx, stranger, { event: "close", version: 5 })).toBe("not_found");
  });
});

describe("of several people at once", () => {
  it("one closes or answers the claim, and the others are told that it changed", async () => {
    const { shop, open, claimRef, view } = await setup();
    const id = await open();
    const results = await Promise.all([
      changeClaim(shop.ctx, claimRef(id, "1"), { event: "close", version: 0 }),
      changeClaim(shop.ctx, claimRef(id, "2"), { event: "answer", answer: "refund", version: 0 }),
      changeClaim(shop.ctx, claimRef(id, "3"), { event: "close", version: 0 }),
    ]);
    expect(results.toSorted()).toEqual(["changed", "changed", "done"]);
    expect((await view())[0]?.version).toBe(1);
    expect((await shop.history()).filter((code) => code.startsWith("claim."))).toHaveLength(2);
  });

  it("one has the items of a claim reprinted, beside whoever closes it", async () => {
    const { shop, open, claimRef, reprint, reprints, view } = await setup();
    const id = await open();
    const results = await Promise.all([
      reprint({ id, version: 0 }),
      reprint({ id, version: 0 }),
      reprint({ id, version: 0 }),
      changeClaim(shop.ctx, claimRef(id), { event: "close", version: 0 }),
    ]);
    const [claim] = await view();
    const made = results.slice(0, 3).filter((one) => typeof one === "object" && one.result === "done");
    expect(await reprints()).toHaveLength(made.length);
    // The closing may come first: then nothing is reprinted.
    expect([made.length, results[3]]).toEqual(claim?.state === "done" ? [0, "done"] : [1, "changed"]);
    expect(claim?.version).toBe(1);
  });

  it("a claim has one reprint that stands, and another one once it was canceled", async () => {
    const { shop, open, reprint, reprints, view } = await setup();
    const id = await open();
    expect(await reprint({ id, version: 0 })).toMatchObject({ result: "done" });
    expect(await reprint({ id, version: 0 })).toEqual({ result: "claim_changed" });
    expect(await reprint({ id, version: 1 })).toEqual({ result: "claim_changed" });
    const [first] = await reprints();
    expect(await view()).toMatchObject([{ version: 1, reprint: { reference: first?.reference } }]);
    await shop.db.submission.updateMany({ where: { id: first!.id }, data: { state: "cancelled", dueAt: null } });
    expect(await reprint({ id, version: 1 })).toMatchObject({ result: "done" });
    expect(await reprints()).toHaveLength(2);
    const entries = await shop.db.history.findMany({
      where: { shopId: shop.shop.id, code: "submission.reprint_requested" },
    });
    expect(entries.map(({ data }) => (data as { claim?: string }).claim)).toEqual([id, id]);
  });
});

/** A photo as a phone takes it: turned by its header, which also has the place. */
const phonePhoto = (red: number): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: { r: red, g: 90, b: 20 } } })
    .jpeg()
    .withExif({ IFD0: { Make: "Pocket" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "45/1 30/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

describe("a photo of a claim", () => {
  it("is kept upright and encrypted, without the place where it was taken, once, and only shown to the shop", async () => {
    const { shop, open, claimRef, view } = await setup();
    const id = await open();
    const ctx = { ...shop.ctx, redrawPhoto };
    const file = await phonePhoto(200);
    expect((await sharp(file).metadata()).exif).toBeDefined();
    expect(await Promise.all([0, 1].map(() => addClaimPhoto(ctx, claimRef(id), file)))).toEqual(["done", "done"]);
    const [claim] = await view();
    expect(claim?.photos).toHaveLength(1);
    const [photoId] = claim?.photos ?? [];
    const ref = { shopId: shop.shop.id, claimId: id, photoId: photoId ?? expect.fail() };
    const stored = await readClaimPhoto(shop.ctx, ref);
    const { exif, orientation, width, height, format } = await sharp(stored?.bytes).metadata();
    expect({ exif, orientation, width, height, format }).toEqual({
      ...{ exif: undefined, orientation: undefined, width: 200, height: 400, format: "jpeg" },
    });
    const [row] = await shop.db.claimPhoto.findMany({ where: { claimId: id } });
    expect(
      Buffer.from(row?.contentEncrypted ?? [])
        .subarray(0, 3)
        .toString("hex"),
    ).not.toBe("ffd8ff");
    expect(await readClaimPhoto(shop.ctx, { ...ref, shopId: (await setup()).shop.shop.id })).toBeNull();
    expect(await removeClaimPhoto(shop.ctx, claimRef(id), ref.photoId)).toBe("done");
    expect((await view())[0]?.photos).toEqual([]);
  });

  it("is refused with its reason: another type, damaged, a sixth one, or a claim that is done", async () => {
    const { shop, open, claimRef } = await setup();
    const id = await open();
    const add = (file: Uint8Array) => addClaimPhoto({ ...shop.ctx, redrawPhoto }, claimRef(id), file);
    expect(await add(Buffer.from("GIF89a"))).toBe("type");
    expect(await add(Buffer.from("\xff\xd8\xff and no more", "latin1"))).toBe("unreadable");
    for (const red of [10, 20, 30, 40]) expect(await add(await phonePhoto(red))).toBe("done");
    const last = await Promise.all([50, 60].map(async (red) => add(await phonePhoto(red))));
    expect(last.toSorted()).toEqual(["done", "too_many"]);
    await changeClaim(shop.ctx, claimRef(id), { event: "close", version: 0 });
    expect(await add(await phonePhoto(70))).toBe("invalid_state");
    expect(await shop.db.claimPhoto.count({ where: { claimId: id } })).toBe(5);
  });
});

describe("the list of claims", () => {
  it("has the shop's own by state and kind, with their counts, products and a file", async () => {
    const { shop, lineId, open, claimRef, reprint } = await setup();
    const damaged = await open({ lines: [{ lineId, quantity: 2 }] });
    await open({ kind: "lost" });
    await (await setup()).open();
    await reprint({ id: damaged, version: 0 });
    await changeClaim(shop.ctx, claimRef(damaged), { event: "answer", answer: "refund", version: 1 });
    const all = { state: null, kind: null, after: null };
    const page = await readClaimsPage(shop.ctx, shop.shop.id, all);
    expect(page.counts).toEqual({ open: 1, asked: 0, answered: 1, done: 0 });
    expect(page.rows.map(({ kind, pieces }) => [kind, pieces]).toSorted()).toEqual([
      ["damaged", 2],
      ["lost", 1],
    ]);
    expect(page.products).toMatchObject([{ pieces: { damaged: 2, lost: 1, other: 0 }, total: 3 }]);
    const filtered = await readClaimsPage(shop.ctx, shop.shop.id, { ...all, kind: "lost", state: "answered" });
    expect([filtered.rows, filtered.any]).toEqual([[], true]);
    const rows: string[][] = [];
    for await (const batch of exportClaims(shop.ctx, shop.shop.id, { ...all, state: "answered" })) rows.push(...batch);
    const [header = [], row = [], ...more] = rows;
    const cell = (title: string): string | undefined => row[header.indexOf(title)];
    expect(more).toEqual([]);
    expect(["Problem", "Status", "Quantity", "Answer", "Tracking number"].map(cell)).toEqual([
      ...["Arrived damaged", "Answered", "2", "Refunds the items", "T-1"],
    ]);
    expect(cell("Reprint reference")).not.toBe("");
  });

  it("continues after a claim that has left the list", async () => {
    const { shop, open, claimRef } = await setup();
    await open();
    await open({ kind: "lost" });
    const list = { state: "open", kind: null, after: null } as const;
    const [first, second] = (await readClaimsPage(shop.ctx, shop.shop.id, list)).rows;
    const after = first?.id ?? expect.fail();
    await changeClaim(shop.ctx, claimRef(after), { event: "close", version: 0 });
    expect((await readClaimsPage(shop.ctx, shop.shop.id, { ...list, after })).rows).toEqual([second]);
  });

  it("counts a claim for its products for 90 days", async () => {
    const { shop, open } = await setup();
    const id = await open();
    await shop.db.claim.update({ where: { id }, data: { openedAt: new Date(Date.now() - 3_650 * 86_400_000) } });
    const page = await readClaimsPage(shop.ctx, shop.shop.id, { state: null, kind: null, after: null });
    expect([page.rows.length, page.products]).toEqual([1, []]);
  });
});
