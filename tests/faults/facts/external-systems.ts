import type {
  ShopifyOrderFacts,
  CreateCallFacts,
  EventSent,
  FulfillmentFacts,
  WebhookSent,
  ProviderOrderFacts,
  Recipient,
  ServiceOrderFacts,
} from "./facts.ts";
import { Decimal } from "decimal.js";
import type { Order, Transaction } from "../../../sandbox/print-service/store.ts";
import { isCanceled, isUnpaid } from "../../../sandbox/print-service/v3/payments.ts";
import { startTimeline } from "../content/timeline.ts";
import { expectedLine, expectedOrder, isLeftOut, quantityOf } from "./expected-content.ts";
import type { Simulation, SimulatedOrder } from "../simulation/simulation.ts";
import { orderKeyOf } from "../simulation/personal-data.ts";

const gid = (kind: string, id: string): string => `gid://shopify/${kind}/${id}`;

/** The orders of the scene as Shopify has them. */
export function shopifyOrders(simulation: Simulation): ShopifyOrderFacts[] {
  return [...simulation.orders.values()].map((one) => shopifyOrder(simulation, one));
}

function shopifyOrder({ environment }: Simulation, simulated: SimulatedOrder): ShopifyOrderFacts {
  const { key, shop, order, maxWanted, decisions } = simulated;
  const { locations } = environment.shopify.shop(shop.domain);
  const services = new Set(locations.filter((one) => one.isFulfillmentService).map(({ id }) => id));
  const atServices = order.fulfillmentOrders.filter(({ locationId }) => services.has(locationId));
  return {
    ...expectedOrder(simulated),
    fulfillmentResolved: decisions.given.some(({ value }) => value === "resolve"),
    key,
    shop: shop.domain,
    gid: gid("Order", order.id),
    cancelled: order.cancelledAt !== null,
    uninstalledForGood: shop.uninstalledForGood,
    createdBeforeReinstall: shop.reinstalledAt !== null && order.createdAt < shop.reinstalledAt,
    reprints: decisions.reprints.length,
    lines: order.lines.map((line) => {
      const { limit: limits, withheld } = quantityOf(simulated, line.id);
      const atService = simulated.atService.get(line.id) ?? startTimeline(0, order.createdAt);
      return {
        gid: gid("LineItem", line.id),
        itemSku: printsAs(simulated, line.id),
        leftOut: isLeftOut(simulated, line),
        ...expectedLine(simulated, line),
        maxWanted: maxWanted.get(line.id) ?? line.quantity,
        limits,
        atService,
        reprinted: decisions.reprints.reduce((sum, units) => sum + (units.get(line.id) ?? 0), 0),
        currentlyWanted: line.currentQuantity,
        unfulfilled: Math.max(0, line.unfulfilled - withheld - (atService.at(-1)?.value ?? 0)),
      };
    }),
    fulfillments: order.fulfillments.map((one): FulfillmentFacts => ({
      id: one.id,
      live: one.status === "SUCCESS",
      byApp: one.byApp,
      location: one.locationId,
      numbers: one.tracking.flatMap((tracking) => tracking.number ?? []),
      lines: one.lines.map((row) => ({ lineGid: gid("LineItem", row.lineId), quantity: row.quantity })),
      ofService: one.lines.some((row) => atServices.some(({ id }) => id === row.fulfillmentOrderId)),
    })),
    printTags: order.tags.filter((tag) => tag.startsWith("Print:")),
    heldForPerson: order.fulfillmentOrders.some(({ holds }) =>
      holds.some(({ handle }) => handle?.startsWith("inkbridge-order-")),
    ),
    markedAtService: atServices
      .filter(({ status, lines }) => status === "IN_PROGRESS" && lines.every((row) => row.remaining === row.total))
      .map(({ id }) => gid("FulfillmentOrder", id)),
    mails: environment.shopify.notifications
      .filter((mail) => mail.shop === shop.domain && mail.orderId === order.id)
      .map((mail) => ({ fulfillmentId: mail.fulfillmentId, kind: mail.kind, numbers: mail.tracking })),
  };
}

