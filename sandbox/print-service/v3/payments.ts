/** Money of version 3: an order is created unpaid, and produced only when it is paid. */
import { Decimal } from "decimal.js";
import { z } from "zod";
import { clockString } from "../clock-strings.ts";
import type { Settings } from "../options.ts";
import { parse } from "../order-body.ts";
import { ApiError } from "../responses.ts";
import type { Order, Store, Transaction } from "../store.ts";

/** Whether it waits for money. An order of version 1 never does. */
export const isUnpaid = ({ version3, items }: Order): boolean =>
  version3 !== undefined && items.some((item) => item.paymentStatus !== "Paid");

/** Whether all of it was canceled. */
export const isCanceled = ({ items }: Pick<Order, "items">): boolean =>
  items.every(({ orderStatus }) => orderStatus === "Cancelled");

/** Whether it may not be printed or shipped yet. */
export const waitsForPayment = ({ version3 }: Settings, order: Order): boolean =>
  isUnpaid(order) && !version3.producesUnpaid;

/** A payment may count only a while after its answer. */
export function settlePayment({ version3, items }: Order, now: Date): void {
  if (!version3?.paidFrom || version3.paidFrom > now) return;
  for (const item of items) item.paymentStatus = "Paid";
}

/** print-service-v3: payOrder. Charges the account's wallet. */
export function payOrder(store: Store, settings: Settings, account: string, body: unknown): string {
  const { order_id } = parse(z.object({ order_id: z.string().min(1) }), body);
  const order = store.orders.find((one) => one.account === account && one.serviceId === order_id);
  const details = order?.version3;
  if (!order || !details || details.isDeleted) throw new ApiError(404, "Order not found!");
  if (isCanceled(order)) throw new ApiError(400, "Order has been cancelled!");
  const { paidTwice } = settings.version3;
  if (paidTwice !== "charges" && (isCharged(store, order) || !isUnpaid(order))) {
    if (paidTwice === "succeeds") return "Paid order successfully!";
    throw new ApiError(400, "Order has been paid!");
  }
  const amount = details.fees.total_price;
  const balance = balanceOf(store, settings, account);
  if (balance !== null && balance.lt(amount)) throw new ApiError(400, "Your balance is not enough!");
  const now = settings.clock.now();
  store.transactions.push({ account, serviceId: order.serviceId, kind: "payment", amount, at: now });
  const { paymentTakesMs } = settings.version3;
  details.paidFrom = paymentTakesMs === null ? null : new Date(now.getTime() + paymentTakesMs);
  settlePayment(order, now);
  return "Paid order successfully!";
}

/** How often each order was charged, by the service's id; one that never was is missing. */
export function countPayments({ transactions }: Pick<Store, "transactions">): Record<string, number> {
  const payments = transactions.filter(({ kind }) => kind === "payment");
  const byOrder = Map.groupBy(payments, ({ serviceId }) => serviceId);
  return Object.fromEntries([...byOrder].map(([serviceId, of]) => [serviceId, of.length]));
}

/** Gives back what the order was charged. */
export function refundOrder(store: Store, settings: Settings, order: Order): void {
  if (!isCharged(store, order)) return;
  const { account, serviceId } = order;
  const amount = order.version3?.fees.total_price ?? "0";
  store.transactions.push({ account, serviceId, kind: "refund", amount, at: settings.clock.now() });
}

/** Money left at the service; null: enough for everything. */
export function balanceOf(store: Store, { version3 }: Settings, account: string): Decimal | null {
  if (version3.wallet === null) return null;
  return store.transactions
    .filter((one) => one.account === account)
    .reduce(
      (sum, { kind, amount }) => (kind === "payment" ? sum.minus(amount) : sum.plus(amount)),
      new Decimal(version3.wallet),
    );
}

/** print-service-v3: Transaction. */
export const shownTransaction = ({ prefix, zoneOffsetMinutes }: Settings, one: Transaction) => ({
  type: one.kind,
  amount: Number(one.amount),
  [`${prefix}_order_id`]: one.serviceId,
  created_at: clockString(one.at, zoneOffsetMinutes),
});

const isCharged = ({ transactions }: Store, { serviceId }: Order): boolean =>
  transactions.filter((one) => one.serviceId === serviceId).at(-1)?.kind === "payment";
