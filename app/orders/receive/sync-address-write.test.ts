import type { ShopifyWriteOutcome } from "../../../prisma/client/client.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../tests/support/ids.ts";
import { address, snapshot } from "../../../tests/support/order-fixtures.ts";
import { decideOn } from "../core/decide-rows.testing.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { addressIn } from "../compose/changed-values.ts";
import { openShop } from "./open-shop.testing.ts";
import { isSavedInShopify, syncAddressWrite } from "./sync-address-write.ts";

const ELM = address({ address1: "20 Elm Street" });
const elmOrder = snapshot({ shippingAddress: ELM });
const values = { address: addressIn(elmOrder) ?? expect.unreachable(), email: "ada@shop.example" };

describe("a correction", () => {
  it("is in Shopify once Shopify shows each value that staff entered", () => {
    expect(isSavedInShopify(elmOrder, values)).toBe(true);
    expect(isSavedInShopify(snapshot(), values)).toBe(false);
    expect(isSavedInShopify({ ...elmOrder, email: "other@shop.example" }, values)).toBe(false);
  });

  it("of something that Shopify does not store with the order is there at once", () => {
    expect(isSavedInShopify(snapshot(), { method: 2, quantity: 3 })).toBe(true);
  });
});

describe("an address that staff wants in Shopify, too", () => {
  let world: Awaited<ReturnType<typeof openOrdersWorld>>;
  beforeAll(async () => void (world = await openOrdersWorld()));
  afterAll(() => world.close());

  /** A write of so long ago with this outcome, then a read of the order. */
  async function after(addressWrite: ShopifyWriteOutcome, agoMs: number, shown = snapshot()) {
    const shop = await openShop(world);
    await shop.receive();
    const order = (await shop.orderRow()) ?? expect.unreachable();
    const now = world.ctx.clock.now();
    const addressWriteAt = new Date(now.getTime() - agoMs);
    const row = await world.db.orderChange.create({
      data: { id: newId(), orderId: order.id, fields: [], basis: {}, addressWrite, addressWriteAt, createdAt: now },
    });
    const sync = async (of = shown) => {
      await decideOn(world, order.id, (rows) => {
        const known = rows.changes.find(({ id }) => id === row.id) ?? expect.unreachable();
        syncAddressWrite(rows, shop.ctx, { row: known, values, erased: false, sentBefore: 0 }, of);
      });
      const { addressWrite: outcome } = await world.db.orderChange.findUniqueOrThrow({ where: { id: row.id } });
      return { outcome, codes: await shop.openCodes() };
    };
    return { first: await sync(), sync };
  }
  const claimMs = () => world.ctx.policy.claimTtlMs;

  it("is done once Shopify shows the address, whatever was known of the write", async () => {
    const { first } = await after("uncertain", 0, elmOrder);
    expect(first).toEqual({ outcome: "done", codes: [] });
  });

  it("is waited for while another process may still be writing", async () => {
    const { first } = await after("claimed", claimMs() - 1);
    expect(first).toEqual({ outcome: "claimed", codes: [] });
  });

  it("is a question to staff once that process has ended without an answer, until Shopify shows the address", async () => {
    const { first, sync } = await after("claimed", claimMs());
    expect(first).toEqual({ outcome: "uncertain", codes: ["address_not_saved"] });
    expect(await sync(elmOrder)).toEqual({ outcome: "done", codes: [] });
  });

  it("that was saved once is left alone when the customer moves again", async () => {
    const { first } = await after("done", claimMs());
    expect(first).toEqual({ outcome: "done", codes: [] });
  });
});
