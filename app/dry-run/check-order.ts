import type { DryRun, DryRunOrder, DryRunCostProblem } from "../../prisma/client/client.ts";
import { readMappings } from "../orders/compose/decide-lines.ts";
import { composeAsNew, type ComposedOrder } from "../orders/compose/compose-as-new.ts";
import { paidForItems } from "../orders/receive/order-row.ts";
import { checkArtworkFiles, readLinks } from "../orders/submit/artwork-holds.ts";
import { checkMargin } from "../orders/submit/pre-send-checks.ts";
import { ATTENTION, type Hold } from "../orders/core/attention.ts";
import type { ShopRow } from "../orders/core/shop-row.ts";
import { errorName, RejectedError } from "../ports/errors.ts";
import type { OrderSnapshot, PrintOrder } from "../ports/order-model.ts";
import { costAsSent, marginOf, paidAmounts, type PaidAmounts } from "../quotes/margin.ts";
import { readSettings, type ShopSettings } from "../settings/settings.ts";
import { dayOf } from "../settings/wall-time.ts";
import { findReplaced, readMappedFiles } from "../print-files/check-printed.ts";
import type { DryRunContext } from "./context.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import { basketHash, basketOf, type PriceResult } from "../quotes/basket.ts";
import { priceBasket } from "../quotes/price-basket.ts";
import { MAX_QUOTE_FAILURES, MAX_QUOTES, QUOTE_MAX_AGE_MS } from "./limits.ts";

/** What is known of an order once it was checked. */
type Checked = Omit<DryRunOrder, "dryRunId" | "position" | "shopifyGid" | "name" | "placedAt">;

interface Checking {
  run: DryRun;
  /** The shop, as if its print account worked: the account is no fault of an order, and the page says what is wrong. */
  shop: ShopRow;
  settings: ShopSettings;
}

const NOTHING = {
  ...{ reasons: [], productGid: null, variantGid: null, printItems: 0, otherItems: 0, basket: null },
  ...{ cost: null, costProblem: null, currency: null, paid: null, profit: null, marginPercent: null },
} satisfies Partial<Checked>;

export function prepare(run: DryRun, shop: ShopRow): Checking {
  return {
    run,
    shop: {
      ...shop,
      printAccount: {
        ...{ kind: "live", interfaceVersion: shop.printAccount?.interfaceVersion ?? "v1", refusedAt: null },
        services: shop.printAccount?.services ?? null,
      },
    },
    settings: readSettings(shop.settings),
  };
}

/**
 * What would have become of an order, by the functions that a real order goes through. Reads Shopify, artwork links and
 * quotes, and writes nothing but cached quotes. @throws RemoteError when Shopify has to be asked again
 */
export async function checkOrder(
  ctx: DryRunContext,
  checking: Checking,
  { shopifyGid }: Pick<DryRunOrder, "shopifyGid">,
): Promise<Checked> {
  const snapshot = await readSnapshot(ctx, checking, shopifyGid);
  const composed = snapshot && (await compose(ctx, checking, snapshot));
  if (!composed) return { outcome: "unreadable", ...NOTHING };
  const items = countItems(composed);
  if (composed.linesToSend.length === 0) return { outcome: "nothing_to_print", ...NOTHING, ...items };
  const { settings, shop } = checking;
  const day = dayOf(ctx.clock.now(), shop.timezone);
  const paid = paidOf(snapshot, composed, settings, day);
  const { payload } = composed;
  const priced = payload && (await priceOrder(ctx, checking.run, checking.shop.printAccountId, payload));
  const found =
    payload && priced ? await preSendHolds(ctx, checking, { snapshot, composed, payload, priced, paid, day }) : [];
  const holds = [...composed.holds, ...found];
  return {
    ...NOTHING,
    outcome: holds.length === 0 && payload ? "would_send" : "would_hold",
    reasons: [...new Set(holds.map(({ code }) => code))],
    ...items,
    ...toMap(composed, holds),
    ...priced,
    ...moneyOf(checking.run, paid, priced && payload && { ...priced, payload }, { settings, day }),
  };
}

/** null: Shopify shows no such order, or answers what cannot be read. */
async function readSnapshot(
  { shopify }: DryRunContext,
  { shop, settings }: Checking,
  gid: DryRunOrder["shopifyGid"],
): Promise<OrderSnapshot | null> {
  try {
    return await shopify.readOrder(shop.domain, gid, { artworkMetafields: settings.artworkMetafields });
  } catch (error) {
    if (error instanceof RejectedError && !error.maybeTransient) return null;
    throw error;
  }
}

/** null: an error of Inkbridge, which must not end the whole dry run. */
async function compose(
  ctx: DryRunContext,
  { run, shop, settings }: Checking,
  snapshot: OrderSnapshot,
): Promise<ComposedOrder | null> {
  const mappings = await readMappings(ctx.sql, shop.id, snapshot.lines);
  try {
    return composeAsNew(ctx, { shop, settings, mappings, snapshot });
  } catch (error) {
    const { gid: order } = snapshot;
    ctx.log.error({ shop: shop.id, dryRun: run.id, order, error: errorName(error) }, "an order could not be composed");
    return null;
  }
}

function countItems({ lines, linesToSend }: ComposedOrder): Pick<Checked, "printItems" | "otherItems"> {
  const excluded = lines.filter(({ row }) => row.eligibility === "excluded");
  return {
    printItems: linesToSend.reduce((sum, { quantity }) => sum + quantity, 0),
    otherItems: excluded.reduce((sum, { row }) => sum + row.quantity, 0),
  };
}

