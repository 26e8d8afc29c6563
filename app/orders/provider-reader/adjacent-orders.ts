import type { Prisma } from "@prisma/client";
import type { OrdersContext } from "../core/context.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";

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

/**
 * On each side. One order that a list lacks is enough to show that the list is not complete, so a few are looked for.
 */
const NEAREST = 5;
/** A list of this time says too little of what was sent longer before. */
const EARLIER_WINDOW_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * What the service is known to have: accepted by it, and not replaced since. An order that was found after a sync gap
 * was not sent by this database, so its absence from a list would show nothing.
 */
const AT_PROVIDER_WHERE = {
  state: { in: [...AT_PROVIDER_STATES] },
  foundAt: null,
  replacedAt: null,
} as const satisfies Prisma.SubmissionWhereInput;

/** Those of an account that the service had before an instant, by when they were sent. */
export function earlierOrders(ctx: Pick<OrdersContext, "db">, account: string, before: Date): Promise<SentOrder[]> {
  const sentAt = { gte: new Date(before.getTime() - EARLIER_WINDOW_MS), lt: before };
  return ctx.db.submission.findMany({
    // An order that was sent before may have been made by a later attempt: it has to have been accepted by then.
    where: { ...AT_PROVIDER_WHERE, printAccountId: account, sentAt, submittedAt: { lte: before } },
    orderBy: { sentAt: "desc" },
    take: NEAREST,
    select: sentOrderFields,
  }) as Promise<SentOrder[]>;
}

/** Those of an account that were sent between two instants. */
export function laterOrders(
  ctx: Pick<OrdersContext, "db">,
  account: string,
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
export async function scanStartFor(ctx: Pick<OrdersContext, "db">, account: string, sentAt: Date): Promise<Date> {
  const earlier = await earlierOrders(ctx, account, sentAt);
  return earlier.at(-1)?.sentAt ?? sentAt;
}

const sentOrderFields = { reference: true, sentAt: true } as const;
