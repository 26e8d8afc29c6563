import { readyMade, type Goods } from "../buyers.ts";
import type { OrderInput } from "../place-order.ts";

export interface ReadyMade {
  key: string;
  title: string;
  /** The items and the destination. */
  what: string;
  /** The behavior that the order shows. */
  tries: string;
  input: OrderInput;
}

const WORDS: Record<string, [title: string, what: string, tries: string]> = {
  plain: ["Standard order", "2 shirts and a mug to Portland, USA", "Sent, printed, shipped, with tracking."],
  express: [
    "Express shipping",
    "A shirt with Express shipping to Portland, USA",
    "A shipping rule selects the faster method.",
  ],
  japan: ["To Japan", "A shirt to Tokyo, with a Japanese address", "The address is sent in its original script."],
  germany: ["To Germany", "A shirt and 3 mugs to a company in Bremen", "A company address without a province."],
  withoutPhone: [
    "No phone number",
    "A shirt for a customer without a phone number",
    "Held, or sent with the fallback phone.",
  ],
  giftCard: ["With a gift card", "A shirt, a gift card and a tip", "Only the shirt is printed."],
  mixed: ["Mixed order", "A shirt and 2 candles", "Only the shirt is printed; the candles stay unfulfilled."],
  personalized: ["Personalized", "A shirt with a name on the back", "Held until you review the personalization."],
  engraved: [
    "With an engraving",
    "A shirt with a text that isn't set up",
    "Held, since nothing says where the text goes.",
  ],
  noted: ["With a note", "A shirt, with a note and a gift message", "Held, or sent, by your personalization settings."],
  authorized: ["Payment authorized", "A shirt, payment authorized", "Held, or sent, by your payment settings."],
  cashOnDelivery: ["Cash on delivery", "A shirt, paid on delivery", "Held, or sent, by your payment settings."],
  pickup: ["Local pickup", "A shirt to pick up in the store", "Held, since the print service ships every order."],
  test: ["Test order", "A shirt, ordered as a test", "Held, since printing costs money."],
  unpaid: ["Not paid yet", "A shirt, payment pending", "Held until the order is paid."],
  risky: ["High fraud risk", "A shirt with a high fraud risk", "Held until you approve the order."],
};

/** The sample orders with their texts. */
export function readyMadeOrders(goods: Goods): ReadyMade[] {
  return Object.entries(readyMade(goods)).map(([key, input]) => {
    const [title, what, tries] = WORDS[key] ?? [key, "", ""];
    return { key, title, what, tries, input };
  });
}
