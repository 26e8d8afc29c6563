import { DEFAULT_LISTING } from "../../../sandbox/print-service/index.ts";
import type { FaultEnvironment } from "../environment/environment.ts";
import type { Goods, Schedule, ShopPlan } from "../schedule/plan.ts";
import type { Simulation, SimulatedShop } from "./simulation.ts";

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

/** Opens a seed's shops on the environment. `firstAccount`: the environment's print accounts below that are taken by earlier seeds. */
export async function startSimulation(
  environment: FaultEnvironment,
  schedule: Schedule,
  firstAccount: number,
): Promise<Simulation> {
  const shops: SimulatedShop[] = [];
  for (const plan of schedule.shops)
    shops.push(await createSimulatedShop(environment, schedule.seed, plan, firstAccount));
  const { printService, shopify } = environment;
  printService.changeListing({ ...DEFAULT_LISTING, ...schedule.permanent.listing });
  return {
    environment,
    schedule,
    shops,
    orders: new Map(),
    forgedRequests: [],
    unreadableIds: [],
    stopped: new Set(),
    since: {
      made: printService.store.orders.length,
      creates: printService.store.creates.length,
      events: printService.store.deliveries.length,
      hooks: shopify.webhooks.deliveries.length,
      mails: shopify.notifications.length,
      log: environment.logs().length,
    },
    running: new Set(),
    runnerErrors: [],
  };
}

async function createSimulatedShop(
  environment: FaultEnvironment,
  seed: number,
  plan: ShopPlan,
  firstAccount: number,
): Promise<SimulatedShop> {
  const domain = `seed${seed}-${plan.name}.myshopify.com`;
  const settings = { editWindowMinutes: plan.editWindowMinutes, notifyCustomer: plan.notifyCustomer };
  const { account, goods } = await environment.addShop(domain, { account: firstAccount + plan.account, settings });
  const [shirt, poster, mug] = goods.printed;
  if (!shirt || !poster || !mug) throw new Error(`${domain} has not all of its goods`);
  environment.shopify.shop(domain).locations.push({ ...SECOND_WAREHOUSE, id: environment.shopify.core.store.nextId() });
  const more = environment.shopify.addProduct(domain, {
    title: "Twin tee",
    vendor: "Press",
    variants: [
      { title: "Night", sku: "TW-N", price: "25.00" },
      { title: "Day", sku: "TW-D", price: "25.00" },
    ],
  });
  const [twin, unmapped] = more.variants.map((variant) => variant.id);
  if (!twin || !unmapped) throw new Error(`${domain} has no twins`);
  await createMapping(environment, domain, more.id, { variantId: twin, itemSku: PRINTS_AS.twin, artwork: "twin.png" });
  const run = environment.shopify.addProduct(domain, {
    title: "Limited run",
    vendor: "Press",
    variants: [{ sku: "LTD" }],
  });
  const limited = run.variants[0]?.id ?? "";
  await createMapping(environment, domain, run.id, {
    variantId: limited,
    itemSku: PRINTS_AS.limited,
    artwork: "limited.png",
  });
  if (plan.twoLocations) stockElsewhere(environment, domain, mug);
  return {
    plan,
    domain,
    account,
    goods: { shirt, poster, mug, twin, limited, unmapped, lamp: goods.lamp },
    reinstalledAt: null,
    uninstalledForGood: false,
    redact: null,
    limited: run.id,
  };
}

const SECOND_WAREHOUSE = { name: "Second warehouse", countryCode: "US", isFulfillmentService: false };

interface MappedVariant {
  variantId: string;
  itemSku: string | null;
  artwork: string;
}

async function createMapping(
  environment: FaultEnvironment,
  domain: string,
  productId: string,
  printed: MappedVariant,
): Promise<void> {
  const { ctx } = environment.services.core;
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

function stockElsewhere(environment: FaultEnvironment, domain: string, variantId: string): void {
  const shop = environment.shopify.shop(domain);
  const variant = shop.products.flatMap((product) => product.variants).find((one) => one.id === variantId);
  const elsewhere = shop.locations.find((location) => location.name === SECOND_WAREHOUSE.name);
  if (variant && elsewhere) variant.locationId = elsewhere.id;
}
