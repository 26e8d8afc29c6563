import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readProductArtwork } from "./artwork-findings.ts";
import { removeMappings, type MappingInput } from "./mappings.ts";
import { saveValidMappings } from "./save-valid-mappings.ts";
import { readProductPage } from "./product-page.ts";
import { storeVariants } from "./variant-copy.ts";
import { UnavailableError } from "../ports/errors.ts";
import type { ShopCatalog } from "../ports/shop-catalog.ts";
import { readShop } from "../orders/core/shop-row.ts";
import { markNotPrinted } from "../orders/receive/not-printed.ts";
import { toStoredMapping, type ShownVariant } from "./stored-mapping.ts";
import { mapping, openCatalogWorld, product, variant } from "./world.testing.ts";
import type { SubmissionState } from "../orders/core/states.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());
beforeEach(() => {
  world.wokenOrders.length = 0;
  world.checkedLinks.length = 0;
});

const UNMAPPED: ShownVariant = { mapping: null, notPrinted: false };
type RequestOverrides = Partial<Parameters<typeof mapping>[0] & { saveAnyway: boolean; shown: ShownVariant }>;
const mappingRequest = ({ saveAnyway = false, shown = UNMAPPED, ...more }: RequestOverrides = {}) => ({
  ...mapping(more),
  ...{ saveAnyway, shown },
});
/** A variant that was shown with this mapping. */
const shownWith = (input: MappingInput): ShownVariant => ({ mapping: toStoredMapping(input), notPrinted: false });
const skus = async (shopId: ShopId) =>
  (await world.db.mapping.findMany({ where: { shopId }, orderBy: { variantGid: "asc" } })).map((row) => row.itemSku);

describe("saving", () => {
  it("requests the price of a new SKU, saves the mapping and wakes its held orders", async () => {
    const shop = await world.shop();
    const orderId = await shop.order();
    await world.hold(shop.id, orderId, { productGid: product(1), variantGid: variant(1) });
    await shop.order({ attentions: ["payment_pending"] });
    const { outcomes, rescheduledOrders } = await saveValidMappings(world.ctx, shop, [
      mappingRequest({ itemSku: " TEE-BLACK-M " }),
    ]);
    expect(outcomes).toMatchObject([
      { variantGid: variant(1), saved: true, problems: {}, priced: { price: { goods: "7.8", shipping: "4.49" } } },
    ]);
    expect(await skus(shop.id)).toEqual(["TEE-BLACK-M"]);
    expect([rescheduledOrders, world.wokenOrders]).toEqual([[orderId], [orderId]]);
  });

  it("wakes all orders held for products, and tells of those with an item of the saved products, each once", async () => {
    const shop = await world.shop();
    const [unrelated, both, unmatched] = [
      await shop.order(),
      await shop.order({ lines: [["Shirt", 1, false]] }),
      await shop.order({ lines: [["Shirt", 1, false]] }),
    ];
    await world.hold(shop.id, unrelated, { productGid: product(9), variantGid: variant(9) });
    await world.hold(shop.id, both, { productGid: product(1), variantGid: variant(1) });
    await world.db.orderLine.updateMany({ where: { orderId: unmatched }, data: { productGid: product(1) } });
    const { rescheduledOrders } = await saveValidMappings(world.ctx, shop, [mappingRequest()]);
    expect(rescheduledOrders.toSorted()).toEqual([both, unmatched].toSorted());
    expect(new Set(world.wokenOrders)).toEqual(new Set([unrelated, both, unmatched]));
  });

  it("updates every order with an item still to be sent, whatever holds it, and no other", async () => {
    const shop = await world.shop();
    const placed = async (state: SubmissionState, productGid: Gid<"Product">) => {
      const id = await shop.order({ submissions: [{ state }], attentions: ["awaiting_approval"] });
      await world.db.orderLine.updateMany({ where: { orderId: id }, data: { productGid } });
      return id;
    };
    const [approval, rejected] = [await placed("waiting", product(1)), await placed("rejected", product(1))];
    await placed("submitted", product(1));
    await placed("waiting", product(9));
    const { rescheduledOrders } = await saveValidMappings(world.ctx, shop, [mappingRequest()]);
    expect(rescheduledOrders.toSorted()).toEqual([approval, rejected].toSorted());
    expect(new Set(world.wokenOrders)).toEqual(new Set([approval, rejected]));
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
        outdated: null,
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
    let shown = UNMAPPED;
    const save = async (more: RequestOverrides) => {
      const request = mappingRequest({ saveAnyway: true, shown, ...more });
      const { outcomes } = await saveValidMappings(world.ctx, shop, [request]);
      if (outcomes[0]?.saved) shown = shownWith(request);
      return outcomes;
    };
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
    const [stored = expect.unreachable()] = first;
    const again = await saveValidMappings(world.ctx, shop, [
      mappingRequest({ artworkFront: link, note: "Fold it", shown: shownWith(stored) }),
    ]);
    expect(again.outcomes).toEqual([
      { variantGid: variant(1), saved: true, problems: {}, outdated: null, priced: null },
    ]);
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
    const row = (await readShop(world.ctx.sql, { id: shop.id })) ?? expect.unreachable();
    const { artworkFindings } = await readProductArtwork(world.ctx, row, product(1));
    expect(artworkFindings[variant(1)]).toMatchObject([
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
      mappingRequest({ variantGid: variant(2), itemSku: "ANY" }),
    ]);
    expect(unconnected.outcomes).toMatchObject([{ saved: true, priced: { status: "not_connected" } }]);
  });
});

