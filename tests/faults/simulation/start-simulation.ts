import { PLAIN_LISTING } from "../../../sandbox/print-service/index.ts";
import type { Plant } from "../environment/environment.ts";
import type { Goods, Schedule, ShopPlan } from "../schedule/plan.ts";
import type { Scene, SceneShop } from "./simulation.ts";

const ARTWORK = "https://cdn.shopify.com/artwork/";
/** What each of the goods prints as; null: not ours. */
export const PRINTS_AS: Readonly<Record<Goods, string | null>> = {
  shirt: "TEE-BLACK-M",
  poster: "TEE-BLACK-L",
  mug: "MUG-11OZ",
  // The same SKU as the shirt, with another artwork.
  twin: "TEE-BLACK-M",
  limited: "POSTER-A3",
  lamp: null,
  unmapped: "NOT-MAPPED",
};

/** Opens a seed's shops on the plant. `firstAccount`: the plant's print accounts below that are taken by earlier seeds. */
export async function openScene(plant: Plant, schedule: Schedule, firstAccount: number): Promise<Scene> {
  const shops: SceneShop[] = [];
  for (const plan of schedule.shops) shops.push(await openShop(plant, schedule.seed, plan, firstAccount));
  const { press, shopify } = plant;
  press.changeListing({ ...PLAIN_LISTING, ...schedule.lasting.listing });
  return {
    plant,
    schedule,
    shops,
    orders: new Map(),
    forged: [],
    unreadable: [],
    stopped: new Set(),
    since: {
      made: press.remembers.orders.length,
      creates: press.remembers.creates.length,
      events: press.remembers.deliveries.length,
      hooks: shopify.webhooks.deliveries.length,
      mails: shopify.notifications.length,
      log: plant.logs().length,
    },
    running: new Set(),
    broken: [],
  };
}

async function openShop(plant: Plant, seed: number, plan: ShopPlan, firstAccount: number): Promise<SceneShop> {
  const domain = `seed${seed}-${plan.name}.myshopify.com`;
  const settings = { editWindowMinutes: plan.editWindowMinutes, notifyCustomer: plan.notifyCustomer };
  const { account, goods } = await plant.addShop(domain, { account: firstAccount + plan.account, settings });
  const [shirt, poster, mug] = goods.printed;
  if (!shirt || !poster || !mug) throw new Error(`${domain} has not all of its goods`);
  plant.shopify.shop(domain).locations.push({ ...second, id: plant.shopify.core.world.nextId() });
  const more = plant.shopify.addProduct(domain, {
    title: "Twin tee",
    vendor: "Press",
    variants: [
      { title: "Night", sku: "TW-N", price: "25.00" },
      { title: "Day", sku: "TW-D", price: "25.00" },
    ],
  });
  const [twin, unmapped] = more.variants.map((variant) => variant.id);
  if (!twin || !unmapped) throw new Error(`${domain} has no twins`);
  await map(plant, domain, more.id, { variantId: twin, itemSku: PRINTS_AS.twin, artwork: "twin.png" });
  const run = plant.shopify.addProduct(domain, { title: "Limited run", vendor: "Press", variants: [{ sku: "LTD" }] });
  const limited = run.variants[0]?.id ?? "";
  await map(plant, domain, run.id, { variantId: limited, itemSku: PRINTS_AS.limited, artwork: "limited.png" });
  if (plan.twoLocations) stockElsewhere(plant, domain, mug);
  return {
    plan,
    domain,
    account,
    goods: { shirt, poster, mug, twin, limited, unmapped, lamp: goods.lamp },
    backAt: null,
    gone: false,
    redact: null,
    limited: run.id,
  };
}

const second = { name: "Second warehouse", countryCode: "US", isFulfillmentService: false };

interface Printed {
  variantId: string;
  itemSku: string | null;
  artwork: string;
}

async function map(plant: Plant, domain: string, productId: string, printed: Printed): Promise<void> {
  const { ctx } = plant.services.core;
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain } });
  await ctx.db.mapping.create({
    data: {
      id: ctx.ids.uuid(),
      shopId: shop.id,
      productGid: `gid://shopify/Product/${productId}`,
      variantGid: `gid://shopify/ProductVariant/${printed.variantId}`,
      itemSku: printed.itemSku ?? "",
      artworkFront: `${ARTWORK}${printed.artwork}`,
      requiredSides: ["front"],
      updatedAt: ctx.clock.now(),
    },
  });
}

function stockElsewhere(plant: Plant, domain: string, variantId: string): void {
  const shop = plant.shopify.shop(domain);
  const variant = shop.products.flatMap((product) => product.variants).find((one) => one.id === variantId);
  const elsewhere = shop.locations.find((location) => location.name === second.name);
  if (variant && elsewhere) variant.locationId = elsewhere.id;
}
