import { Prisma } from "../../../prisma/client/client.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import type { OrdersContext } from "../core/context.ts";
import { rateLimitColumns, rateLimitDelay, type RateLimitRow } from "./rate-limit.ts";

/** How long the next create call of an account has to wait, in milliseconds. */
export async function delayOf({ ctx }: { ctx: OrdersContext }, accountId: PrintAccountId): Promise<number> {
  const [row] = await ctx.db.$queryRaw<RateLimitRow[]>`SELECT ${rateLimitColumns(ctx, Prisma.sql`${accountId}::uuid`)}`;
  if (!row) throw new Error("a SELECT without FROM gives a row");
  return rateLimitDelay(ctx, row);
}
