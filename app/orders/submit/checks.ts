import Decimal from "decimal.js";
import { marginPercent } from "../../quotes/margin.ts";
import type { ShopSettings } from "../../shops/settings.ts";
import { ForeignError } from "../../ports/errors.ts";
import type { OrdersContext } from "../context.ts";
import type { Hold } from "../holds.ts";
import type { PrintOrder } from "../model.ts";

export interface Paid {
  /** Decimal strings in `currency`; null when unknown. */
  subtotal: string | null;
  shipping: string | null;
  currency: string;
}

export interface CheckInput {
  payload: PrintOrder;
  payloadHash: string;
  settings: ShopSettings;
  printAccountId: string | null;
  paid: Paid;
}

/** The checks that ask somebody else, just before sending: artwork links, and the margin where the settings want it. */
export async function checkBeforeSending(ctx: OrdersContext, input: CheckInput): Promise<Hold[]> {
  const [artwork, margin] = await Promise.all([
    artworkHolds(ctx, input.payload, input.payloadHash),
    marginHolds(ctx, input),
  ]);
  return [...artwork, ...margin];
}

async function artworkHolds(ctx: OrdersContext, payload: PrintOrder, basis: string): Promise<Hold[]> {
  const links = new Set(payload.items.flatMap((i) => [i.artworkFront, i.artworkBack]).filter((link) => link !== ""));
  const answers = await Promise.all([...links].map((link) => ctx.artwork.check(link)));
  return answers.flatMap((answer, at): Hold[] =>
    answer.ok
      ? []
      : [{ code: "artwork_unreadable", subject: `link ${at + 1}`, basis, detail: { reason: answer.reason } }],
  );
}

async function marginHolds(ctx: OrdersContext, input: CheckInput): Promise<Hold[]> {
  const { payload, settings, paid, payloadHash: basis } = input;
  const least = settings.minimumMarginPercent;
  if (least === null || input.printAccountId === null) return [];
  try {
    const quote = await ctx.printService.forAccount(input.printAccountId).testPrice({
      countryCode: payload.countryCode,
      provinceCode: payload.provinceCode,
      items: payload.items.map((i) => ({ itemSku: i.itemSku, quantity: i.quantity })),
    });
    const amount = paid.subtotal === null ? null : new Decimal(paid.subtotal).plus(paid.shipping ?? "0").toString();
    const percent = marginPercent({
      paid: amount,
      paidCurrency: paid.currency,
      cost: quote.totalPrice,
      costCurrency: settings.serviceCurrency,
    });
    if (percent === null)
      return [{ code: "quote_unavailable", subject: "", basis, detail: { reason: "not_comparable" } }];
    return new Decimal(percent).lessThan(least)
      ? [{ code: "margin_low", subject: "", basis, detail: { percent, least } }]
      : [];
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error;
    return [{ code: "quote_unavailable", subject: "", basis, detail: { reason: error.name } }];
  }
}
