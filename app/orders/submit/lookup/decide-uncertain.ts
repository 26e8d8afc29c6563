import { clear } from "../../core/raise-attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import { lockOrder } from "../../core/lock.ts";
import { move } from "../../core/apply-transition.ts";
import { sendAgain } from "./conclude-absent.ts";

export type Decided = "done" | "not_uncertain" | "not_found";

/** A person looked in the print service's own list and says whether an uncertain submission is there. */
export async function decideUncertain(
  ctx: OrdersContext,
  input: { shopId: string; submissionId: string; isThere: boolean },
): Promise<Decided> {
  const outcome = await ctx.db.$transaction(async (tx): Promise<Decided> => {
    const found = await tx.submission.findFirst({
      where: { id: input.submissionId, shopId: input.shopId },
      select: { orderId: true },
    });
    if (!found) return "not_found";
    await lockOrder(tx, found.orderId);
    const row = await tx.submission.findUniqueOrThrow({ where: { id: input.submissionId }, include: { order: true } });
    if (row.state !== "uncertain") return "not_uncertain";
    if (!input.isThere) {
      await sendAgain(tx, ctx, row, "person");
      return "done";
    }
    const now = ctx.clock.now();
    await move(tx, ctx, row.id, "alive", {
      actor: "person",
      patch: { submittedAt: now, dueAt: now, claimToken: null, tries: 0 },
    });
    await clear(
      tx,
      ctx,
      { orderId: row.orderId, submissionId: row.id, codes: ["uncertain", "uncertain_decide"] },
      "person",
    );
    return "done";
  });
  if (outcome === "done") ctx.wake.submission(input.submissionId);
  return outcome;
}
