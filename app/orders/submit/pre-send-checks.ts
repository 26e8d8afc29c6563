import { basketOf, type Price, type PriceResult } from "../../quotes/basket.ts";
import { costAsSent, isBelow, marginOf, type PaidAmounts } from "../../quotes/margin.ts";
import { priceBasket, PRICE_MAX_AGE_MS } from "../../quotes/price-basket.ts";
import { readKeptServices, unshippedSkus } from "../../quotes/shipping-services.ts";
import { priceRules } from "../receive/build-submission.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import type { SentFile } from "../core/sent-content.ts";
import type { OrdersContext } from "../core/context.ts";
import { acceptPrinted, recordPrinted, readMappedFiles, type CheckedLinks } from "../../print-files/check-printed.ts";
import type { Gid } from "../../ports/gid.ts";
import { newHold, type Hold } from "../core/attention.ts";
import { findReplacedSinceApproval, checkArtworkFiles, readLinks } from "./artwork-holds.ts";
import type { LineSnapshot, PrintOrder } from "../../ports/order-model.ts";
import type { OrderId, PrintAccountId, ShopId, SubmissionId } from "../../ports/ids.ts";

interface PreSendInput {
  shopId: ShopId;
  orderId: OrderId;
  submissionId: SubmissionId;
  /** Where the links of their mappings and metafields are printed, the files are compared with those that staff means. */
  snapshotLines: readonly LineSnapshot[];
  payload: PrintOrder;
  /** The line of each item of the payload. */
  itemLines: readonly Gid<"LineItem">[];
  payloadHash: string;
  settings: ShopSettings;
  printAccountId: PrintAccountId | null;
  /** null: a reprint, which nobody pays for: staff sees its price before asking for it. */
  paid: PaidAmounts | null;
  /** Today in the shop's time zone, YYYY-MM-DD: exchange rates are those of a day. */
  day: string;
}

type PreSendContext = Pick<OrdersContext, "db" | "sql" | "printService" | "artwork" | "clock" | "encryptor">;

interface PreSendFindings {
  holds: Hold[];
  files: SentFile[];
  /** The mapped links among those of the order. */
  checked: CheckedLinks;
  /** Once the order is sent despite a new file. */
  acceptPrinted(): Promise<void>;
}

/** The checks just before sending that call other systems: artwork links, and the margin where the settings have a minimum. */
export async function runPreSendChecks(ctx: PreSendContext, input: PreSendInput): Promise<PreSendFindings> {
  const { shopId, payload, itemLines: lines, payloadHash: basis, settings } = input;
  const mapped = await readMappedFiles(ctx.sql, shopId, input.snapshotLines);
  const [answers, margin, service] = await Promise.all([
    readLinks(ctx, payload),
    marginHolds(ctx, input),
    serviceHolds(ctx, input),
  ]);
  const { replaced, checked } = await recordPrinted(ctx, shopId, mapped, answers);
  const own = new Map([...answers].filter(([link]) => !mapped.has(link)));
  const since = await findReplacedSinceApproval(ctx, { ...input, answers: own });
  const held = new Map([...(settings.replacedArtwork === "hold" ? replaced : []), ...since]);
  const artwork = checkArtworkFiles(answers, held, { payload, lines, basis });
  return {
    holds: [...artwork.holds, ...service, ...margin],
    files: artwork.files,
    checked,
    acceptPrinted: () => acceptPrinted(ctx, shopId, mapped, held),
  };
}

/** Whether the order's shipping service is known not to ship its SKUs, by what is kept: the print service is not asked. */
async function serviceHolds(
  { db }: Pick<PreSendContext, "db">,
  { payload, payloadHash: basis, printAccountId }: Pick<PreSendInput, "payload" | "payloadHash" | "printAccountId">,
): Promise<Hold[]> {
  const { method, countryCode, items } = payload;
  if (typeof method !== "string" || printAccountId === null) return [];
  const asked = items.map(({ itemSku }) => itemSku);
  const kept = await readKeptServices({ db }, printAccountId, asked);
  const skus = unshippedSkus(kept, asked, { service: method, countryCode });
  return skus.length > 0 ? [newHold("shipping_service_items", { basis, detail: { service: method, skus } })] : [];
}

async function marginHolds(ctx: PreSendContext, input: PreSendInput): Promise<Hold[]> {
  const { payload, settings, printAccountId, paid } = input;
  if (settings.minimumMarginPercent === null || printAccountId === null || paid === null) return [];
  const shop = { printAccountId, serviceCurrency: settings.serviceCurrency };
  const priced = await priceBasket(ctx, shop, basketOf(payload), { maxAgeMs: PRICE_MAX_AGE_MS });
  return checkMargin(priced, { ...input, paid });
}

type MarginInput = Pick<PreSendInput, "payload" | "payloadHash" | "settings" | "printAccountId" | "day">;

/** What a margin is checked with; of the price, no more than that. */
export type AskedPrice =
  | { status: "priced"; price: Pick<Price, "currency" | "total" | "tax" | "discrepancies" | "fromFees"> }
  | { status: Exclude<PriceResult["status"], "priced"> };

/** The holds of an order with this price. */
export function checkMargin(
  priced: AskedPrice,
  { payload, settings, printAccountId, payloadHash: basis, paid, day }: MarginInput & { paid: PaidAmounts },
): Hold[] {
  const least = settings.minimumMarginPercent;
  if (least === null) return [];
  const checkedBy = { priceRules: priceRules(settings, printAccountId) };
  const unavailable = (reason: string) => [newHold("quote_unavailable", { basis, detail: { reason, ...checkedBy } })];
  if (priced.status !== "priced") return unavailable(priced.status);
  const cost = costAsSent(priced.price, payload, settings);
  const margin = marginOf({ ...priced.price, total: cost.total }, paid, { day, rates: settings.profit.rates });
  if (!margin.known) return unavailable(margin.reason === "price_inconsistent" ? "sum_differs" : margin.reason);
  if (isBelow(margin, least))
    return [newHold("margin_low", { basis, detail: { percent: margin.percent, least, ...checkedBy } })];
  return cost.unknown === null ? [] : [newHold("margin_unknown", { basis, detail: checkedBy })];
}
