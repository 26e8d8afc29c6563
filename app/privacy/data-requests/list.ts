import type { DataRequest } from "../../../prisma/client/client.ts";
import { decryptCustomer } from "../../orders/core/customer-summary.ts";
import { gidNumber } from "../../ports/gid.ts";
import { dataRequestIdSchema, type DataRequestId, type ShopId } from "../../ports/ids.ts";
import type { ShopsContext } from "../../shops/context.ts";
import { readStaffNames } from "../../shops/staff-names.ts";
import { heldOrders } from "./record.ts";
import { DAY_MS } from "../../ports/clock.ts";

/** A request as the merchant sees it. Times are ISO 8601, UTC. */
export interface DataRequestView {
  id: DataRequestId;
  state: DataRequest["state"];
  requestedAt: string;
  dueAt: string;
  endedAt: string | null;
  /** Who sent the export; null where that is not known, or nobody did. */
  sentBy: string | null;
  /** Shopify's number of the customer. */
  customerNumber: string | null;
  /** As the orders have it; "" where it is not held any longer. */
  customerName: string;
  /** The orders whose data can be exported. */
  orders: { name: string; number: string }[];
}

export interface DataRequestsPage {
  rows: DataRequestView[];
  /** The id after which the next page begins; null for the last page. */
  next: DataRequestId | null;
}

const PAGE_SIZE = 25;
/** Shopify's rule for apps, and the month that the GDPR gives the merchant. */
const DAYS_TO_ANSWER = 30;

type ListContext = Pick<ShopsContext, "db" | "encryptor">;

/** A page of a shop's data requests, newest first. An invalid `after` answers with the first page. */
export async function readDataRequests(
  ctx: ListContext,
  shopId: ShopId,
  after: string | null,
): Promise<DataRequestsPage> {
  const from = dataRequestIdSchema.safeParse(after).data;
  const found = await ctx.db.dataRequest.findMany({
    where: { shopId, ...(from && { id: { lt: from } }) },
    orderBy: { id: "desc" },
    take: PAGE_SIZE + 1,
  });
  const shown = found.slice(0, PAGE_SIZE);
  const staffNames = await readStaffNames(
    ctx,
    shopId,
    shown.flatMap(({ endedBy }) => endedBy ?? []),
  );
  return {
    rows: await Promise.all(shown.map((row) => viewOf(ctx, row, staffNames))),
    next: found.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  };
}

async function viewOf(
  ctx: ListContext,
  row: DataRequest,
  staffNames: ReadonlyMap<string, string>,
): Promise<DataRequestView> {
  const orders = await heldOrders(ctx.db, row.shopId, row.orderGids);
  const names = orders.map((order) => decryptCustomer(ctx, order)?.name);
  return {
    id: row.id,
    state: row.state,
    requestedAt: row.requestedAt.toISOString(),
    dueAt: dueOf(row).toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    sentBy: (row.endedBy && staffNames.get(row.endedBy)) ?? null,
    customerNumber: row.customerGid && gidNumber(row.customerGid),
    customerName: names.findLast(Boolean) ?? "",
    orders: orders.map(({ name, shopifyGid }) => ({ name, number: gidNumber(shopifyGid) })),
  };
}

/** The open requests of a shop: how many there are, and when the first one is due. null: none. */
export async function readOpenRequests(
  { db }: Pick<ShopsContext, "db">,
  shopId: ShopId,
): Promise<{ count: number; dueAt: string } | null> {
  const open = await db.dataRequest.aggregate({
    where: { shopId, state: "open" },
    _count: true,
    _min: { requestedAt: true },
  });
  const { requestedAt } = open._min;
  return requestedAt && { count: open._count, dueAt: dueOf({ requestedAt }).toISOString() };
}

/** Until when the merchant has to answer the customer. */
const dueOf = ({ requestedAt }: Pick<DataRequest, "requestedAt">): Date =>
  new Date(requestedAt.getTime() + DAYS_TO_ANSWER * DAY_MS);
