import { Prisma, type SubmissionCost } from "../../prisma/client/client.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { decryptPayload } from "../orders/core/provider-order.ts";
import type { ShopRow } from "../orders/core/shop-row.ts";
import { checkMargin, type AskedPrice } from "../orders/submit/pre-send-checks.ts";
import { DAY_MS } from "../ports/clock.ts";
import { gidNumber, type Gid } from "../ports/gid.ts";
import type { PrintOrder } from "../ports/order-model.ts";
import { readOrderMoney } from "../profit/order-revenue.ts";
import { basketOf } from "../quotes/basket.ts";
import { paidAmounts } from "../quotes/margin.ts";
import { priceBaskets } from "../quotes/price-basket.ts";
import { readSettings, shopSettings, type ShopSettings } from "../settings/settings.ts";
import { dayOf } from "../settings/wall-time.ts";
import {
  countTried,
  noneTried,
  readPastOrders,
  type PastOrderRow,
  type TriedOrders,
  type TriedOutcome,
} from "./past-orders.ts";
import { parseDraft, type DraftErrors } from "./settings-draft.ts";

export type TryMarginResult = { outcome: "tried"; result: TriedOrders } | { outcome: "invalid"; errors: DraftErrors };

type Context = Pick<OrdersContext, "db" | "sql" | "clock" | "encryptor" | "printService">;

/**
 * How many orders of the last 30 days a minimum margin would have held, by the settings of its page as typed. Prices are those
 * that are kept: the print service is not asked, nothing is read from Shopify, and nothing is changed.
 */
export async function tryMargin(ctx: Context, shop: ShopRow, draft: unknown): Promise<TryMarginResult> {
  const parsed = parseDraft(draft, "prices", shop.timezone);
  if (!parsed.ok) return { outcome: "invalid", errors: parsed.errors };
  const settings = shopSettings.parse({ ...readSettings(shop.settings), ...parsed.change });
  if (settings.minimumMarginPercent === null)
    return { outcome: "invalid", errors: { minimumMarginPercent: "Enter a minimum margin to try." } };
  const tried = noneTried();
  for await (const rows of readPastOrders<SoldRow>(ctx, shop.id, SOLD_COLUMNS)) {
    const hasRoom = (await readPriced(ctx, { ...shop, ...settings }, rows)).every(({ row, payload, priced }) => {
      const order = { name: row.name, number: gidNumber(row.gid) };
      const day = dayOf(row.placedAt, shop.timezone);
      return countTried(tried, order, outcomeOf(row, { payload, priced }, { settings, shop, day }));
    });
    if (!hasRoom) break;
  }
  return { outcome: "tried", result: tried };
}

interface SoldRow extends PastOrderRow {
  subtotal: string | null;
  shipping: string | null;
  currency: string;
  money: unknown;
  financialStatus: string | null;
  printable: Gid<"LineItem">[];
}

const SOLD_COLUMNS = Prisma.sql`
  o."subtotal", o."shippingPaid" AS "shipping", o."currency", o."money", o."financialStatus",
  ARRAY(SELECT l."shopifyGid" FROM "OrderLine" l WHERE l."orderId" = o."id" AND l."eligibility" = 'printable') AS "printable"`;

interface PricedSubmission {
  /** null: erased. */
  payload: PrintOrder | null;
  /** null: nothing is known of the price. */
  priced: AskedPrice | null;
}

/** A week, after which quotes are deleted. */
const QUOTE_MAX_AGE_MS = 8 * DAY_MS;

/** The orders with something to print: what was sent first, or is to be, with the price at its sending, or else that of a kept quote. */
async function readPriced(
  ctx: Context,
  shop: Pick<ShopRow, "id" | "printAccountId"> & Pick<ShopSettings, "serviceCurrency">,
  rows: readonly SoldRow[],
): Promise<(PricedSubmission & { row: SoldRow })[]> {
  const found = await ctx.db.submission.findMany({
    where: {
      ...{ shopId: shop.id, orderId: { in: rows.map(({ id }) => id) }, kind: { in: ["first", "replacement"] } },
      ...{ replacedAt: null, state: { not: "cancelled" } },
    },
    select: {
      ...{ id: true, orderId: true, payloadEncrypted: true },
      cost: { select: { total: true, tax: true, problem: true } },
    },
  });
  const submissions = found.map((one) => ({ ...one, payload: decryptPayload(ctx, one) }));
  const unpriced = submissions.flatMap(({ id, cost, payload }) =>
    payload && !cost?.total && !cost?.problem ? [{ id, basket: basketOf(payload) }] : [],
  );
  const quotes = await priceBaskets(
    ctx,
    shop,
    unpriced.map(({ basket }) => basket),
    { maxAgeMs: QUOTE_MAX_AGE_MS, maxRequests: 0 },
  );
  const quoted = new Map(unpriced.map(({ id }, at) => [id, quotes[at]]));
  const byOrder = new Map(submissions.map((one) => [one.orderId, one]));
  return rows.flatMap((row) => {
    const submission = byOrder.get(row.id);
    if (!submission) return [];
    const { id, cost, payload } = submission;
    return [{ row, payload, priced: keptPrice(cost, shop.serviceCurrency) ?? knownQuote(quoted.get(id)) }];
  });
}

type KeptCost = Pick<SubmissionCost, "total" | "tax" | "problem"> | null;

/** In the currency that the settings name: the print service names none. */
function keptPrice(cost: KeptCost, currency: string): AskedPrice | null {
  if (cost?.problem === "rejected") return { status: "rejected" };
  const { total = null, tax = null, problem = null } = cost ?? {};
  if (problem === "inconsistent")
    return { status: "priced", price: { currency, total: "0", tax: "0", discrepancies: ["total_differs"] } };
  return total === null ? null : { status: "priced", price: { currency, total, tax: tax ?? "0", discrepancies: [] } };
}

const knownQuote = (quote: Awaited<ReturnType<typeof priceBaskets>>[number] | undefined): AskedPrice | null =>
  quote?.status === "priced" ? quote : null;

interface Judging {
  settings: ShopSettings;
  shop: Pick<ShopRow, "printAccountId">;
  day: string;
}

/** By the rule that the check before sending goes by. */
function outcomeOf(
  row: SoldRow,
  { payload, priced }: PricedSubmission,
  { settings, shop: { printAccountId }, day }: Judging,
): TriedOutcome {
  if (!payload || !priced) return "unknown";
  const printable = new Set(row.printable);
  const sold = { ...row, money: readOrderMoney(row.money), day };
  const paid = paidAmounts(sold, (gid) => printable.has(gid), settings);
  if (paid.subtotal === null || paid.fees === null) return "unknown";
  const holds = checkMargin(priced, { payload, settings, printAccountId, payloadHash: "", paid, day });
  return holds.length > 0 ? "decided" : "none";
}
