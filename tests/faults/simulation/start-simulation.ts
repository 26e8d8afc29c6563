import { beginTurn } from "../../../app/long-runs/engine.ts";
import { productVariantsRun } from "../../../app/catalog/read-variants.ts";
import { DEFAULT_LISTING } from "../../../sandbox/print-service/index.ts";
import type { FaultEnvironment } from "../environment/environment.ts";
import type { VariantInput } from "../../../sandbox/shopify/catalog.ts";
import { startTimeline } from "../content/timeline.ts";
import type { Schedule, ShopPlan } from "../schedule/plan.ts";
import { mapGoods, noMappings } from "./goods.ts";
import { settingsOf, templateOf } from "./note-settings.ts";
import type { Simulation, SimulatedShop } from "./simulation.ts";

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
  const { listing, dialect, duplicates, billing, version3 } = schedule.permanent;
  printService.changeListing({ ...DEFAULT_LISTING, ...listing });
  printService.changeBehavior({ dialect, duplicates, billing, version3 });
  return {
    environment,
    schedule,
    shops,
    orders: new Map(),
    forgedRequests: [],
    unreadableIds: [],
    leftByRule: [],
    stopped: new Set(),
    unpaid: [],
    unpaidInSilence: [],
    struck: [],
    struckWrites: [],
    answeredWrites: new Set(),
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
  const settings = settingsOf(plan);
  const { account, goods } = await environment.addShop(domain, { account: firstAccount + plan.account, settings });
  const [shirt, poster, mug] = goods.printed;
  if (!shirt || !poster || !mug) throw new Error(`${domain} has not all of its goods`);
  for (const location of [SECOND_WAREHOUSE, OTHER_SERVICE])
    environment.shopify.shop(domain).locations.push({ ...location, id: environment.shopify.core.store.nextId() });
  const sell = (title: string, variants: VariantInput[]) =>
    environment.shopify.addProduct(domain, { title, vendor: "Press", variants });
  const twins = sell("Twin tee", [
    { title: "Night", sku: "TW-N", price: "25.00" },
    { title: "Day", sku: "TW-D", price: "25.00" },
  ]);
  const run = sell("Limited run", [{ sku: "LTD" }]);
  const hoodie = sell("Hoodie", [{ sku: "HOOD" }]);
  const [twin, unmapped] = twins.variants.map((variant) => variant.id);
  const [limited, late] = [run, hoodie].map(({ variants }) => variants[0]?.id);
  if (!twin || !unmapped || !limited || !late) throw new Error(`${domain} has not all of its variants`);
  if (plan.twoLocations) stockElsewhere(environment, domain, mug);
  const now = environment.clock.now();
  const shop: SimulatedShop = {
    plan,
    domain,
    account,
    goods: { shirt, poster, mug, twin, limited, unmapped, late, lamp: goods.lamp },
    mappings: noMappings(now),
    files: new Map(),
    template: startTimeline(templateOf(plan.rules.template), now),
    pauses: [],
    notPrinted: new Set(),
    reinstalledAt: null,
    uninstalledForGood: false,
    redact: null,
    limited: run.id,
  };
  await readCatalog(environment, domain);
  await mapGoods(environment, shop);
  return shop;
}

/** As the workers do after an installation, so that staff and merchants change variants from the start. */
async function readCatalog({ services }: FaultEnvironment, domain: string): Promise<void> {
  const { ctx, catalog } = services.core;
  const { id } = await ctx.db.shop.findUniqueOrThrow({ where: { domain }, select: { id: true } });
  await productVariantsRun.step({ ...ctx, catalog }, id, beginTurn(new AbortController().signal));
}

const SECOND_WAREHOUSE = { name: "Second warehouse", countryCode: "US", isFulfillmentService: false };

/** Of another app: what it has, neither the merchant sends nor this app. */
export const OTHER_SERVICE = { name: "Other service", countryCode: "US", isFulfillmentService: true };

function stockElsewhere(environment: FaultEnvironment, domain: string, variantId: string): void {
  const shop = environment.shopify.shop(domain);
  const variant = shop.products.flatMap((product) => product.variants).find((one) => one.id === variantId);
  const elsewhere = shop.locations.find((location) => location.name === SECOND_WAREHOUSE.name);
  if (variant && elsewhere) variant.locationId = elsewhere.id;
}
