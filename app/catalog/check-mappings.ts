import type { CatalogContext } from "./context.ts";
import type { Priced } from "../quotes/model.ts";
import { priceBasket, type PricingShop } from "../quotes/price-basket.ts";
import { inParallel } from "../common/in-parallel.ts";
import type { MappingInput } from "./mappings.ts";
import type { FieldProblems } from "./field-problems.ts";

/** Where the one unit would go that a SKU is checked with. */
export const CHECKED_FOR = { countryCode: "US", provinceCode: "US" } as const;

const AT_ONCE = 4;
const PRICE_MAX_AGE_MS = 10 * 60_000;
const LINKS = ["artworkFront", "artworkBack", "mockup"] as const;

type CheckContext = Pick<CatalogContext, "db" | "printService" | "artwork" | "clock">;
type Stored = Pick<MappingInput, "itemSku" | (typeof LINKS)[number]>;

/** A mapping that is to be saved, and what is stored in its place. */
export interface Change {
  input: MappingInput;
  stored: Stored | undefined;
}

export interface Checked {
  problems: FieldProblems;
  /** What the print service says of one unit of the SKU; null where the SKU is as it was. */
  priced: Priced | null;
}

/**
 * Asks the print service about each new SKU by itself, so that a wrong one does not spoil the answer for the others, and the
 * servers of artwork about each new link. What is stored already was checked when it was new.
 */
export async function checkMappings(
  ctx: CheckContext,
  shop: PricingShop,
  changes: readonly Change[],
): Promise<Checked[]> {
  const skus = [...new Set(changes.filter(hasNewSku).map(({ input }) => input.itemSku))];
  const links = [...new Set(changes.flatMap(newLinks).map(({ link }) => link))];
  const [prices, answers] = await Promise.all([
    inParallel(AT_ONCE, skus, (itemSku) => priceOne(ctx, shop, itemSku)),
    inParallel(AT_ONCE, links, (link) => ctx.artwork.check(link)),
  ]);
  const price = new Map(skus.map((sku, at) => [sku, prices[at]]));
  const answer = new Map(links.map((link, at) => [link, answers[at]]));
  return changes.map((change) => {
    const problems: FieldProblems = {};
    const priced = (hasNewSku(change) && price.get(change.input.itemSku)) || null;
    if (priced?.status === "refused") problems.itemSku = { kind: "sku_refused", words: priced.words };
    for (const { field, link } of newLinks(change)) {
      const said = answer.get(link);
      if (said?.ok === false) problems[field] = { kind: "link", reason: said.reason, temporary: said.temporary };
    }
    return { problems, priced };
  });
}

function priceOne(ctx: CheckContext, shop: PricingShop, itemSku: string): Promise<Priced> {
  return priceBasket(ctx, shop, { ...CHECKED_FOR, items: [{ itemSku, quantity: 1 }] }, { maxAgeMs: PRICE_MAX_AGE_MS });
}

const hasNewSku = ({ input, stored }: Change) => input.itemSku !== stored?.itemSku;

const newLinks = ({ input, stored }: Change) =>
  LINKS.map((field) => ({ field, link: input[field] })).filter(
    ({ field, link }) => link !== "" && link !== stored?.[field],
  );
