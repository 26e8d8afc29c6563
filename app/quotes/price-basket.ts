import type { OrdersContext } from "../orders/core/context.ts";
import { ForeignError, Rejected, Unauthorized } from "../ports/errors.ts";
import type { PrintService } from "../ports/print-service.ts";
import { keepQuote, readQuote, type KeptQuote } from "./quote-cache.ts";
import type { Basket, Priced } from "./model.ts";
import { priceOf } from "./price.ts";
import { canonical, questionHash } from "./basket-hash.ts";

export type QuotesContext = Pick<OrdersContext, "db" | "printService" | "clock">;

export interface PricingShop {
  printAccountId: string | null;
  /** Currency of the print service's prices, from the shop's settings. */
  serviceCurrency: string;
}

/**
 * What a basket costs at the print service, asked anew when the kept answer is `maxAgeMs` old or older.
 * Standard shipping; tax is not in the total (service-interface 2.10). Not inside a transaction.
 */
export async function priceBasket(
  ctx: QuotesContext,
  shop: PricingShop,
  basket: Basket,
  { maxAgeMs }: { maxAgeMs: number },
): Promise<Priced> {
  const { printAccountId } = shop;
  if (printAccountId === null) return { status: "not_connected" };
  const question = questionHash(basket);
  const kept = await readQuote(ctx.db, { printAccountId, question });
  try {
    const fresh = kept !== null && ctx.clock.now().getTime() - kept.askedAt.getTime() < maxAgeMs;
    const { quote, askedAt } = fresh ? kept : await askOnce(ctx, { printAccountId, question }, basket);
    return { status: "priced", price: priceOf(quote, basket.items, { currency: shop.serviceCurrency, askedAt }) };
  } catch (error) {
    if (error instanceof Rejected) return { status: "refused", words: error.words ?? null };
    if (error instanceof Unauthorized) return { status: "account_refused" };
    if (error instanceof ForeignError) return { status: "unavailable" };
    throw error;
  }
}

type Key = Parameters<typeof readQuote>[1];

const underway = new WeakMap<PrintService, Map<string, Promise<KeptQuote>>>();

/** Whoever asks while the same question is on its way waits for that answer. */
async function askOnce(ctx: QuotesContext, key: Key, basket: Basket): Promise<KeptQuote> {
  const asking = underway.get(ctx.printService) ?? new Map<string, Promise<KeptQuote>>();
  underway.set(ctx.printService, asking);
  const id = `${key.printAccountId} ${key.question}`;
  const answer = asking.get(id) ?? ask(ctx, key, basket).finally(() => asking.delete(id));
  asking.set(id, answer);
  return answer;
}

async function ask(ctx: QuotesContext, key: Key, basket: Basket): Promise<KeptQuote> {
  const askedAt = ctx.clock.now();
  const quote = await ctx.printService.forAccount(key.printAccountId).testPrice(canonical(basket));
  await keepQuote(ctx.db, key, { quote, askedAt });
  return { quote, askedAt };
}
