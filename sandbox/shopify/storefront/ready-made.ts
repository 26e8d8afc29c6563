import { readyMade, type Goods } from "../buyers.ts";
import type { OrderInput } from "../place-order.ts";

export interface ReadyMade {
  key: string;
  title: string;
  /** What the order is made of. */
  what: string;
  /** What it tries out. */
  tries: string;
  input: OrderInput;
}

const WORDS: Record<string, [title: string, what: string, tries: string]> = {
  plain: [
    "Just an order",
    "2 shirts and a mug to Portland, USA",
    "The whole way: sent, printed, shipped, tracking back.",
  ],
  express: [
    "Express shipping",
    "A shirt with Express to Portland, USA",
    "The shipping rule that picks the faster method.",
  ],
  japan: [
    "To Japan",
    "A shirt to Tokyo, address in Japanese",
    "Scripts, prefectures and codes that keep their meaning.",
  ],
  germany: [
    "To Germany",
    "A shirt and 3 mugs to a company in Bremen",
    "A country without provinces, a company name, an ß.",
  ],
  withoutPhone: [
    "No phone number",
    "A shirt for a guest without a phone",
    "The print service wants a phone: which one is taken?",
  ],
  giftCard: ["With a gift card", "A shirt, a gift card and a tip", "What is not printed is left alone."],
  mixed: [
    "Mixed order",
    "A shirt and 2 candles of somebody else",
    "Only the shirt is printed; the candles stay unfulfilled.",
  ],
  personalized: [
    "Personalized",
    "A shirt with a name on the back",
    "Waits until a person has read what will be printed.",
  ],
  unpaid: ["Not paid yet", "A shirt, payment pending", "Nothing is printed until Shopify says it is paid."],
  risky: ["High fraud risk", "A shirt that Shopify warns of", "Held until a person decides."],
};

/** The ready-made orders with words for a person. */
export function readyMadeOrders(goods: Goods): ReadyMade[] {
  return Object.entries(readyMade(goods)).map(([key, input]) => {
    const [title, what, tries] = WORDS[key] ?? [key, "", ""];
    return { key, title, what, tries, input };
  });
}
