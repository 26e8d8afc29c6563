import pLimit from "p-limit";
import { basketOf } from "../../quotes/basket.ts";
import { isBelow, marginOf, type PaidAmounts } from "../../quotes/margin.ts";
import type { PriceResult } from "../../quotes/model.ts";
import { priceBasket } from "../../quotes/price-basket.ts";
import { priceRules } from "../receive/price-rules.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import type { SentFile } from "../core/sent-files.ts";
import type { OrdersContext } from "../core/context.ts";
import { recordPrinted, type CheckedLinks, type ReplacedFiles } from "../../print-files/check-printed.ts";
import { readMappedFiles } from "../../print-files/mapped-files.ts";
import type { ArtworkCheckResult } from "../../ports/artwork.ts";
import type { Gid } from "../../ports/gid.ts";
import { newHold, type Hold } from "../core/attention.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import type { PrintAccountId, ShopId } from "../../ports/ids.ts";

interface PreSendInput {
  shopId: ShopId;
  /** Of the lines of the order: where their mappings' links are printed, the files are compared with the mapped ones. */
  variantGids: readonly Gid<"ProductVariant">[];
  payload: PrintOrder;
  payloadHash: string;
  settings: ShopSettings;
  printAccountId: PrintAccountId | null;
  /** null: a reprint, which nobody pays for: staff sees its price before asking for it. */
  paid: PaidAmounts | null;
}

type PreSendContext = Pick<OrdersContext, "db" | "printService" | "artwork" | "clock">;

interface PreSendFindings {
  holds: Hold[];
  files: SentFile[];
  /** The mapped links among those of the order. */
  checked: CheckedLinks;
}

/** The checks just before sending that call other systems: artwork links, and the margin where the settings have a minimum. */
export async function runPreSendChecks(ctx: PreSendContext, input: PreSendInput): Promise<PreSendFindings> {
  const { shopId, payload, payloadHash, settings } = input;
  const mapped = await readMappedFiles(ctx.db, shopId, input.variantGids);
  const [answers, margin] = await Promise.all([readLinks(ctx, payload), marginHolds(ctx, input)]);
  const { replaced, checked } = await recordPrinted(ctx, shopId, mapped, answers);
  const artwork = judgeArtwork(answers, replaced, { payload, basis: payloadHash, settings });
  return { holds: [...artwork.holds, ...margin], files: artwork.files, checked };
}

const LINK_CONCURRENCY = 4;
/** No further links are checked after this many: the check runs again once these are fixed. */
const MAX_UNREADABLE = 8;

const SIDES = [
  { side: "front", link: "artworkFront" },
  { side: "back", link: "artworkBack" },
] as const;

type Answers = ReadonlyMap<string, ArtworkCheckResult>;

/** What the links of an order lead to. */
export async function readLinks({ artwork }: Pick<PreSendContext, "artwork">, payload: PrintOrder): Promise<Answers> {
  const links = new Set(payload.items.flatMap((i) => [i.artworkFront, i.artworkBack]).filter((link) => link !== ""));
  let unreadable = 0;
  const answers = await pLimit(LINK_CONCURRENCY).map(links, async (link) => {
    if (unreadable >= MAX_UNREADABLE) return null;
    const answer = await artwork.check(link);
    if (!answer.ok) unreadable += 1;
    return answer;
  });
  return new Map([...links].flatMap((link, at) => (answers[at] ? [[link, answers[at]] as const] : [])));
}

interface ArtworkRules {
  payload: PrintOrder;
  /** Hash of the content. */
  basis: string;
  settings: Pick<ShopSettings, "replacedArtwork">;
}

/** The holds of links that return no image, or another one than staff mapped, and which files the links return. */
export function judgeArtwork(
  answers: Answers,
  replaced: ReplacedFiles,
  { payload, basis, settings }: ArtworkRules,
): { holds: Hold[]; files: SentFile[] } {
  const holds = [...answers].flatMap(([link, answer], at) => {
    const subject = `link ${at + 1}`;
    if (!answer.ok) return [newHold("artwork_unreadable", { subject, basis, detail: { reason: answer.reason } })];
    const newFile = replaced.get(link);
    if (newFile === undefined || settings.replacedArtwork === "tell") return [];
    // An approval counts for this file in this content: another file, or another content, is held again.
    return [newHold("artwork_changed", { subject, basis: `${basis} ${newFile}` })];
  });
  const files = payload.items.flatMap((item, position) =>
    SIDES.flatMap(({ side, link }): SentFile[] => {
      const answer = answers.get(item[link]);
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

type MarginInput = Omit<PreSendInput, "shopId" | "variantGids">;

/** What a margin is judged by; of the price, no more than that. */
type JudgedPrice =
  { status: "priced"; price: Parameters<typeof marginOf>[0] } | { status: Exclude<PriceResult["status"], "priced"> };

/** The holds of an order with this price. */
export function judgeMargin(
  priced: JudgedPrice,
  { payload, settings, printAccountId, payloadHash: basis, paid }: MarginInput & { paid: PaidAmounts },
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
