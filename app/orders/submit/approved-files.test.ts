import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeOrder } from "../core/change-orders.ts";
import { clearReasons, raiseReason } from "../core/order-rows.ts";
import type { ArtworkCheckResult } from "../../ports/artwork.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import type { AttentionCode } from "../core/attention.ts";
import { findReplacedSinceApproval } from "./artwork-holds.ts";
import { LINE } from "./claim.testing.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const FRONT = "https://uploads.example/ada-example.png";
const BACK = "https://uploads.example/back.png";
const fileOf = (sha256: string): ArtworkCheckResult => ({
  ok: true,
  type: "application/pdf",
  file: { sha256, bytes: 1, etag: null, image: null, document: null },
});
const NOT_READ: ArtworkCheckResult = { ok: true, type: "application/pdf", file: null };
const GONE: ArtworkCheckResult = { ok: false, reason: "status", temporary: false };

/** A submission, and checks of its own links; a file that is read again is the same. */
async function due() {
  const { submission, shop, order } = await world.order([LINE], "ready");
  const target = { orderId: order.id, submissionId: submission.id };
  return {
    ...target,
    approve: (code: AttentionCode, by: "facts" | { userId: string } = { userId: "7" }) =>
      changeOrder(world, order.id, (rows) => {
        raiseReason(rows, world.ctx, { shopId: shop.id, ...target, code });
        clearReasons(rows, world.ctx, { submissionId: submission.id, codes: [code] }, by);
      }),
    async check(answers: Record<string, ArtworkCheckResult>) {
      const artwork = { check: (link: string) => Promise.resolve(answers[link] ?? GONE) };
      const found = new Map(Object.entries(answers));
      return [...(await findReplacedSinceApproval({ ...world.ctx, artwork }, { ...target, answers: found }))];
    },
  };
}

describe("an order's own link, once staff approved", () => {
  it("is compared with the first file that is read after the approval", async () => {
    const order = await due();
    await order.approve("personalization_review");
    expect(await order.check({ [FRONT]: fileOf("seen") })).toEqual([]);
    expect(await order.check({ [FRONT]: fileOf("seen") })).toEqual([]);
    expect(await order.check({ [FRONT]: fileOf("other") })).toEqual([[FRONT, "other"]]);
    expect(await order.check({ [FRONT]: fileOf("seen") })).toEqual([]);
  });

  it("is remembered when its file is read first, also after another link's", async () => {
    const order = await due();
    await order.approve("personalization_review");
    await order.check({ [FRONT]: fileOf("front"), [BACK]: NOT_READ });
    expect(await order.check({ [FRONT]: GONE, [BACK]: fileOf("back") })).toEqual([]);
    const changed = { [FRONT]: fileOf("front 2"), [BACK]: fileOf("back 2") };
    expect(await order.check(changed)).toEqual([
      [FRONT, "front 2"],
      [BACK, "back 2"],
    ]);
  });

  it("is judged by the last approval of the same reason alone", async () => {
    const order = await due();
    await order.approve("personalization_review");
    await order.check({ [FRONT]: fileOf("first") });
    world.advance(60_000);
    await order.approve("personalization_review");
    expect(await order.check({ [FRONT]: fileOf("second") })).toEqual([]);
    expect(await order.check({ [FRONT]: fileOf("first") })).toEqual([[FRONT, "first"]]);
  });

  it("is kept by its keyed hash: a link may name the customer", async () => {
    const order = await due();
    await order.approve("personalization_review");
    await order.check({ [FRONT]: fileOf("seen") });
    const [kept] = await world.db.attention.findMany({ where: { submissionId: order.submissionId } });
    expect(kept?.detail).toEqual({ files: { [world.ctx.encryptor.hash(FRONT)]: { sha256: "seen", pixels: null } } });
  });
});

describe("without an approval of the files", () => {
  it.each<[string, AttentionCode | null, "facts" | { userId: string }]>([
    ["nobody approved anything", null, "facts"],
    ["the reason went away by itself", "personalization_review", "facts"],
    ["staff approved what shows no file", "payment_approval", { userId: "7" }],
  ])("no file was replaced: %s", async (_name, code, by) => {
    const order = await due();
    if (code) await order.approve(code, by);
    expect(await order.check({ [FRONT]: fileOf("one") })).toEqual([]);
    expect(await order.check({ [FRONT]: fileOf("other") })).toEqual([]);
  });
});