/** What the line prints as: by its mapping; what is ours and not mapped yet has a name of its own. */
function printsAs({ goods, shop, decisions }: SimulatedOrder, lineId: string): string | null {
  const named = goods.get(lineId);
  if (!named) return null;
  const changed = decisions.changedLines.get(lineId)?.at(-1)?.value.itemSku;
  return changed ?? shop.mappings[named].at(-1)?.value?.itemSku ?? (named === "unmapped" ? "NOT-MAPPED" : null);
}

/** What the print service has, and what it was asked for, since the scene began. */
export function providerFacts({ environment, since, stopped }: Simulation): {
  providerOrders: ProviderOrderFacts[];
  createCalls: CreateCallFacts[];
} {
  const { orders, creates, transactions } = environment.printService.store;
  const money = Map.groupBy(transactions, ({ serviceId }) => serviceId);
  const ofOneCall = Map.groupBy(orders.slice(since.made), ({ createCall }) => createCall);
  return {
    providerOrders: [...ofOneCall.values()].flatMap((made) => {
      const [first] = made;
      const parts = made.map((one) => serviceOrder(one, money.get(one.serviceId) ?? []));
      return first ? [{ ...providerOrder(first, made, stopped), parts }] : [];
    }),
    createCalls: creates.slice(since.creates).map(({ reference }) => ({ reference })),
  };
}

function serviceOrder(order: Order, money: readonly Transaction[]): ServiceOrderFacts {
  const payments = money.filter(({ kind }) => kind === "payment");
  return {
    id: order.serviceId,
    payments: payments.length,
    charged: Decimal.sum(0, ...payments.map(({ amount }) => amount)).toFixed(),
    refunded: money.length > payments.length,
    unpaid: isUnpaid(order),
    cancelled: isCanceled(order),
  };
}

const providerOrder = (
  first: Order,
  made: readonly Order[],
  stopped: ReadonlySet<string>,
): Omit<ProviderOrderFacts, "parts"> => ({
  reference: first.reference,
  account: first.account,
  orderKey: orderKeyOf(first.shipping["shipping_address2"] ?? ""),
  at: first.enteredAt,
  recipient: recipientIn(first.shipping),
  method: first.method,
  items: made
    .flatMap(({ items }) => items)
    .map(({ itemSku, artworkFront, artworkBack, mockup, note, quantity }) => ({
      itemSku,
      artworkFront,
      artworkBack,
      mockup,
      note,
      quantity,
    })),
  numbers: made.flatMap(({ trackings }) => trackings.map(({ trackingNumber }) => trackingNumber)),
  stopped: stopped.has(first.reference),
});

/** What the service has of the recipient; the reference and the method are no part of it. */
const recipientIn = (shipping: Readonly<Record<string, string>>): Recipient =>
  Object.fromEntries(Object.entries(shipping).filter(([name]) => name.startsWith("shipping_")));

const ok = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** Webhooks and events that were sent since the scene began, and whether they were acknowledged. */
export function sentWebhooks({ environment, since, schedule }: Simulation): {
  webhooks: WebhookSent[];
  providerEvents: EventSent[];
} {
  return {
    webhooks: environment.shopify.webhooks.deliveries.slice(since.hooks).map(({ id, shop, topic, attempts }) => ({
      id,
      shop,
      topic,
      acknowledged: attempts.some((attempt) => ok(attempt.status)),
    })),
    providerEvents: environment.printService.store.deliveries
      .slice(since.events)
      .map(({ account, body, responseStatus }) => {
        const { order_id, svc_order_id, tracking_number } = body as Partial<Record<string, string>>;
        const made = environment.printService.store.orders.find(({ serviceId }) => serviceId === svc_order_id);
        const named = order_id?.replace(schedule.permanent.dialect.referencePrefix ?? "", "");
        const reference = named ?? made?.reference ?? "";
        return { account, reference, number: tracking_number ?? null, acknowledged: ok(responseStatus) };
      }),
  };
}
