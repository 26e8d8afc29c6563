import { Prisma } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "./context.ts";
import { hasWorkOf, tableOf, WORK_KINDS } from "./due-work.ts";
import type { ShopId } from "../../ports/ids.ts";

/** More are not counted. */
const OVERDUE_LIMIT = 1_000;

/** Work that nobody took for so long waits behind other work, or nobody takes it, in milliseconds. */
const OVERDUE_AFTER_MS = 10 * 60_000;

/** Rows with work that has been due for 10 minutes, of one shop or of all, up to OVERDUE_LIMIT of each kind. */
export async function countOverdueWork(
  { db, clock }: Pick<OrdersContext, "db" | "clock">,
  shop: { id: ShopId; domain: string } | null,
): Promise<number> {
  const before = new Date(clock.now().getTime() - OVERDUE_AFTER_MS);
  const counts = await Promise.all(
    WORK_KINDS.map((work) => {
      const ofShop =
        work === "delivery" ? Prisma.sql`"scope" = ${shop?.domain}` : Prisma.sql`"shopId" = ${shop?.id}::uuid`;
      return db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS "count" FROM (SELECT 1 FROM ${tableOf(work)}
          WHERE ${hasWorkOf(work)} AND "dueAt" <= ${before} AND ${shop ? ofShop : Prisma.sql`TRUE`}
          LIMIT ${OVERDUE_LIMIT}) AS overdue`;
    }),
  );
  return counts.reduce((sum, [row]) => sum + (row?.count ?? 0), 0);
}
