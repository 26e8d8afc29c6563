import type { Bought, CreateHeard, EventSent, Fulfilment, HookSent, Made } from "./facts.ts";
import { PRINTS_AS } from "../simulation/start-simulation.ts";
import type { Scene, SceneOrder } from "../simulation/simulation.ts";
import { keyIn } from "../simulation/personal-data.ts";

const gid = (kind: string, id: string): string => `gid://shopify/${kind}/${id}`;

/** The orders of the scene as Shopify has them. */
export function bought(scene: Scene): Bought[] {
  return [...scene.orders.values()].map((one) => boughtOne(scene, one));
}

function boughtOne({ plant }: Scene, { key, shop, order, most, goods: goodsOf }: SceneOrder): Bought {
  return {
    key,
    shop: shop.domain,
    gid: gid("Order", order.id),
    cancelled: order.cancelledAt !== null,
    appGone: shop.gone,
    beforeReturn: shop.backAt !== null && order.createdAt < shop.backAt,
    lines: order.lines.map((line) => {
      const goods = goodsOf.get(line.id);
      return {
        gid: gid("LineItem", line.id),
        itemSku: goods ? PRINTS_AS[goods] : null,
        most: most.get(line.id) ?? line.quantity,
        now: line.currentQuantity,
        unfulfilled: line.unfulfilled,
      };
    }),
    fulfilments: order.fulfillments.map((one): Fulfilment => ({
      id: one.id,
      live: one.status === "SUCCESS",
      byApp: one.byApp,
      location: one.locationId,
      numbers: one.tracking.flatMap((tracking) => tracking.number ?? []),
      lines: one.lines.map((row) => ({ lineGid: gid("LineItem", row.lineId), quantity: row.quantity })),
    })),
    mails: plant.shopify.notifications
      .filter((mail) => mail.shop === shop.domain && mail.orderId === order.id)
      .map((mail) => ({ fulfilmentId: mail.fulfillmentId, kind: mail.kind, numbers: mail.tracking })),
  };
}

/** What the print service has, and what it was asked for, since the scene began. */
export function atService({ plant, since, stopped }: Scene): { made: Made[]; creates: CreateHeard[] } {
  const { orders, creates } = plant.press.remembers;
  return {
    made: orders.slice(since.made).map((order) => ({
      reference: order.reference,
      account: order.account,
      for: keyIn(order.shipping["shipping_address2"] ?? ""),
      items: order.items.map(({ itemSku, quantity }) => ({ itemSku, quantity })),
      numbers: order.trackings.map((tracking) => tracking.trackingNumber),
      stopped: stopped.has(order.reference),
    })),
    creates: creates.slice(since.creates).map(({ reference }) => ({ reference })),
  };
}

const ok = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** Webhooks and events that were sent since the scene began, and whether they were acknowledged. */
export function sent({ plant, since }: Scene): { hooks: HookSent[]; events: EventSent[] } {
  return {
    hooks: plant.shopify.webhooks.deliveries.slice(since.hooks).map(({ id, shop, topic, attempts }) => ({
      id,
      shop,
      topic,
      acknowledged: attempts.some((attempt) => ok(attempt.status)),
    })),
    events: plant.press.remembers.deliveries.slice(since.events).map(({ account, body, answered }) => {
      const { order_id = "", tracking_number } = body as { order_id?: string; tracking_number?: string };
      return { account, reference: order_id, number: tracking_number ?? null, acknowledged: ok(answered) };
    }),
  };
}
