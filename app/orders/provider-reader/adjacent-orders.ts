import type { Prisma } from "@prisma/client";
import type { OrdersContext } from "../core/context.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";

/** One that counts for what a reading of the list shows. */
export interface SentOrder {
  reference: string;
  sentAt: Date;
}

/** What was sent on one account just before and just after a submission that nobody knows of; the nearest first. */
export interface AdjacentOrders {
  earlier: readonly SentOrder[];
  later: readonly SentOrder[];
}

/** On each side. One that a list lacks is enough to tell that it is not the whole list, so a few are asked for. */
const NEAREST = 5;
/** Of what was sent longer before, a list of this time says too little. */
const EARLIER_WINDOW_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * What the service is known to have: taken by it, and not given up for lost there since. One that was found after a gap is
 * known only about, so it shows nothing.
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
    // An order that was sent before may have been made by a later attempt: it has to have been taken by then.
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

/** From when on a reading has to show what was sent, so that it shows what was sent just before that instant, too. */
export async function scanStartFor(ctx: Pick<OrdersContext, "db">, account: string, sentAt: Date): Promise<Date> {
  const earlier = await earlierOrders(ctx, account, sentAt);
  return earlier.at(-1)?.sentAt ?? sentAt;
}

const sentOrderFields = { reference: true, sentAt: true } as const;
