import { setTimeout as wait } from "node:timers/promises";
import { DEV_SHOP } from "../dev-shop.ts";
import type { Sandbox } from "../open.ts";
import type { State as PressState } from "../print-service/index.ts";
import type { Knobs } from "../http-clients.ts";
import type { Notification, Order, Shop } from "../shopify/model.ts";
import type { OrderInput } from "../shopify/place-order.ts";
import type { ShownOrder } from "../show-order.ts";

export interface Played {
  id: string;
  name: string;
  /** Orders at the print service that this one is meant to lead to. */
  printed: number;
}

/** What the stories need: the buyer, the merchant, the printer, and the eyes on both sides. */
export interface Stage {
  goods: Sandbox["goods"];
  say(who: "buyer" | "shopify" | "inkbridge" | "printer" | "merchant" | "", what: string): void;
  title(text: string): void;
  buy(input: OrderInput): Promise<Played>;
  /** Waits until the app shows the order like that. */
  app(order: Played, what: string, is: (order: ShownOrder) => boolean): Promise<ShownOrder>;
  act(order: Played, act: string, submissionId: string): Promise<void>;
  /** Shopify's own picture of the order, as soon as it looks like that. */
  shop(order: Played, what: string, is: (order: Order) => boolean): Promise<Order>;
  edit(order: Played, edit: unknown): Promise<void>;
  press: Knobs;
  printer(reference: string, action: "produce" | "ship" | "refuse-address", body?: unknown): Promise<void>;
  atPress(): Promise<PressState>;
  mails(): Promise<Notification[]>;
  played: Played[];
}

const PATIENCE_MS = 60_000;

export function openStage(sandbox: Sandbox, press: Knobs, print: (line: string) => void): Stage {
  const { shopify, merchant } = sandbox;
  const state = () => shopify.get<{ shops: Shop[]; notifications: Notification[] }>("state");
  const stage: Stage = {
    goods: sandbox.goods,
    press,
    played: [],
    say: (who, what) => print(`  ${who.padEnd(10)} ${what}`),
    title: (text) => print(`\n${text}`),
    async buy(input) {
      const placed = await shopify.post<Order>("orders", { shop: DEV_SHOP, input });
      const played = { id: placed.id, name: placed.name, printed: 1 };
      stage.played.push(played);
      stage.say(
        "buyer",
        `checks out: order ${placed.name}, ${placed.lines.map((l) => `${l.quantity} × ${l.title}`).join(", ")}`,
      );
      return played;
    },
    app: (order, what, is) =>
      patiently(`${order.name} ${what}`, async () => {
        const seen = await merchant.get<ShownOrder>(`/app/api/orders/${order.id}`).catch(() => null);
        return { found: seen && is(seen) ? seen : null, last: seen };
      }),
    async act(order, act, submissionId) {
      await merchant.post(`/app/api/orders/${order.id}`, { act, submissionId });
    },
    shop: (order, what, is) =>
      patiently(`${order.name} in Shopify ${what}`, async () => {
        const seen = (await state()).shops.flatMap((s) => s.orders).find((o) => o.id === order.id) ?? null;
        return { found: seen && is(seen) ? seen : null, last: seen?.fulfillmentOrders };
      }),
    async edit(order, edit) {
      await shopify.post("edit", { shop: DEV_SHOP, order: order.id, edit });
    },
    async printer(reference, action, body = {}) {
      await press.post(`orders/${encodeURIComponent(reference)}/${action}`, body);
    },
    atPress: () => press.get<PressState>("state"),
    mails: async () => (await state()).notifications,
  };
  return stage;
}

async function patiently<T>(what: string, look: () => Promise<{ found: T | null; last: unknown }>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const { found, last } = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Waited a minute in vain for: ${what}.\nLast seen: ${JSON.stringify(last)}`);
    await wait(100);
  }
}
