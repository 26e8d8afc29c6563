import type { Prisma } from "@prisma/client";
import type { OrdersContext } from "../../core/context.ts";
import { inRepeatableRead } from "../../../database/repeatable-read.ts";

/** The newest lines of history that a page shows. */
const MAX_HISTORY = 300;

const INCLUDE = {
  lines: { orderBy: { id: "asc" } },
  attentions: { where: { clearedAt: null }, orderBy: { openedAt: "asc" } },
  history: { orderBy: [{ at: "desc" }, { id: "desc" }], take: MAX_HISTORY },
  submissions: {
    orderBy: { createdAt: "asc" },
    include: {
      lines: { orderBy: { position: "asc" } },
      attempts: { orderBy: { number: "asc" } },
      lookups: { orderBy: { at: "desc" }, take: 40 },
      parcels: { orderBy: { firstSeenAt: "asc" } },
    },
  },
} as const satisfies Prisma.OrderInclude;

/** An order with all that its page shows. */
export type OrderRow = Prisma.OrderGetPayload<{ include: typeof INCLUDE }>;
export type SubmissionRow = OrderRow["submissions"][number];

/** Read in one snapshot. null when the shop has no such order. */
export async function readOrderRow(
  ctx: Pick<OrdersContext, "db">,
  shopId: string,
  shopifyGid: string,
): Promise<OrderRow | null> {
  return inRepeatableRead(ctx.db, (tx) =>
    tx.order.findUnique({ where: { shopId_shopifyGid: { shopId, shopifyGid } }, include: INCLUDE }),
  );
}
