import { setTimeout as wait } from "node:timers/promises";
import { DEV_SHOP } from "../dev-shop.ts";
import type { Mail } from "../inbox/mail-server.ts";
import type { Sandbox } from "../open.ts";
import type { State as PrintServiceState } from "../print-service/index.ts";
import type { StandInControls } from "../http-clients.ts";
import type { Notification, Order, Shop } from "../shopify/model.ts";
import type { OrderInput } from "../shopify/place-order.ts";
import type { ShownOrder } from "../show-order.ts";

export interface PlacedOrder {
  id: string;
  name: string;
  /** The expected number of print orders. */
  expectedProviderOrders: number;
}

/** The actions of customer, merchant and printer, and both sides' view of an order. */
export interface Demo {
  goods: Sandbox["goods"];
  say(who: "customer" | "shopify" | "inkbridge" | "printer" | "merchant" | "", what: string): void;
  title(text: string): void;
  buy(input: OrderInput): Promise<PlacedOrder>;
  /** Waits until the app's view of the order matches. */
  waitForApp(order: PlacedOrder, what: string, is: (order: ShownOrder) => boolean): Promise<ShownOrder>;
  action(order: PlacedOrder, action: string, submissionId: string): Promise<void>;
  /** Waits until Shopify's order matches. */
  waitForShopify(order: PlacedOrder, what: string, is: (order: Order) => boolean): Promise<Order>;
  edit(order: PlacedOrder, edit: unknown): Promise<void>;
  printService: StandInControls;
  production(
    reference: string,
    action: "pay" | "produce" | "label" | "ship" | "reject-address",
    body?: unknown,
  ): Promise<void>;
  /** The print service prints nothing before it is paid. */
  isPaidPerOrder: boolean;
  printServiceState(): Promise<PrintServiceState>;
  mails(): Promise<Notification[]>;
  /** From now on the merchant is told by email what needs attention. */
  tellMerchant(email: string): Promise<void>;
  /** Waits for the merchant's email about the order. */
  waitForMerchantEmail(order: PlacedOrder): Promise<Mail>;
  placedOrders: PlacedOrder[];
}

const LIMIT_MS = 60_000;

export function openDemo(sandbox: Sandbox, printService: StandInControls, print: (line: string) => void): Demo {
  const { shopify, merchant } = sandbox;
  const state = () => shopify.get<{ shops: Shop[]; notifications: Notification[] }>("state");
  const demo: Demo = {
    goods: sandbox.goods,
    printService,
    isPaidPerOrder: !sandbox.interfaces.includes("v1"),
    placedOrders: [],
    say: (who, what) => print(`  ${who.padEnd(10)} ${what}`),
    title: (text) => print(`\n${text}`),
    async buy(input) {
      const placed = await shopify.post<Order>("orders", { shop: DEV_SHOP, input });
      const placedOrder = { id: placed.id, name: placed.name, expectedProviderOrders: 1 };
      demo.placedOrders.push(placedOrder);
      demo.say(
        "customer",
        `checks out: order ${placed.name}, ${placed.lines.map((l) => `${l.quantity} × ${l.title}`).join(", ")}`,
      );
      return placedOrder;
    },
    waitForApp: (order, what, is) =>
      waitFor(`${order.name} ${what}`, async () => {
        const seen = await merchant.get<ShownOrder>(`/app/api/orders/${order.id}`).catch(() => null);
        return { found: seen && is(seen) ? seen : null, last: seen };
      }),
    async action(order, action, submissionId) {
      await merchant.post(`/app/api/orders/${order.id}`, { action, submissionId });
    },
    waitForShopify: (order, what, is) =>
      waitFor(`${order.name} in Shopify ${what}`, async () => {
        const seen = (await state()).shops.flatMap((s) => s.orders).find((o) => o.id === order.id) ?? null;
        return { found: seen && is(seen) ? seen : null, last: seen?.fulfillmentOrders };
      }),
    async edit(order, edit) {
      await shopify.post("edit", { shop: DEV_SHOP, order: order.id, edit });
    },
    async production(reference, action, body = {}) {
      await printService.post(`orders/${encodeURIComponent(reference)}/${action}`, body);
    },
    printServiceState: () => printService.get<PrintServiceState>("state"),
    mails: async () => (await state()).notifications,
    async tellMerchant(target) {
      const topics = ["sending", "address", "payment", "artwork", "after_sending", "account"];
      const timings = Object.fromEntries(topics.map((topic) => [topic, "at_once"]));
      const added = [{ key: "1", kind: "email", target, timings, digestTime: "08:00" }];
      await merchant.post("/app/api/notifications", { intent: "save", added, changed: [], removed: [] });
    },
    waitForMerchantEmail: (order) =>
      waitFor(`an email about ${order.name}`, async () => {
        const all = sandbox.inbox.mails();
        return { found: all.find(({ text }) => text.includes(`${order.name}:`)) ?? null, last: all };
      }),
  };
  return demo;
}

async function waitFor<T>(what: string, probe: () => Promise<{ found: T | null; last: unknown }>): Promise<T> {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    const { found, last } = await probe();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Timed out after a minute: ${what}.\nLast seen: ${JSON.stringify(last)}`);
    await wait(100);
  }
}
