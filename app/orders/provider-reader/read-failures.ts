import type { ReadCall } from "../../../prisma/client/client.ts";
import { RemoteError } from "../../ports/errors.ts";
import type { OrdersContext } from "../core/context.ts";
import type { PrintAccountId, SubmissionId } from "../../ports/ids.ts";

/** On a print account whose last comparison worked. */
export const NO_READ_FAILURE = { readFailingSince: null, readFailedCall: null, readFailedStatus: null };

/** Records on the account which call failed, since when, and with which HTTP status. @throws what `read` throws */
export async function recordReadFailure<T>(
  { ctx, printAccountId, call }: { ctx: OrdersContext; printAccountId: PrintAccountId; call: ReadCall },
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    await ctx.db.$executeRaw`
      UPDATE "PrintAccount" SET "readFailingSince" = coalesce("readFailingSince", ${ctx.clock.now()}),
        "readFailedCall" = ${call}::"ReadCall", "readFailedStatus" = ${error.httpStatus ?? null}
      WHERE "id" = ${printAccountId}::uuid`;
    const { httpStatus, connectionFailure } = error;
    ctx.log.warn(
      { printAccount: printAccountId, call, httpStatus, connectionFailure },
      "the print service cannot be read",
    );
    throw error;
  }
}

/** Records that the service does not show one order, and since when. */
export async function recordUnreadOrder(ctx: OrdersContext, submissionId: SubmissionId): Promise<void> {
  const since = { readFailingSince: ctx.clock.now() };
  await ctx.db.submission.updateMany({ where: { id: submissionId, readFailingSince: null }, data: since });
}
