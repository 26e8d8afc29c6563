import { money } from "../components/common/format.ts";
import { DOUBTFUL, LOSS, marginWords, NO_MARGIN, NO_PRICE, sharedWords } from "../components/order-details/price-words.ts";
import type { OrderPrice } from "../orders/pages/details/order-price.ts";
import type { OrderMoney } from "./responses.ts";

/** Cost and margin of a submission as its order's extension shows them. The print service's own words stay in the app. */
export function orderMoney({ priced, margin, counting }: OrderPrice): OrderMoney {
  if (priced.status !== "priced") return { cost: null, margin: null, says: [NO_PRICE[priced.status]] };
  const { total, currency, doubts } = priced.price;
  const cost = money(total, currency);
  const doubtful = doubts.length > 0 ? [DOUBTFUL] : [];
  if (!margin) return { cost, margin: null, says: doubtful };
  if (!margin.known) return { cost, margin: null, says: [...doubtful, NO_MARGIN[margin.why]] };
  const loss = margin.profit.startsWith("-");
  return {
    cost,
    margin: { amount: marginWords(money(margin.profit, margin.currency), margin.percent), loss },
    says: [...doubtful, ...(loss ? [LOSS] : []), ...(counting > 1 ? [sharedWords(counting)] : [])],
  };
}
