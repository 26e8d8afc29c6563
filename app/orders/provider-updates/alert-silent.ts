import { Prisma } from "@prisma/client";
import { clear, raise } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { lockOrder } from "../core/lock.ts";
import type { State } from "../core/transitions.ts";

type Code = "not_followed" | "service_unreadable" | "not_shipped_yet";

/** Where each reason can hold at all. */
const STATES_OF: Readonly<Record<Code, readonly State[]>> = {
  not_followed: ["submitted", "in_production", "shipped"],
  service_unreadable: ["submitted", "in_production", "shipped"],
  not_shipped_yet: ["submitted", "in_production"],
};

/** Told, or taken back, in one go; the others come with the next. */
const AT_ONCE = 200;

interface Row {
  id: string;
  shopId: string;
  orderId: string;
  code: Code;
}

/**
 * Tells of orders that the print service has and of which nothing comes: those on an account that it refuses since
 * (`not_followed`), those that could not be compared with it for `policy.alertUnreadableMs` (`service_unreadable`), and those
 * without a parcel for `policy.lateAfterMs` (`not_shipped_yet`), whatever the service means by a status that is not known
 * here. Takes back what is so no more. Returns how many it told of and took back.
 */
export async function tellOfSilent(ctx: OrdersContext): Promise<number> {
  const times = timesOf(ctx);
  const silent = await silentRows(ctx, times);
  for (const row of silent) await tell(ctx, row);
  const over = await overRows(ctx, times);
  for (const row of over) await takeBack(ctx, row);
  return silent.length + over.length;
}

interface Times {
  refusedBy: Date;
  unreadBy: Date;
  sentBy: Date;
}

function timesOf({ clock, policy }: OrdersContext): Times {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  return {
    refusedBy: ago(policy.tellAfterMs),
    unreadBy: ago(policy.alertUnreadableMs),
    sentBy: ago(policy.lateAfterMs),
  };
}

/** What has to be so of a submission `s` on an account `a`. Two for one code where an index serves each. */
const conditions = ({ refusedBy, unreadBy, sentBy }: Times): { code: Code; holds: Prisma.Sql }[] => [
  {
    code: "not_followed",
    holds: Prisma.sql`s."state" IN ('submitted', 'in_production', 'shipped') AND a."refusedAt" <= ${refusedBy}`,
  },
  {
    code: "service_unreadable",
    holds: Prisma.sql`s."state" IN ('submitted', 'in_production', 'shipped') AND a."refusedAt" IS NULL
      AND a."readFailingSince" <= ${unreadBy} AND s."sentAt" <= ${unreadBy}
      AND (s."checkedAt" IS NULL OR s."checkedAt" < a."readFailingSince")`,
  },
  {
    code: "service_unreadable",
    holds: Prisma.sql`s."state" IN ('submitted', 'in_production', 'shipped') AND a."refusedAt" IS NULL
      AND s."readFailingSince" <= ${unreadBy}`,
  },
  {
    code: "not_shipped_yet",
    holds: Prisma.sql`s."state" IN ('submitted', 'in_production') AND s."sentAt" <= ${sentBy}`,
  },
];

/** What a person has answered is not asked again. */
const silentRows = (ctx: OrdersContext, times: Times): Promise<Row[]> => ctx.db.$queryRaw<Row[]>`
  SELECT s."id"::text AS "id", s."shopId"::text AS "shopId", s."orderId"::text AS "orderId", s."code" FROM (
    ${Prisma.join(
      conditions(times).map(
        ({ code, holds }) => Prisma.sql`
          SELECT s."id", s."shopId", s."orderId", s."replacedAt", ${code}::text AS "code"
          FROM "Submission" s LEFT JOIN "PrintAccount" a ON a."id" = s."printAccountId" WHERE ${holds}`,
      ),
      " UNION ",
    )}
  ) AS s
  WHERE s."replacedAt" IS NULL AND NOT EXISTS (SELECT 1 FROM "Attention" t
    WHERE t."submissionId" = s."id" AND t."code" = s."code" AND (t."clearedAt" IS NULL OR t."clearedBy" = 'person'))
  LIMIT ${AT_ONCE}`;

const overRows = (ctx: OrdersContext, times: Times): Promise<Row[]> => ctx.db.$queryRaw<Row[]>`
  SELECT s."id"::text AS "id", s."shopId"::text AS "shopId", s."orderId"::text AS "orderId", t."code"
  FROM "Attention" t JOIN "Submission" s ON s."id" = t."submissionId"
    LEFT JOIN "PrintAccount" a ON a."id" = s."printAccountId"
  WHERE t."clearedAt" IS NULL AND t."code" IN ('not_followed', 'service_unreadable', 'not_shipped_yet') AND (${Prisma.join(
    conditions(times).map(({ code, holds }) => Prisma.sql`(t."code" = ${code} AND (${holds}))`),
    " OR ",
  )}) IS NOT TRUE
  LIMIT ${AT_ONCE}`;

async function tell(ctx: OrdersContext, { id, shopId, orderId, code }: Row): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const { state } = await tx.submission.findUniqueOrThrow({ where: { id }, select: { state: true } });
    if (STATES_OF[code].includes(state)) await raise(tx, ctx, { shopId, orderId, submissionId: id, code });
  });
}

async function takeBack(ctx: OrdersContext, { id, orderId, code }: Row): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockOrder(tx, orderId);
    await clear(tx, ctx, { orderId, submissionId: id, codes: [code] }, "facts");
  });
}
