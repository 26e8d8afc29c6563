import type { Prisma } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

/** An order that a scan of the list has to show. */
export interface SentOrder {
  reference: string;
  sentAt: Date;
}

/** What was sent on one account just before and just after an uncertain submission; the nearest first. */
export interface AdjacentOrders {
  earlier: readonly SentOrder[];
  later: readonly SentOrder[];
}

/** On each side. One known order that a list lacks proves that the list is incomplete, so a few are checked. */
const NEAREST = 5;
/** Older orders say too little about a list of this time. */
const EARLIER_WINDOW_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * Accepted by the service and not replaced. An order that was found after a sync gap was not sent by this database, so
 * its absence from a list would prove nothing.
 */
const AT_PROVIDER_WHERE = {
  state: { in: [...AT_PROVIDER_STATES] },
  foundAt: null,
  replacedAt: null,
} as const satisfies Prisma.SubmissionWhereInput;

/** Those of an account that the service had before an instant, by when they were sent. */
export function earlierOrders(
  ctx: Pick<OrdersContext, "db">,
  account: PrintAccountId,
  before: Date,
): Promise<SentOrder[]> {
  const sentAt = { gte: new Date(before.getTime() - EARLIER_WINDOW_MS), lt: before };
  return ctx.db.submission.findMany({
    // A later attempt may have created an order that was first sent before, so the acceptance counts, too.
    where: { ...AT_PROVIDER_WHERE, printAccountId: account, sentAt, submittedAt: { lte: before } },
    orderBy: { sentAt: "desc" },
    take: NEAREST,
    select: sentOrderFields,
  }) as Promise<SentOrder[]>;
}

/** Those of an account that were sent between two instants. */
export function laterOrders(
  ctx: Pick<OrdersContext, "db">,
  account: PrintAccountId,
  { after, until }: { after: Date; until: Date },
): Promise<SentOrder[]> {
  return ctx.db.submission.findMany({
    where: { ...AT_PROVIDER_WHERE, printAccountId: account, sentAt: { gt: after, lte: until } },
    orderBy: { sentAt: "asc" },
    take: NEAREST,
    select: sentOrderFields,
  }) as Promise<SentOrder[]>;
}

/** The begin of a scan that also shows what was sent just before an instant. */
export async function scanStartFor(
  ctx: Pick<OrdersContext, "db">,
  account: PrintAccountId,
  sentAt: Date,
): Promise<Date> {
  const earlier = await earlierOrders(ctx, account, sentAt);
  return earlier.at(-1)?.sentAt ?? sentAt;
}

const sentOrderFields = { reference: true, sentAt: true } as const;
