import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readArtworkFindings } from "./artwork-findings.ts";
import { removeMappings } from "./mappings.ts";
import { saveValidMappings } from "./save-valid-mappings.ts";
import { mapping, openCatalogWorld, product, variant } from "./world.testing.ts";
import type { ShopId } from "../ports/ids.ts";

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());
beforeEach(() => {
  world.wokenOrders.length = 0;
  world.checkedLinks.length = 0;
});

type RequestOverrides = Partial<Parameters<typeof mapping>[0] & { saveAnyway: boolean }>;
const mappingRequest = ({ saveAnyway = false, ...more }: RequestOverrides = {}) => ({ ...mapping(more), saveAnyway });
const skus = async (shopId: ShopId) =>
  (await world.db.mapping.findMany({ where: { shopId }, orderBy: { variantGid: "asc" } })).map((row) => row.itemSku);

describe("saving", () => {
  it("requests the price of a new SKU, saves the mapping and wakes its held orders", async () => {
    const shop = await world.shop();
    const orderId = await shop.order({ attentions: ["unmapped_line"] });
    await shop.order({ attentions: ["payment_pending"] });
    const { outcomes, rescheduledOrders } = await saveValidMappings(world.ctx, shop, [
      mappingRequest({ itemSku: " TEE-BLACK-M " }),
    ]);
    expect(outcomes).toMatchObject([
      { variantGid: variant(1), saved: true, problems: {}, priced: { price: { goods: "7.8", shipping: "4.49" } } },
    ]);
    expect(await skus(shop.id)).toEqual(["TEE-BLACK-M"]);
    expect([rescheduledOrders, world.wokenOrders]).toEqual([1, [orderId]]);
  });

  it("rejects a wrong SKU and saves the others", async () => {
    const shop = await world.shop();
    const unknownSku = mappingRequest({ itemSku: "NOPE" });
    const { outcomes } = await saveValidMappings(world.ctx, shop, [
      unknownSku,
      mappingRequest({ variantGid: variant(2) }),
    ]);
    expect(outcomes).toMatchObject([
      {
        saved: false,
        problems: { itemSku: { kind: "sku_rejected", providerMessage: expect.stringContaining("NOPE") } },
      },
      { saved: true },
    ]);
    expect(await skus(shop.id)).toEqual(["TEE-BLACK-M"]);
    expect(await saveValidMappings(world.ctx, shop, [{ ...unknownSku, saveAnyway: true }])).toMatchObject({
      outcomes: [{ saved: true, problems: { itemSku: { kind: "sku_rejected" } } }],
    });
    expect(await skus(shop.id)).toEqual(["NOPE", "TEE-BLACK-M"]);
  });

  it("names the problem of each field, and sends no request for an invalid mapping", async () => {
    const shop = await world.shop();
    const before = world.priceRequests();
    const invalidRequest = mappingRequest({
      itemSku: " ",
      artworkFront: "front.png",
      artworkBack: "http://10.0.0.1/",
      note: "x".repeat(1001),
    });
    const { outcomes } = await saveValidMappings(world.ctx, shop, [{ ...invalidRequest, saveAnyway: true }]);
    expect(outcomes).toEqual([
      {
        variantGid: variant(1),
        saved: false,
        priced: null,
        problems: {
          itemSku: { kind: "missing" },
          artworkFront: { kind: "link", reason: "bad_link" },
          artworkBack: { kind: "link", reason: "private_address" },
          note: { kind: "too_long", max: 1000 },
        },
      },
    ]);
    expect([world.priceRequests() - before, world.checkedLinks]).toEqual([0, []]);
  });

  it("lets staff override links whose file is missing, also beside a wrong SKU, but none that can never work", async () => {
    const shop = await world.shop();
    const save = async (more: RequestOverrides) =>
      (await saveValidMappings(world.ctx, shop, [mappingRequest({ saveAnyway: true, ...more })])).outcomes;
    const front = (reason: string) => ({ artworkFront: { kind: "link", reason } });
    const gone = "https://art.example/gone.png";
    expect(await save({ artworkFront: gone, saveAnyway: false })).toMatchObject([
      { saved: false, problems: front("status") },
    ]);
    expect(await save({ artworkFront: gone, itemSku: "NOPE" })).toMatchObject([
      { saved: true, problems: { ...front("status"), itemSku: { kind: "sku_rejected" } } },
    ]);
    expect(await save({ artworkFront: "https://art.example/late.png" })).toMatchObject([
      { saved: true, problems: front("timeout") },
    ]);
    expect(await save({ artworkFront: "http://10.0.0.1/a.png" })).toMatchObject([
      { saved: false, problems: front("private_address") },
    ]);
  });

  it("suggests the spelling of a SKU that the print service knows", async () => {
    const shop = await world.shop();
    const suggested = async (itemSku: string) =>
      (await saveValidMappings(world.ctx, shop, [mappingRequest({ itemSku })])).outcomes[0]?.problems.itemSku;
    expect(await suggested("tee-black-M")).toMatchObject({ kind: "sku_rejected", suggestion: "TEE-BLACK-M" });
    expect(await suggested("nope")).toMatchObject({ kind: "sku_rejected", suggestion: null });
  });

  it("checks a link once, and skips unchanged links and SKUs", async () => {
    const shop = await world.shop();
    const link = "https://art.example/late.png";
    const first = [1, 2].map((number) =>
      mappingRequest({ variantGid: variant(number), artworkFront: link, saveAnyway: true }),
    );
    await saveValidMappings(world.ctx, shop, first);
    expect(world.checkedLinks).toEqual([link]);
    const again = await saveValidMappings(world.ctx, shop, [mappingRequest({ artworkFront: link, note: "Fold it" })]);
    expect(again.outcomes).toEqual([{ variantGid: variant(1), saved: true, problems: {}, priced: null }]);
    expect(world.checkedLinks).toEqual([link]);
  });

  it("saves artwork that may print badly, and keeps the warnings of each side", async () => {
    const shop = await world.shop();
    const artwork = {
      artworkFront: "https://art.example/cmyk.jpg",
      artworkBack: "https://art.example/a.png?se=2026-12-01",
    };
    const { outcomes } = await saveValidMappings(world.ctx, shop, [mappingRequest(artwork)]);
    expect(outcomes).toMatchObject([{ saved: true, problems: {} }]);
    const findings = await readArtworkFindings(world.ctx, shop.id, product(1));
    expect(findings[variant(1)]).toMatchObject([
      { side: "front", newFile: null, problem: null, warnings: [{ code: "cmyk" }, { code: "no_transparency" }] },
      { side: "back", warnings: [{ code: "expiring_link", endsAt: "2026-12-01T00:00:00.000Z" }] },
    ]);
  });

  it("saves while the print service does not respond, and reports the SKU as unchecked", async () => {
    const shop = await world.shop();
    world.service.addFault({ effect: "server_error", endpoint: "test_price" });
    const { outcomes } = await saveValidMappings(world.ctx, shop, [mappingRequest({ itemSku: "MUG-11OZ" })]);
    expect(outcomes).toMatchObject([{ saved: true, priced: { status: "unavailable" } }]);
    const unconnected = await saveValidMappings(world.ctx, { ...shop, printAccountId: null }, [
      mappingRequest({ itemSku: "ANY" }),
    ]);
    expect(unconnected.outcomes).toMatchObject([{ saved: true, priced: { status: "not_connected" } }]);
  });
});

describe("a shop's mappings", () => {
  it("cannot be written or removed by another shop", async () => {
    const [one, other] = [await world.shop(), await world.shop()];
    const productGid = product(7);
    await saveValidMappings(world.ctx, one, [mappingRequest({ productGid })]);
    await saveValidMappings(world.ctx, other, [mappingRequest({ productGid, itemSku: "MUG-11OZ" })]);
    expect(await removeMappings(world.ctx, other.id, [variant(1)])).toBe(1);
    expect(await removeMappings(world.ctx, other.id, [variant(1)])).toBe(0);
    expect([await skus(one.id), await skus(other.id)]).toEqual([["TEE-BLACK-M"], []]);
  });
});
