import pLimit from "p-limit";
import { basketOf } from "../../quotes/basket.ts";
import { isBelow, marginOf, type PaidAmounts } from "../../quotes/margin.ts";
import type { PriceResult } from "../../quotes/model.ts";
import { priceBasket } from "../../quotes/price-basket.ts";
import { priceRules } from "../receive/price-rules.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import type { SentFile } from "../core/sent-files.ts";
import type { OrdersContext } from "../core/context.ts";
import { newHold, type Hold } from "../core/attention.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

interface PreSendInput {
  payload: PrintOrder;
  payloadHash: string;
  settings: ShopSettings;
  printAccountId: PrintAccountId | null;
  /** null: a reprint, which nobody pays for: staff sees its price before asking for it. */
  paid: PaidAmounts | null;
}

type PreSendContext = Pick<OrdersContext, "db" | "printService" | "artwork" | "clock">;

/** The checks just before sending that call other systems: artwork links, and the margin where the settings have a minimum. */
export async function runPreSendChecks(
  ctx: PreSendContext,
  input: PreSendInput,
): Promise<{ holds: Hold[]; files: SentFile[] }> {
  const [artwork, margin] = await Promise.all([
    checkArtwork(ctx, input.payload, input.payloadHash),
    marginHolds(ctx, input),
  ]);
  return { holds: [...artwork.holds, ...margin], files: artwork.files };
}

const LINK_CONCURRENCY = 4;
/** No further links are checked after this many: the check runs again once these are fixed. */
const MAX_UNREADABLE = 8;

const SIDES = [
  { side: "front", link: "artworkFront" },
  { side: "back", link: "artworkBack" },
] as const;

/** The holds of links that return no image, and which files the others return. `basis`: hash of the content. */
export async function checkArtwork(
  ctx: Pick<PreSendContext, "artwork">,
  payload: PrintOrder,
  basis: string,
): Promise<{ holds: Hold[]; files: SentFile[] }> {
  const links = new Set(payload.items.flatMap((i) => [i.artworkFront, i.artworkBack]).filter((link) => link !== ""));
  let unreadable = 0;
  const answers = await pLimit(LINK_CONCURRENCY).map(links, async (link) => {
    if (unreadable >= MAX_UNREADABLE) return null;
    const answer = await ctx.artwork.check(link);
    if (!answer.ok) unreadable += 1;
    return answer;
  });
  const holds = answers.flatMap((answer, at) => {
    if (answer === null || answer.ok) return [];
    return [newHold("artwork_unreadable", { subject: `link ${at + 1}`, basis, detail: { reason: answer.reason } })];
  });
  const answerOf = new Map([...links].map((link, at) => [link, answers[at]]));
  const files = payload.items.flatMap((item, position) =>
    SIDES.flatMap(({ side, link }): SentFile[] => {
      const answer = answerOf.get(item[link]);
      return answer?.ok && answer.file
        ? [{ position, side, sha256: answer.file.sha256, bytes: answer.file.bytes }]
        : [];
    }),
  );
  return { holds, files };
}

/** Many orders of one basket need one request: catalog prices change seldom. */
const PRICE_MAX_AGE_MS = 10 * 60_000;

async function marginHolds(ctx: PreSendContext, input: PreSendInput): Promise<Hold[]> {
  const { payload, settings, printAccountId, paid } = input;
  if (settings.minimumMarginPercent === null || printAccountId === null || paid === null) return [];
  const shop = { printAccountId, serviceCurrency: settings.serviceCurrency };
  const priced = await priceBasket(ctx, shop, basketOf(payload), { maxAgeMs: PRICE_MAX_AGE_MS });
  return judgeMargin(priced, { ...input, paid });
}

/** What a margin is judged by; of the price, no more than that. */
type JudgedPrice =
  { status: "priced"; price: Parameters<typeof marginOf>[0] } | { status: Exclude<PriceResult["status"], "priced"> };

/** The holds of an order with this price. */
export function judgeMargin(
  priced: JudgedPrice,
  { payload, settings, printAccountId, payloadHash: basis, paid }: PreSendInput & { paid: PaidAmounts },
): Hold[] {
  const least = settings.minimumMarginPercent;
  if (least === null) return [];
  const judgedBy = { priceRules: priceRules(settings, printAccountId) };
  const unavailable = (reason: string) => [newHold("quote_unavailable", { basis, detail: { reason, ...judgedBy } })];
  if (priced.status !== "priced") return unavailable(priced.status);
  const margin = marginOf(priced.price, paid);
  if (!margin.known) return unavailable(margin.reason === "price_inconsistent" ? "sum_differs" : margin.reason);
  if (isBelow(margin, least))
    return [newHold("margin_low", { basis, detail: { percent: margin.percent, least, ...judgedBy } })];
  // print-service: testPrice knows standard shipping only, so that this margin is the most there can be.
  return payload.method === null ? [] : [newHold("margin_unknown", { basis, detail: judgedBy })];
}
