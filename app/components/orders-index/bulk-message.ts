import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import { BULK_REQUESTS, PARTS } from "../common/provider-message-copy.ts";

type Row = Pick<OrderSummary, "name" | "requests">;

/** One message about several orders. */
export interface BulkMessage {
  text: string;
  references: string[];
  /** Names of orders whose request needs an address or items: each has a message of its own. */
  left: string[];
}

/** What the print service is asked about these orders, each request once with its references. null: nothing. */
export function bulkMessage(orders: readonly Row[], shopName: string): BulkMessage | null {
  const requests = orders.flatMap((order) => order.requests);
  const parts = Object.entries(BULK_REQUESTS).flatMap(([asks, request]) => {
    const about = requests.filter((one) => one.asks === asks);
    return about.length === 0 ? [] : [{ request, about }];
  });
  if (parts.length === 0) return null;
  const sections = [
    [PARTS.greeting],
    ...parts.map(({ request, about }) => [request, ...about.map(line)]),
    [PARTS.confirm],
    [`${PARTS.closing},`, shopName],
  ];
  return {
    text: sections.map((lines) => lines.join("\n")).join("\n\n"),
    references: [...new Set(parts.flatMap(({ about }) => about.map(({ reference }) => reference)))],
    left: orders.filter((order) => order.requests.some(({ asks }) => !(asks in BULK_REQUESTS))).map(({ name }) => name),
  };
}

const line = ({ reference, serviceOrderId }: Row["requests"][number]): string =>
  `- ${reference}${serviceOrderId === null ? "" : ` (${PARTS.serviceOrderId}: ${serviceOrderId})`}`;
