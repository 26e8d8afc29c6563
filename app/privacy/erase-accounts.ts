import { Prisma } from "../../prisma/client/client.ts";
import type { ShopsContext } from "../shops/context.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import { eraseBodies, HANDLED } from "./erase-bodies.ts";

/** No shop is connected with account `a`, and no order is with it. */
const UNUSED = Prisma.sql`NOT EXISTS (SELECT FROM "Shop" s WHERE s."printAccountId" = a."id")
  AND NOT EXISTS (SELECT FROM "Submission" s WHERE s."printAccountId" = a."id")`;

/**
 * Erases the print accounts that nobody uses any longer, with their logins and webhooks: that of a shop which was just
 * erased, and those that the shop had before. One that was made since `before` may be about to be connected.
 */
export async function eraseUnusedAccounts(ctx: ShopsContext, before: Date): Promise<void> {
  const unused = await ctx.db.$queryRaw<{ id: PrintAccountId; key: string }[]>`
    SELECT a."id", a."key" FROM "PrintAccount" a WHERE a."kind" = 'live' AND a."createdAt" <= ${before} AND ${UNUSED}`;
  for (const { id, key } of unused) {
    // Before the account is deleted: they are found by its key.
    await eraseBodies(ctx, { source: "print_service", scope: key }, HANDLED);
    await ctx.db.$transaction(async (tx) => {
      // A shop that connects the account meanwhile has this lock first, and is then seen.
      await tx.$queryRaw`SELECT 1 FROM "PrintAccount" WHERE "id" = ${id}::uuid FOR UPDATE`;
      await tx.$executeRaw`DELETE FROM "PrintAccount" a WHERE a."id" = ${id}::uuid AND ${UNUSED}`;
    });
  }
}
