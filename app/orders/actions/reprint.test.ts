import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { address, line, mapping } from "../../../tests/support/order-fixtures.ts";
import { newId } from "../../../tests/support/ids.ts";
import type { Gid } from "../../ports/gid.ts";
import type { LineSnapshot, OrderSnapshot } from "../../ports/order-model.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { openShop, type OpenShop } from "../receive/open-shop.testing.ts";
import { submit } from "../submit/try-submit.testing.ts";
import { previewReprint, requestReprint, type ReprintRequest } from "./reprint.ts";
import { withdrawReprint } from "./submission-actions.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

/** A shop with one order that was sent to print. */
async function sentOrder(over: Partial<OrderSnapshot> = {}, settings: Partial<ShopSettings> = {}) {
  const shop = await openShop(world, settings);
  const current = { snapshot: shop.paid({ lines: [line({ quantity: 2, remaining: 2 })], ...over }) };
  shop.shopify.read = () => Promise.resolve(current.snapshot);
  await shop.receive(current.snapshot);
  await world.db.submission.updateMany({
    where: { shopId: shop.shop.id },
    data: { state: "shipped", sentAt: world.ctx.clock.now(), printAccountId: shop.account.id },
  });
  const ref = { shopId: shop.shop.id, shopifyGid: current.snapshot.gid as Gid<"Order">, userId: "7" };
  return { ...shop, current, ref };
}
type SentOrder = Awaited<ReturnType<typeof sentOrder>>;

async function choose({ orderLines }: OpenShop, quantity = 1): Promise<ReprintRequest["lines"]> {
  return (await orderLines()).map(({ id }) => ({ lineId: id, quantity }));
}

async function preview(shop: SentOrder, lines: ReprintRequest["lines"]) {
  const answer = await previewReprint(shop.ctx, shop.ref, lines);
  if (answer.result !== "done") throw new Error(answer.result);
  return answer.preview;
}

async function requestFor(shop: SentOrder, over: Partial<ReprintRequest> = {}): Promise<ReprintRequest> {
  const lines = over.lines ?? (await choose(shop));
  const seen = await preview(shop, lines);
  return { request: randomUUID(), lines, reason: "damaged", preview: seen.hash, reprintAgain: false, ...over };
}

const reprints = async ({ submissions }: OpenShop) => (await submissions()).filter(({ kind }) => kind === "reprint");

