import { mapVariants } from "../../../app/catalog/map-variants.testing.ts";
import { templateText } from "../content/note-template.ts";
import type { Mapping } from "../content/line-content.ts";
import { beginChange, startTimeline } from "../content/timeline.ts";
import type { FaultEnvironment } from "../environment/environment.ts";
import { GOODS, type Goods } from "../schedule/plan.ts";
import { retryUntilDone } from "./retry-until-done.ts";
import type { SimulatedShop } from "./simulation.ts";
import { gidOf } from "../../../app/ports/gid.ts";

const ARTWORK = "https://cdn.shopify.com/artwork/";

/** What each of the goods prints as once it is mapped; null: not ours. */
export const PRINTS_AS: Readonly<Record<Goods, string | null>> = {
  shirt: "TEE-BLACK-M",
  poster: "TEE-BLACK-L",
  mug: "MUG-11OZ",
  // The same SKU as the shirt, with another artwork.
  twin: "TEE-BLACK-M",
  limited: "POSTER-A3",
  lamp: null,
  unmapped: "TOTE-NATURAL",
  late: "HOODIE-GREY-M",
};

const MAPPED_FROM_THE_START: readonly Goods[] = ["shirt", "poster", "mug", "twin", "limited"];

/** What a merchant maps the goods to, each time with other artwork. */
function mappingOf({ domain }: SimulatedShop, goods: Goods, version: number): Mapping {
  const note = goods === "mug" ? "Handle on the left" : "";
  const named = goods === "poster" ? [{ before: "Poster for ", property: "Name on the back" }] : null;
  return {
    itemSku: PRINTS_AS[goods] ?? "",
    artworkFront: `${ARTWORK}${domain.split(".")[0]}-${goods}-${version}.png`,
    note: named ?? note,
  };
}

export const noMappings = (at: Date): SimulatedShop["mappings"] =>
  Object.fromEntries(
    GOODS.map((goods) => [goods, startTimeline<Mapping | null>(null, at)]),
  ) as SimulatedShop["mappings"];

/** The merchant maps what is mapped from the start. */
export async function mapGoods(environment: FaultEnvironment, shop: SimulatedShop): Promise<void> {
  for (const goods of MAPPED_FROM_THE_START) await remap(environment, shop, goods);
}

/** The merchant maps the goods again, trying until that is done. @throws Error when it never is */
export async function remap(environment: FaultEnvironment, shop: SimulatedShop, goods: Goods): Promise<void> {
  const product = environment.shopify
    .shop(shop.domain)
    .products.find(({ variants }) => variants.some(({ id }) => id === shop.goods[goods]));
  if (!product) throw new Error(`${shop.domain} has no ${goods}`);
  const { ctx } = environment.services.core;
  const timeline = shop.mappings[goods];
  const mapping = mappingOf(shop, goods, timeline.length);
  const finish = beginChange(timeline, mapping, environment.clock.now());
  const input = {
    productGid: gidOf("Product", product.id),
    variantGid: gidOf("ProductVariant", shop.goods[goods]),
    itemSku: mapping.itemSku,
    artworkFront: mapping.artworkFront,
    artworkBack: "",
    mockup: "",
    artworkSides: {},
    note: typeof mapping.note === "string" ? mapping.note : templateText(mapping.note),
    requiredSides: ["front" as const],
  };
  await retryUntilDone(`${goods} is mapped`, async () => {
    if (shop.uninstalledForGood) return;
    const { id } = await ctx.db.shop.findUniqueOrThrow({ where: { domain: shop.domain }, select: { id: true } });
    await mapVariants(ctx, id, [input]);
  });
  finish(environment.clock.now());
}