describe("what somebody changed since staff saw the variant", () => {
  const save = (shop: Awaited<ReturnType<typeof world.shop>>, requests: ReturnType<typeof mappingRequest>[]) =>
    saveValidMappings(world.ctx, shop, requests);

  it("is not overwritten: the save tells how the variant is now, and saves the others", async () => {
    const shop = await world.shop();
    const theirs = mappingRequest({ itemSku: "MUG-11OZ" });
    await save(shop, [theirs]);
    const both = [mappingRequest({ note: "Mine" }), mappingRequest({ variantGid: variant(2) })];
    const { outcomes } = await save(shop, both);
    expect(outcomes).toMatchObject([
      { variantGid: variant(1), saved: false, outdated: shownWith(theirs) },
      { variantGid: variant(2), saved: true, outdated: null },
    ]);
    expect(await skus(shop.id)).toEqual(["MUG-11OZ", "TEE-BLACK-M"]);
    const [now = null] = outcomes.map(({ outdated }) => outdated);
    expect(await save(shop, [mappingRequest({ note: "Mine", shown: now ?? UNMAPPED })])).toMatchObject({
      outcomes: [{ saved: true }],
    });
    expect(await skus(shop.id)).toEqual(["TEE-BLACK-M", "TEE-BLACK-M"]);
  });

  it("stays removed, and stays marked as never printed", async () => {
    const shop = await world.shop();
    const first = mappingRequest();
    await save(shop, [first]);
    await removeMappings(world.ctx, shop.id, [variant(1)]);
    const removed = await save(shop, [mappingRequest({ note: "Mine", shown: shownWith(first) })]);
    expect(removed.outcomes).toMatchObject([{ saved: false, outdated: UNMAPPED }]);
    for (const variantGid of [variant(1), null]) {
      await markNotPrinted(world.ctx, shop.id, { productGid: product(1), variantGid });
      const marked = { mapping: null, notPrinted: true };
      expect((await save(shop, [mappingRequest()])).outcomes).toMatchObject([{ saved: false, outdated: marked }]);
      expect((await save(shop, [mappingRequest({ shown: marked })])).outcomes).toMatchObject([{ saved: true }]);
      await removeMappings(world.ctx, shop.id, [variant(1)]);
    }
  });

  it("is the same mapping: a save whose answer was lost is repeated", async () => {
    const shop = await world.shop();
    const request = mappingRequest({ requiredSides: ["front", "back"] });
    await save(shop, [request]);
    await world.db.mapping.updateMany({ where: { shopId: shop.id }, data: { requiredSides: ["back", "front"] } });
    expect((await save(shop, [request])).outcomes).toMatchObject([{ saved: true, outdated: null }]);
  });

  it.each([
    ["unmapped", false],
    ["mapped", true],
  ])(
    "of two saves from one preview of %s variants, one wins for each variant and the other is told",
    async (_, mapped) => {
      const shop = await world.shop();
      const numbers = Array.from({ length: 12 }, (_all, at) => at + 1);
      const before = numbers.map((number) => mappingRequest({ variantGid: variant(number), note: "Before" }));
      if (mapped) await save(shop, before);
      const from = (note: string, order: number[]) =>
        order.map((number) => {
          const shown = mapped ? shownWith(before[number - 1] ?? expect.unreachable()) : UNMAPPED;
          return mappingRequest({ variantGid: variant(number), note, shown });
        });
      const [one, other] = await Promise.all([
        save(shop, from("One", numbers)),
        save(shop, from("Other", numbers.toReversed())),
      ]);
      const rows = await world.db.mapping.findMany({ where: { shopId: shop.id } });
      for (const { variantGid, note } of rows) {
        const of = ({ outcomes }: typeof one) => outcomes.find((outcome) => outcome.variantGid === variantGid);
        const [winner, loser] = note === "One" ? [of(one), of(other)] : [of(other), of(one)];
        expect(winner).toMatchObject({ saved: true, outdated: null });
        expect(loser).toMatchObject({ saved: false, outdated: { mapping: { note } } });
      }
      expect(rows).toHaveLength(numbers.length);
    },
  );
});