function paidOf(
  snapshot: OrderSnapshot,
  { linesToSend }: ComposedOrder,
  settings: ShopSettings,
  day: string,
): PaidAmounts {
  const items = linesToSend.map(({ snapshot: { gid }, quantity }) => ({ gid, quantity }));
  const subtotal = paidForItems(snapshot.lines, snapshot.currency, items);
  const printed = new Set(items.map(({ gid }) => gid));
  return paidAmounts(
    { ...snapshot, subtotal, shipping: snapshot.shippingPaid, day },
    (gid) => printed.has(gid),
    settings,
  );
}

interface PricedOrder {
  snapshot: OrderSnapshot;
  composed: ComposedOrder;
  payload: PrintOrder;
  priced: OrderCost;
  paid: PaidAmounts;
  day: string;
}

/** The checks just before sending, with the price of the dry run. A missing price that is no fault of the order is no hold. */
async function preSendHolds(
  ctx: DryRunContext,
  { run, shop, settings }: Checking,
  { snapshot, composed, payload, priced, paid, day }: PricedOrder,
): Promise<Hold[]> {
  const { cost, costProblem } = priced;
  const mapped = await readMappedFiles(ctx.sql, shop.id, snapshot.lines);
  const answers = await readLinks(ctx, payload);
  const replaced = settings.replacedArtwork === "hold" ? findReplaced(mapped, answers) : new Map<string, string>();
  const lines = composed.linesToSend.map(({ row }) => row.shopifyGid);
  const { holds: artwork } = checkArtworkFiles(answers, replaced, { payload, lines, basis: "" });
  if (cost === null && costProblem !== "rejected" && costProblem !== "inconsistent") return artwork;
  const price = {
    currency: run.currency,
    total: cost ?? "0",
    tax: "0",
    discrepancies: cost === null ? TOTAL_DIFFERS : [],
  };
  const result = costProblem === "rejected" ? { status: "rejected" as const } : { status: "priced" as const, price };
  const { printAccountId } = shop;
  return [...artwork, ...checkMargin(result, { payload, settings, printAccountId, payloadHash: "", paid, day })];
}

const TOTAL_DIFFERS = ["total_differs" as const];

/** Where to fix it: the product of the first line that is held for its mapping. */
function toMap({ lines }: ComposedOrder, holds: readonly Hold[]): Pick<Checked, "productGid" | "variantGid"> {
  const held = holds.find(({ code, subject }) => subject !== "" && ATTENTION[code].fixedIn === "products");
  const line = held && lines.find(({ row }) => row.shopifyGid === held.subject)?.row;
  return { productGid: line?.productGid ?? null, variantGid: line?.variantGid ?? null };
}

function moneyOf(
  { currency }: DryRun,
  paid: PaidAmounts,
  priced: (OrderCost & { payload: PrintOrder }) | null,
  { settings, day }: { settings: ShopSettings; day: string },
): Pick<Checked, "currency" | "paid" | "profit" | "marginPercent"> {
  const none = { currency: paid.currency, paid: null, profit: null, marginPercent: null };
  if (!priced || priced.cost === null) return none;
  const { total } = costAsSent({ total: priced.cost, tax: "0" }, priced.payload, settings);
  const margin = marginOf({ currency, total, discrepancies: [] }, paid, { day, rates: settings.profit.rates });
  return margin.known ? { ...none, paid: margin.paid, profit: margin.profit, marginPercent: margin.percent } : none;
}

/** What an order costs: a decimal string in the currency of the dry run, or why that is not known. */
type OrderCost = { cost: string | null; costProblem: DryRunCostProblem | null };

/**
 * Prices an order. Orders with the same SKUs and quantities to the same country cost the same without tax, wherever in the
 * country: the first of them is quoted.
 */
async function priceOrder(
  ctx: DryRunContext,
  run: Pick<DryRun, "id" | "currency">,
  printAccountId: PrintAccountId | null,
  payload: PrintOrder,
): Promise<OrderCost & { basket: string }> {
  const basket = basketHash({ ...basketOf(payload), provinceCode: "" });
  const known = await ctx.db.dryRunOrder.findFirst({
    where: {
      dryRunId: run.id,
      basket,
      OR: [{ cost: { not: null } }, { costProblem: { in: ["rejected", "inconsistent"] } }],
    },
    select: { cost: true, costProblem: true },
  });
  return { basket, ...(known ?? (await requestQuote(ctx, run, printAccountId, payload))) };
}

async function requestQuote(
  ctx: DryRunContext,
  run: Pick<DryRun, "id" | "currency">,
  printAccountId: PrintAccountId | null,
  payload: PrintOrder,
): Promise<OrderCost> {
  if (printAccountId === null) return { cost: null, costProblem: "not_connected" };
  // Counted before the call: a process that dies in it has used the quote up.
  const { count } = await ctx.db.dryRun.updateMany({
    where: { id: run.id, quotes: { lt: MAX_QUOTES }, quoteFailures: { lt: MAX_QUOTE_FAILURES } },
    data: { quotes: { increment: 1 }, quoteFailures: { increment: 1 } },
  });
  if (count === 0) return { cost: null, costProblem: "limit_reached" };
  const shop = { printAccountId, serviceCurrency: run.currency };
  const cost = costOf(await priceBasket(ctx, shop, basketOf(payload), { maxAgeMs: QUOTE_MAX_AGE_MS }));
  if (cost.costProblem !== "unavailable" && cost.costProblem !== "account_rejected")
    await ctx.db.dryRun.updateMany({ where: { id: run.id }, data: { quoteFailures: 0 } });
  return cost;
}

function costOf(priced: PriceResult): OrderCost {
  if (priced.status !== "priced") return { cost: null, costProblem: priced.status };
  const { total, discrepancies } = priced.price;
  return discrepancies.includes("total_differs")
    ? { cost: null, costProblem: "inconsistent" }
    : { cost: total, costProblem: null };
}
