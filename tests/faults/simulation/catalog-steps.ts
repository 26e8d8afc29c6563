import { keepMapping } from "../../../app/catalog/variant-changes.ts";
import type { CrashPoint, Step } from "../schedule/plan.ts";
import { remap } from "./goods.ts";
import { mapByRule } from "./map-by-rule.ts";
import { editInBulk, importMappings } from "./mapping-changes.ts";
import { replaceFile } from "./replace-file.ts";
import { runInBackground, shopByNumber, type Simulation, type SimulatedShop } from "./simulation.ts";

/** What staff does with mappings, and a merchant with mapped variants. Returns whether the step was one of these. */
export function applyCatalogStep(simulation: Simulation, step: Step): boolean {
  switch (step.do) {
    case "map":
      return inTurn(simulation, step.shop, (shop) => remap(simulation.environment, shop, step.goods));
    case "bulk edit":
      return inTurn(simulation, step.shop, (shop) => {
        armWorkers(simulation, step.crash);
        return editInBulk(simulation, shop, step.goods);
      });
    case "map by rule":
      return inTurn(simulation, step.shop, (shop) => {
        armWorkers(simulation, step.crash);
        return mapByRule(simulation, shop, step.goods);
      });
    case "import mappings":
      return inTurn(simulation, step.shop, (shop) => {
        armWorkers(simulation, step.crash);
        return importMappings(simulation, shop, step.goods);
      });
    case "replace file":
      return inTurn(simulation, step.shop, (shop) => replaceFile(simulation, shop, step.goods, step.crash));
    case "change variant":
      changeVariant(simulation, shopByNumber(simulation, step.shop), step.goods);
      return true;
    default:
      return false;
  }
}

const lastOfShop = new WeakMap<SimulatedShop, Promise<void>>();

/** One change of a shop's mappings after another: of two at once, nobody could say which one counts. */
function inTurn(simulation: Simulation, number: number, work: (shop: SimulatedShop) => Promise<void>): true {
  const shop = shopByNumber(simulation, number);
  const next = (lastOfShop.get(shop) ?? Promise.resolve()).then(() => work(shop));
  lastOfShop.set(
    shop,
    next.catch(() => undefined),
  );
  runInBackground(simulation, next);
  return true;
}

/** Whichever of the workers has the lease. */
function armWorkers({ environment }: Simulation, crash: CrashPoint | null): void {
  if (crash) for (const worker of environment.workers) void worker.arm(crash.point, crash.action);
}

/** The merchant gives a variant another option: who buys it from now on sees the new one. */
function changeVariant({ environment }: Simulation, shop: SimulatedShop, goods: keyof SimulatedShop["goods"]): void {
  const { products } = environment.shopify.shop(shop.domain);
  const product = products.find(({ variants }) => variants.some(({ id }) => id === shop.goods[goods]));
  if (!product) return;
  environment.shopify.updateProduct(shop.domain, product.id, ({ variants }) => {
    const variant = variants.find(({ id }) => id === shop.goods[goods]);
    if (variant) Object.assign(variant, { title: "Dusk", options: [{ name: "Title", value: "Dusk" }] });
  });
}

/** Staff says of every changed variant that its mapping still fits. Returns how many there were. */
export async function keepChangedMappings({ environment, shops }: Simulation): Promise<number> {
  const { ctx } = environment.services.core;
  const domain = { in: shops.filter(({ uninstalledForGood }) => !uninstalledForGood).map((shop) => shop.domain) };
  const changed = await ctx.db.mapping.findMany({ where: { shop: { domain }, variantChange: "options" } });
  let kept = 0;
  for (const { shopId, variantGid } of changed) {
    const variant = await ctx.db.productVariant.findUnique({ where: { shopId_variantGid: { shopId, variantGid } } });
    if (variant && (await keepMapping(ctx, shopId, { variantGid, factsHash: variant.factsHash }))) kept += 1;
  }
  return kept;
}