describe("a variant that Shopify changed", () => {
  const read = async (shopId: ShopId, color: string, minutes: number) => {
    const shirt = {
      ...{ gid: variant(1), title: color, sku: null, price: "20", position: 1, requiresShipping: true },
      options: [{ name: "Color", value: color }],
      product: { gid: product(1), title: "Tee", status: "active" as const, giftCard: false },
    };
    const readAt = new Date(world.ctx.clock.now().getTime() + minutes * 60_000);
    await world.db.$transaction((tx) => storeVariants(tx, shopId, [shirt], readAt));
  };
  const shown = async (shop: Awaited<ReturnType<typeof world.shop>>): Promise<ShownVariant> => {
    const readProduct = () => Promise.reject(new UnavailableError("not asked here"));
    const catalog = { ...({} as ShopCatalog), readProduct };
    const page = await readProductPage({ db: world.db, catalog }, { ...shop, domain: "" }, product(1));
    const [{ mapping: before, notPrinted } = expect.unreachable()] = page?.variants ?? [];
    return { mapping: before, notPrinted };
  };

  it("stays to be reviewed after a save from a page that did not show the change", async () => {
    const shop = await world.shop();
    await read(shop.id, "Black", 1);
    await saveValidMappings(world.ctx, shop, [mappingRequest()]);
    const before = await shown(shop);
    await read(shop.id, "Navy", 2);
    const { outcomes } = await saveValidMappings(world.ctx, shop, [mappingRequest({ note: "Fold it", shown: before })]);
    expect(outcomes).toMatchObject([{ saved: true }]);
    expect(await world.db.mapping.findFirst({ where: { shopId: shop.id } })).toMatchObject({
      note: "Fold it",
      variantChange: "options",
      mappedTitle: "Black",
    });
    const after = await shown(shop);
    await saveValidMappings(world.ctx, shop, [mappingRequest({ itemSku: "MUG-11OZ", shown: after })]);
    expect(await world.db.mapping.findFirst({ where: { shopId: shop.id } })).toMatchObject({
      itemSku: "MUG-11OZ",
      variantChange: null,
      mappedTitle: "Navy",
    });
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
