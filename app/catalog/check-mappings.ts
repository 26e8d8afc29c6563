import pLimit, { type LimitFunction } from "p-limit";
import type { CatalogContext } from "./context.ts";
import type { PriceResult } from "../quotes/basket.ts";
import { recordSkuAnswers } from "../quotes/sku-answers.ts";
import { priceBasket, PRICE_MAX_AGE_MS, type PricingShop } from "../quotes/price-basket.ts";
import type { MappingInput } from "./mappings.ts";
import type { FieldProblems } from "./field-problems.ts";
import { linkFields } from "./mapping-drafts.ts";
import type { LINK_FIELDS } from "../ports/order-model.ts";
import { printedLinks } from "../ports/sides.ts";
import type { ArtworkCheckResult, ArtworkCheck } from "../ports/artwork.ts";
import type { ShopId } from "../ports/ids.ts";
import { recordMapped } from "../print-files/record-check.ts";
import { deadlineIn, type Deadline } from "../ports/clock.ts";

/** The destination of the one unit that a SKU is checked with. */
export const PRICE_CHECK_DESTINATION = { countryCode: "US", provinceCode: "US" } as const;

const CONCURRENCY = 4;

export type CheckContext = Pick<CatalogContext, "db" | "sql" | "printService" | "artwork" | "clock">;
/** The shop that a mapping is for. */
type MappedShop = PricingShop & { id: ShopId };
type CheckedFields = Pick<MappingInput, "itemSku" | "artworkSides" | (typeof LINK_FIELDS)[number]>;

/** A mapping to save, and the stored one that it replaces. */
interface MappingChange {
  input: CheckedFields;
  stored: CheckedFields | undefined;
}

export interface MappingCheck {
  problems: FieldProblems;
  /** The print service's price of one unit; null for an unchanged SKU. */
  priced: PriceResult | null;
}

/**
 * Checks each new SKU with the print service and each new link with its server. Every SKU has its own request, since
 * one wrong SKU rejects a whole basket. Stored values were checked when they were new.
 */
export async function checkMappings(
  ctx: CheckContext,
  shop: MappedShop,
  changes: readonly MappingChange[],
): Promise<MappingCheck[]> {
  const skus = [...new Set(changes.filter(hasNewSku).map(({ input }) => input.itemSku))];
  const links = [...new Set(changes.flatMap(newLinks).map(({ link }) => link))];
  const [prices, answers] = await Promise.all([
    pLimit(CONCURRENCY).map(skus, (itemSku) => priceSku(ctx, shop, itemSku)),
    checkLinks(ctx, shop.id, links),
  ]);
  const price = new Map(skus.map((sku, at) => [sku, prices[at]]));
  const withStatus = (status: PriceResult["status"]) => skus.filter((sku) => price.get(sku)?.status === status);
  const rejected = withStatus("rejected");
  const { printAccountId } = shop;
  if (printAccountId !== null) {
    const { countryCode } = PRICE_CHECK_DESTINATION;
    await recordSkuAnswers(ctx, { printAccountId, countryCode, accepted: withStatus("priced"), rejected });
  }
  const spellings = await pLimit(CONCURRENCY).map(rejected, (sku) => findSpelling(ctx, shop, sku));
  const suggestions = new Map(rejected.map((sku, at) => [sku, spellings[at]]));
  const answer = new Map(links.flatMap((link, at) => (answers[at] ? [[link, answers[at]]] : [])));
  await recordMapped(ctx, shop.id, printedAmong(answer, changes));
  return changes.map((change) => {
    const problems: FieldProblems = {};
    const priced = (hasNewSku(change) && price.get(change.input.itemSku)) || null;
    if (priced?.status === "rejected")
      problems.itemSku = {
        kind: "sku_rejected",
        providerMessage: priced.providerMessage,
        suggestion: suggestions.get(change.input.itemSku) ?? null,
      };
    for (const { field, link } of newLinks(change)) {
      const linkAnswer = answer.get(link);
      if (linkAnswer?.ok === false) problems[field] = { kind: "link", reason: linkAnswer.reason };
    }
    return { problems, priced };
  });
}

/** The answers of links that are printed: a mockup is not. */
function printedAmong(answers: ReadonlyMap<string, ArtworkCheckResult>, changes: readonly MappingChange[]) {
  const printed = new Set(changes.flatMap(({ input }) => printedLinks(input).map(({ link }) => link)));
  return new Map([...answers].filter(([link]) => printed.has(link)));
}

/** The same SKU in other letters, if the print service knows that one. */
export async function findSpelling(ctx: CheckContext, shop: PricingShop, itemSku: string): Promise<string | null> {
  for (const spelling of new Set([itemSku.toUpperCase(), itemSku.toLowerCase()])) {
    if (spelling !== itemSku && (await priceSku(ctx, shop, spelling)).status === "priced") return spelling;
  }
  return null;
}

/** The print service's price of one unit of a SKU. */
function priceSku(ctx: CheckContext, shop: PricingShop, itemSku: string): Promise<PriceResult> {
  return priceBasket(
    ctx,
    shop,
    { ...PRICE_CHECK_DESTINATION, items: [{ itemSku, quantity: 1 }] },
    { maxAgeMs: PRICE_MAX_AGE_MS },
  );
}

const hasNewSku = ({ input, stored }: MappingChange) => input.itemSku !== stored?.itemSku;

/** The links of a mapping that its stored one does not have in the same field. */
export function newLinks({ input, stored }: MappingChange): ReturnType<typeof linkFields> {
  const known = new Map(stored ? linkFields(stored).map(({ field, link }) => [field, link]) : []);
  return linkFields(input).filter(({ field, link }) => link !== known.get(field));
}

/** Downloads at once for the pages of one shop, and of all shops of this process. */
const PER_SHOP = 4;
const IN_ALL = 12;
/** A request that takes longer is likely to be broken off, and then nobody waits for its answer. */
const LIMIT_MS = 25_000;

const NOT_REACHED: ArtworkCheckResult = { ok: false, reason: "timeout", temporary: true };

const inAll = pLimit(IN_ALL);
/** One for each shop that has saved mappings through this process. */
const byShop = new Map<ShopId, LimitFunction>();

/**
 * Checks the links of a page's request, in their order. All requests of a shop share its downloads, so that no shop takes those of
 * others. What is not begun by the deadline counts as too slow, which staff may override.
 */
export function checkLinks(
  { artwork }: { artwork: ArtworkCheck },
  shopId: ShopId,
  links: readonly string[],
  deadline: Pick<Deadline, "isOver"> = deadlineIn(LIMIT_MS),
): Promise<ArtworkCheckResult[]> {
  const limit = byShop.get(shopId) ?? pLimit(PER_SHOP);
  byShop.set(shopId, limit);
  const check = (link: string) => (deadline.isOver() ? NOT_REACHED : artwork.check(link));
  return limit.map(links, (link) => inAll(check, link));
}