describe("a reprint", () => {
  it("has the chosen lines and quantities, and is sent as the preview showed it", async () => {
    const shop = await sentOrder();
    const lines = await choose(shop);
    const { payload } = await preview(shop, lines);
    expect(await requestReprint(shop.ctx, shop.ref, await requestFor(shop))).toMatchObject({ result: "done" });
    const [made] = await reprints(shop);
    expect(made).toMatchObject({ state: "waiting", reprintReason: "damaged", lines: [{ quantity: 1 }] });
    await submit(shop.ctx, made?.id ?? newId());
    await submit(shop.ctx, made?.id ?? newId());
    expect(shop.printService.created.map(({ order }) => order)).toEqual([{ ...payload, reference: made?.reference }]);
    expect((await reprints(shop))[0]).toMatchObject({ state: "submitted" });
  });

  it("is one for one request, also for the same request many times at once", async () => {
    const shop = await sentOrder();
    const request = await requestFor(shop);
    const answers = await Promise.all(Array.from({ length: 8 }, () => requestReprint(shop.ctx, shop.ref, request)));
    const [made, ...more] = await reprints(shop);
    expect(more).toEqual([]);
    expect(answers).toEqual(answers.map(() => ({ result: "done", submissionId: made?.id })));
    // Also when the order can no longer be reprinted.
    shop.current.snapshot = { ...shop.current.snapshot, cancelledAt: new Date() };
    expect(await requestReprint(shop.ctx, shop.ref, request)).toEqual({ result: "done", submissionId: made?.id });
  });

  it("of two dialogs at once is one, unless the second person says so", async () => {
    const shop = await sentOrder();
    const requests = [await requestFor(shop), await requestFor(shop)];
    const answers = await Promise.all(requests.map((one) => requestReprint(shop.ctx, shop.ref, one)));
    expect(answers.map(({ result }) => result).sort()).toEqual(["again", "done"]);
    const [made] = await reprints(shop);
    expect((await preview(shop, await choose(shop))).earlier).toEqual([made?.reference]);
    const again = await requestFor(shop, { reprintAgain: true });
    expect(await requestReprint(shop.ctx, shop.ref, again)).toMatchObject({ result: "done" });
    expect(await reprints(shop)).toHaveLength(2);
  });

  it("of another order's request, of another shop, or of lines that were not sent is refused", async () => {
    const [shop, other] = [await sentOrder(), await sentOrder()];
    const request = await requestFor(shop);
    await requestReprint(shop.ctx, shop.ref, request);
    expect(
      await requestReprint(other.ctx, other.ref, { ...(await requestFor(other)), request: request.request }),
    ).toEqual({ result: "invalid_state" });
    expect(await requestReprint(shop.ctx, { ...shop.ref, shopId: newId() }, await requestFor(shop))).toEqual({
      result: "not_found",
    });
    for (const lines of [[], await choose(shop, 3), await choose(shop, 0), await choose(other)])
      expect(await previewReprint(shop.ctx, shop.ref, lines)).toEqual({ result: "invalid_state" });
    await world.db.submission.updateMany({ where: { shopId: other.shop.id }, data: { state: "uncertain" } });
    expect(await previewReprint(other.ctx, other.ref, await choose(other))).toEqual({ result: "invalid_state" });
  });

  it("of what staff did not see is refused: content, address and reasons count", async () => {
    const shop = await sentOrder();
    const request = await requestFor(shop);
    shop.current.snapshot = { ...shop.current.snapshot, shippingAddress: address({ address1: "2 Other Street" }) };
    expect(await requestReprint(shop.ctx, shop.ref, request)).toEqual({ result: "changed" });
    shop.current.snapshot = { ...shop.current.snapshot, shippingAddress: address(), risk: "high" };
    expect(await requestReprint(shop.ctx, shop.ref, request)).toEqual({ result: "changed" });
    shop.current.snapshot = { ...shop.current.snapshot, shippingAddress: null };
    const blocked = await preview(shop, request.lines);
    expect(blocked.payload).toBeNull();
    expect(blocked.holds).toContainEqual({ code: "address_missing", subject: "", answered: false });
    expect(await requestReprint(shop.ctx, shop.ref, { ...request, preview: blocked.hash })).toEqual({
      result: "blocked",
    });
    expect(await reprints(shop)).toEqual([]);
  });

  it("needs no second review of what the preview showed, but of what changes later", async () => {
    const personalized = (value: string): LineSnapshot =>
      line({ properties: [{ name: "Name", value }], quantity: 2, remaining: 2 });
    const settings = { personalizationProperties: ["Name"], noteTemplate: "{Name}" };
    const shop = await sentOrder({ lines: [personalized("ANNA")], risk: "high" }, settings);
    const { payload, holds } = await preview(shop, await choose(shop));
    expect(payload?.items.map(({ note }) => note)).toEqual(["ANNA"]);
    expect(holds.map(({ code, answered }) => [code, answered])).toEqual([
      ["risk_high", true],
      ["personalization_review", true],
    ]);
    await requestReprint(shop.ctx, shop.ref, await requestFor(shop));
    await shop.receive(shop.current.snapshot);
    expect((await reprints(shop))[0]).toMatchObject({ state: "ready" });
    const { updatedAt } = shop.current.snapshot;
    await shop.receive({
      ...shop.current.snapshot,
      lines: [personalized("EVE")],
      updatedAt: new Date(updatedAt.getTime() + 60_000),
    });
    expect((await reprints(shop))[0]).toMatchObject({ state: "waiting" });
    const [made] = await reprints(shop);
    const open = await world.db.attention.findMany({ where: { submissionId: made?.id ?? newId(), clearedAt: null } });
    expect(open.map(({ code }) => code)).toEqual(["personalization_review"]);
  });

  it("ends with the order in Shopify, not with a refund, a fulfillment or a margin; staff can cancel it before sending", async () => {
    const shop = await sentOrder({}, { minimumMarginPercent: 90 });
    await requestReprint(shop.ctx, shop.ref, await requestFor(shop));
    const later = (minutes: number) => new Date(shop.current.snapshot.updatedAt.getTime() + minutes * 60_000);
    const refunded = { financialStatus: "refunded", lines: [line({ quantity: 0, remaining: 0 })] };
    await shop.receive({ ...shop.current.snapshot, ...refunded, updatedAt: later(1) });
    const [made] = await reprints(shop);
    expect(made).toMatchObject({ state: "ready", lines: [{ quantity: 1 }] });
    await shop.receive({ ...shop.current.snapshot, cancelledAt: later(2), updatedAt: later(2) });
    expect((await reprints(shop))[0]).toMatchObject({ state: "cancelled" });

    const other = await sentOrder();
    await requestReprint(other.ctx, other.ref, await requestFor(other));
    const [waiting] = await reprints(other);
    const submission = { shopId: other.shop.id, submissionId: waiting?.id ?? newId(), userId: "7" };
    expect(await withdrawReprint(other.ctx, submission)).toBe("done");
    expect((await reprints(other))[0]).toMatchObject({ state: "cancelled" });
    // Canceled: it is no earlier reprint.
    expect((await preview(other, await choose(other))).earlier).toEqual([]);
  });

  it("says on the history who asked, why, and that it was asked again", async () => {
    const shop = await sentOrder();
    await requestReprint(shop.ctx, shop.ref, await requestFor(shop, { reason: "lost" }));
    const row = await world.db.history.findFirst({
      where: { shopId: shop.shop.id, code: "submission.reprint_requested" },
    });
    expect(row).toMatchObject({ actor: "person", data: { reason: "lost", user: "7", again: false } });
  });

  it("prints as the variant is mapped now, and is held where it no longer is", async () => {
    const shop = await sentOrder();
    await world.db.mapping.updateMany({ where: { shopId: shop.shop.id }, data: { itemSku: "TEE-NEW" } });
    expect((await preview(shop, await choose(shop))).payload?.items).toMatchObject([{ itemSku: "TEE-NEW" }]);
    await requestReprint(shop.ctx, shop.ref, await requestFor(shop));
    await world.db.mapping.deleteMany({ where: { shopId: shop.shop.id, variantGid: mapping().variantGid } });
    await shop.receive(shop.current.snapshot);
    expect((await reprints(shop))[0]).toMatchObject({ state: "waiting", payloadHash: null });
    expect(await shop.openCodes()).toEqual(["mapping_removed"]);
  });
});
