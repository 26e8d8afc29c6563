import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { removeMapping } from "./mappings.ts";
import { saveChecked } from "./save-valid-mappings.ts";
import { mapping, openCatalogWorld, product, variant } from "./world.testing.ts";

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());
beforeEach(() => {
  world.woken.length = 0;
  world.looked.length = 0;
});

type Wanted = Partial<Parameters<typeof mapping>[0] & { anyway: boolean }>;
const wanted = ({ anyway = false, ...more }: Wanted = {}) => ({ ...mapping(more), anyway });
const skus = async (shopId: string) =>
  (await world.db.mapping.findMany({ where: { shopId }, orderBy: { variantGid: "asc" } })).map((row) => row.itemSku);

describe("saving", () => {
  it("asks the price of a new SKU, keeps the mapping, and wakes the orders that waited for it", async () => {
    const shop = await world.shop();
    const orderId = await shop.order({ open: ["unmapped_line"] });
    await shop.order({ open: ["payment_pending"] });
    const { outcomes, woken } = await saveChecked(world.ctx, shop, [wanted({ itemSku: " TEE-BLACK-M " })]);
    expect(outcomes).toMatchObject([
      { variantGid: variant(1), saved: true, problems: {}, priced: { price: { goods: "7.8", shipping: "4.49" } } },
    ]);
    expect(await skus(shop.id)).toEqual(["TEE-BLACK-M"]);
    expect([woken, world.woken]).toEqual([1, [orderId]]);
  });

  it("keeps a wrong SKU from being saved, and no other with it", async () => {
    const shop = await world.shop();
    const wrong = wanted({ itemSku: "NOPE" });
    const { outcomes } = await saveChecked(world.ctx, shop, [wrong, wanted({ variantGid: variant(2) })]);
    expect(outcomes).toMatchObject([
      { saved: false, problems: { itemSku: { kind: "sku_refused", words: expect.stringContaining("NOPE") } } },
      { saved: true },
    ]);
    expect(await skus(shop.id)).toEqual(["TEE-BLACK-M"]);
    expect(await saveChecked(world.ctx, shop, [{ ...wrong, anyway: true }])).toMatchObject({
      outcomes: [{ saved: true, problems: { itemSku: { kind: "sku_refused" } } }],
    });
    expect(await skus(shop.id)).toEqual(["NOPE", "TEE-BLACK-M"]);
  });

  it("says what is wrong with each field, and asks nobody about such a mapping", async () => {
    const shop = await world.shop();
    const before = world.asked();
    const typed = wanted({
      itemSku: " ",
      artworkFront: "front.png",
      artworkBack: "http://10.0.0.1/",
      note: "x".repeat(1001),
    });
    const { outcomes } = await saveChecked(world.ctx, shop, [{ ...typed, anyway: true }]);
    expect(outcomes).toEqual([
      {
        variantGid: variant(1),
        saved: false,
        priced: null,
        problems: {
          itemSku: { kind: "missing" },
          artworkFront: { kind: "link", reason: "bad_link", temporary: false },
          artworkBack: { kind: "link", reason: "private_address", temporary: false },
          note: { kind: "too_long", most: 1000 },
        },
      },
    ]);
    expect([world.asked() - before, world.looked]).toEqual([0, []]);
  });

  it("lets a person overrule a link that is late, but not one that is gone", async () => {
    const shop = await world.shop();
    const save = async (artworkFront: string) =>
      (await saveChecked(world.ctx, shop, [wanted({ artworkFront, anyway: true })])).outcomes;
    const problem = (reason: string, temporary: boolean) => ({ artworkFront: { kind: "link", reason, temporary } });
    expect(await save("https://art.example/gone.png")).toMatchObject([
      { saved: false, problems: problem("status", false) },
    ]);
    expect(await save("https://art.example/late.png")).toMatchObject([
      { saved: true, problems: problem("timeout", true) },
    ]);
  });

  it("looks at a link once, and neither at links nor at a SKU that are as they were", async () => {
    const shop = await world.shop();
    const link = "https://art.example/late.png";
    const first = [1, 2].map((number) => wanted({ variantGid: variant(number), artworkFront: link, anyway: true }));
    await saveChecked(world.ctx, shop, first);
    expect(world.looked).toEqual([link]);
    const again = await saveChecked(world.ctx, shop, [wanted({ artworkFront: link, note: "Fold it" })]);
    expect(again.outcomes).toEqual([{ variantGid: variant(1), saved: true, problems: {}, priced: null }]);
    expect(world.looked).toEqual([link]);
  });

  it("goes on where the print service does not answer, and says that the SKU was not checked", async () => {
    const shop = await world.shop();
    world.service.addFault({ effect: "server_error", endpoint: "test_price" });
    const { outcomes } = await saveChecked(world.ctx, shop, [wanted({ itemSku: "MUG-11OZ" })]);
    expect(outcomes).toMatchObject([{ saved: true, priced: { status: "unavailable" } }]);
    const unconnected = await saveChecked(world.ctx, { ...shop, printAccountId: null }, [wanted({ itemSku: "ANY" })]);
    expect(unconnected.outcomes).toMatchObject([{ saved: true, priced: { status: "not_connected" } }]);
  });
});

describe("one shop's mappings", () => {
  it("are not another's, to write or to remove", async () => {
    const [one, other] = [await world.shop(), await world.shop()];
    const productGid = product(7);
    await saveChecked(world.ctx, one, [wanted({ productGid })]);
    await saveChecked(world.ctx, other, [wanted({ productGid, itemSku: "MUG-11OZ" })]);
    expect(await removeMapping(world.ctx, other.id, variant(1))).toBe(true);
    expect(await removeMapping(world.ctx, other.id, variant(1))).toBe(false);
    expect([await skus(one.id), await skus(other.id)]).toEqual([["TEE-BLACK-M"], []]);
  });
});
