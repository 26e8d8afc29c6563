import type { BuyerDataView } from "../../../prisma/client/client.ts";
import { type BuyerDataAccessId, isUuid } from "../../ports/ids.ts";

export const BUYER_DATA_VIEWS = [
  "orders_list",
  "order",
  "shopify_address",
  "personalization",
  "order_change",
  "reprint",
  "data_requests",
  "data_export",
] as const satisfies readonly BuyerDataView[];

/** The filters of the access log's page; null: all. */
export interface AccessLogQuery {
  view: BuyerDataView | null;
  /** Shopify's id of the user. */
  user: string | null;
  /** The name of an order, with or without #; "": all. */
  order: string;
  /** The id of the entry after which the page begins; null for the first page. */
  after: BuyerDataAccessId | null;
}

const MAX_LENGTH = 100;

/** The query of the page's address. What cannot be read filters nothing. */
export function readAccessLogQuery(params: URLSearchParams): AccessLogQuery {
  const user = params.get("user") ?? "";
  const after = params.get("after") ?? "";
  return {
    view: BUYER_DATA_VIEWS.find((view) => view === params.get("view")) ?? null,
    user: /^\d{1,20}$/.test(user) ? user : null,
    order: (params.get("order") ?? "").trim().slice(0, MAX_LENGTH),
    after: isUuid(after) ? (after as BuyerDataAccessId) : null,
  };
}

/** The page's address for a query. */
export function writeAccessLogQuery(query: AccessLogQuery): URLSearchParams {
  const given = Object.entries(query).filter(([, value]: [string, unknown]) => value !== null && value !== "");
  return new URLSearchParams(given as [string, string][]);
}
