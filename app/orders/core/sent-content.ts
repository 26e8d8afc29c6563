import { z } from "zod";
import type { Attempt, Submission } from "@prisma/client";
import type { OrdersContext } from "./context.ts";
import type { Tx } from "../../database/transaction.ts";
import { addHistory } from "./history.ts";

/** The lines of an attempt, as they are kept with it. */
const attemptLines = z.array(
  z.object({
    orderLineId: z.string(),
    position: z.number(),
    quantity: z.number(),
    itemSku: z.string(),
    artworkHash: z.string().nullable(),
  }),
);

/** What a submission holds now, to be kept with the attempt to send it. */
export function sentLines(tx: Tx, submissionId: string): Promise<z.infer<typeof attemptLines>> {
  return tx.submissionLine.findMany({
    where: { submissionId },
    orderBy: { position: "asc" },
    select: { orderLineId: true, position: true, quantity: true, itemSku: true, artworkHash: true },
  });
}

/** Whether the service may have made the order of an attempt: it got an answer, or the outcome is not known. */
export const mayHaveReached = ({ outcome, httpStatus }: Pick<Attempt, "outcome" | "httpStatus">): boolean =>
  outcome !== "not_processed" || httpStatus !== null;

/**
 * The service has a submission whose content was open again after an attempt: it has what that attempt held (`attemptId`, or
 * the last one that may have reached it), not what the order became since. Brings that back, and has the order looked at for
 * what is still to be sent. Needs the order's lock.
 */
export async function restoreSentContent(
  tx: Tx,
  ctx: OrdersContext,
  before: Submission,
  attemptId?: string,
): Promise<void> {
  // What was found after a gap was compared with the service's own list already.
  if (before.foundAt) return;
  const attempts = await tx.attempt.findMany({ where: { submissionId: before.id }, orderBy: { number: "desc" } });
  const sent = attempts.find((attempt) => (attemptId ? attempt.id === attemptId : mayHaveReached(attempt)));
  if (!sent?.payloadHash || sent.payloadHash === before.payloadHash) return;
  const lines = attemptLines.parse(sent.lines);
  await tx.submissionLine.deleteMany({ where: { submissionId: before.id } });
  await tx.submissionLine.createMany({
    data: lines.map((line) => ({ ...line, id: ctx.ids.uuid(), submissionId: before.id })),
  });
  // The text that was sent is gone: only its hash was kept.
  await tx.submission.update({
    where: { id: before.id },
    data: { payloadHash: sent.payloadHash, payloadEncrypted: null },
  });
  await tx.order.update({ where: { id: before.orderId }, data: { dueAt: ctx.clock.now() } });
  await addHistory(tx, ctx, {
    shopId: before.shopId,
    orderId: before.orderId,
    submissionId: before.id,
    code: "submission.content_restored",
    data: { attempt: sent.number },
  });
}
