import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { NO_RECIPIENT, syncedItem, syncedOrder } from "../../../tests/support/provider-orders.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import type { SyncedRecipient } from "../../ports/print-service.ts";
import { encryptPayload, decryptProviderOrder, differingFields } from "../core/provider-order.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { applyProviderOrder } from "./apply-provider-order.ts";
import { gidOf } from "../../ports/gid.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());
const { db, ctx } = world;

const LINE = { gid: gidOf("LineItem", "1"), sku: "MUG", quantity: 1 };
const SENT: SyncedRecipient = {
  ...NO_RECIPIENT,
  name: "Ada Example",
  address1: "1 Sample Street",
  address2: "Apt. 4",
  city: "Springfield",
  provinceCode: "IL",
  countryCode: "US",
};

/** A sent order to SENT. */
async function sent() {
  const { order, submission } = await world.order([LINE]);
  const payload: PrintOrder = { ...SENT, zip: "62701", reference: submission.reference, method: null, items: [] };
  await db.submission.update({ where: { id: submission.id }, data: encryptPayload(ctx, submission.id, payload) });
  const shows = (over: Partial<SyncedRecipient>, storeName: string | null = null) =>
    applyProviderOrder(ctx, {
      submissionId: submission.id,
      reportedBy: "detail",
      synced: syncedOrder({
        reference: submission.reference,
        storeName,
        recipient: { ...SENT, ...over },
        items: [syncedItem({ itemSku: LINE.sku, mockup: "https://art.test/mockup.png" })],
      }),
    });
  const stored = () => db.submission.findUniqueOrThrow({ where: { id: submission.id } });
  return { order, submission, shows, stored };
}

describe("the address at the print service", () => {
  it("is the one that was sent, whatever its case, blanks and punctuation", async () => {
    const { submission, shows } = await sent();
    await shows({ name: "ADA  EXAMPLE", address1: "1, Sample Street.", address2: "APT 4" });
    await shows({ address2: "", city: "" });
    expect(await world.openAttentions(submission.id)).toEqual([]);
  });

  it("is not told by what the service masks", async () => {
    const { submission, shows } = await sent();
    await shows({ name: "A*** E***", address1: "1 S***" });
    expect(await world.openAttentions(submission.id)).toEqual([]);
  });

  it("raises attention where the label would show another one, until staff resolved it", async () => {
    const { submission, shows } = await sent();
    await shows({ address1: "2 Sample Street", city: "Shelbyville" });
    expect(await world.openAttentions(submission.id)).toEqual(["address_differs"]);
    const [row] = await db.attention.findMany({ where: { submissionId: submission.id } });
    expect(row?.detail).toEqual({ differing: ["address1", "city"] });
    expect(JSON.stringify(await db.attention.findMany())).not.toContain("Sample");
    await db.attention.updateMany({ data: { clearedAt: ctx.clock.now(), clearedBy: "person" } });
    await shows({ address1: "2 Sample Street", city: "Shelbyville" });
    expect(await world.openAttentions(submission.id)).toEqual([]);
    await shows({ address1: "3 Sample Street" });
    expect(await world.openAttentions(submission.id)).toEqual(["address_differs"]);
  });

  it("says nothing once the parcel is on its way, or where the content sent was erased", async () => {
    const shipped = await sent();
    await db.submission.update({ where: { id: shipped.submission.id }, data: { state: "shipped" } });
    await shipped.shows({ city: "Elsewhere" });
    const erased = await sent();
    await db.submission.update({ where: { id: erased.submission.id }, data: { payloadEncrypted: null } });
    await erased.shows({ city: "Elsewhere" });
    for (const { submission } of [shipped, erased]) expect(await world.openAttentions(submission.id)).toEqual([]);
  });

  it("differs in no field of its own, and in every field whose letters or digits differ", () => {
    const text = fc.string({ minLength: 1, maxLength: 12 }).filter((one) => !one.includes("*"));
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(differingFields({ ...SENT, city: one }, { ...SENT, city: one })).toEqual([]);
        const letters = (value: string) =>
          value
            .normalize("NFKD")
            .replace(/[^\p{L}\p{N}]/gu, "")
            .toLowerCase();
        const differs = letters(other) !== "" && letters(one) !== letters(other);
        expect(differingFields({ ...SENT, city: one }, { ...SENT, city: other })).toEqual(differs ? ["city"] : []);
      }),
    );
  });
});

describe("what the print service shows of an order", () => {
  it("is kept encrypted, and written again only when it changed", async () => {
    const { shows, stored } = await sent();
    await shows({}, "My store");
    const first = await stored();
    expect(decryptProviderOrder(ctx, first)).toMatchObject({
      storeName: "My store",
      recipient: SENT,
      items: [{ mockup: "https://art.test/mockup.png" }],
    });
    await shows({}, "My store");
    expect((await stored()).providerOrderEncrypted).toEqual(first.providerOrderEncrypted);
    await shows({}, "Renamed store");
    expect(decryptProviderOrder(ctx, await stored())?.storeName).toBe("Renamed store");
  });

  it("is not kept of an order whose personal data was erased", async () => {
    const { order, shows, stored } = await sent();
    await db.order.update({ where: { id: order.id }, data: { redactedAt: ctx.clock.now() } });
    await shows({});
    expect((await stored()).providerOrderEncrypted).toBeNull();
  });
});
