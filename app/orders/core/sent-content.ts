import { z } from "zod";
import type { Attempt, SubmissionLine } from "../../../prisma/client/client.ts";
import type { OrdersContext, WriteContext } from "./context.ts";
import type { Tx } from "../../database/transaction.ts";
import { addHistory, idsOf } from "./history.ts";
import { noteHistory, setColumns, setOrder, type OrderRows } from "./order-rows.ts";
import type { SubmissionRow } from "./submission-row.ts";
import { orderLineIdSchema, type SubmissionId } from "../../ports/ids.ts";

/** The lines that an attempt sent. */
const attemptLines = z.array(
  z.object({
    orderLineId: orderLineIdSchema,
    position: z.number(),
    quantity: z.number(),
    itemSku: z.string(),
    artworkHash: z.string().nullable(),
  }),
);

/** What is sent of an order line. Stored with each attempt: the submission's lines may change after it. */
export type SentLine = z.infer<typeof attemptLines>[number];

/** An attempt without the service's words. */
type SentAttempt = Pick<Attempt, "number" | "payloadHash" | "lines">;

/** Whether the service may have made the order of an attempt: it answered, or the outcome is unknown. */
export const mayHaveReached = ({ outcome, httpStatus }: Pick<Attempt, "outcome" | "httpStatus">): boolean =>
  outcome !== "not_processed" || httpStatus !== null;

/**
 * Restores what an attempt sent (`attempt`, or the last one that may have reached the service) when the service turns out
 * to have a submission whose content has changed since. The order becomes due, so that the rest is sent. Needs the order's lock.
 */
export async function restoreSentContent(
  tx: Tx,
  ctx: OrdersContext,
  before: SubmissionRow,
  attempt?: SentAttempt,
): Promise<void> {
  // An adopted orphan has the lines of the service's own list already (receive/adopt-orphans.ts).
  if (before.foundAt) return;
  const sent = attempt ?? (await findLastSent(tx, before.id));
  if (!sent?.payloadHash || sent.payloadHash === before.payloadHash) return;
  const lines = attemptLines.parse(sent.lines);
  await tx.submissionLine.deleteMany({ where: { submissionId: before.id } });
  await tx.submissionLine.createMany({
    data: lines.map((line) => ({ ...line, id: ctx.ids.uuid(), submissionId: before.id })),
  });
  // Only the hash of what was sent was stored.
  await tx.submission.update({
    where: { id: before.id },
    data: { payloadHash: sent.payloadHash, payloadEncrypted: null },
  });
  await tx.order.update({ where: { id: before.orderId }, data: { dueAt: ctx.clock.now() } });
  const data = { attempt: sent.number };
  await addHistory(tx, ctx, { ...idsOf(before), code: "submission.content_restored", data });
}

/** The same on the rows of the order, for the attempt that has just ended. */
export function restoreSentLines(
  rows: OrderRows,
  ctx: WriteContext,
  before: SubmissionRow,
  attempt: SentAttempt,
): void {
  if (before.foundAt || !attempt.payloadHash || attempt.payloadHash === before.payloadHash) return;
  const lines = attemptLines.parse(attempt.lines).map((line): SubmissionLine => ({
    ...line,
    ...{
      id: ctx.ids.uuid(),
      submissionId: before.id,
      serviceItemId: null,
      orderStatus: null,
      paymentStatus: null,
      fulfilled: 0,
    },
  }));
  const content = { payloadHash: attempt.payloadHash, payloadEncrypted: null, hasPayload: false };
  setColumns(rows.submissions, before.id, { ...content, lines });
  setOrder(rows, { dueAt: ctx.clock.now() });
  const data = { attempt: attempt.number };
  noteHistory(rows, ctx, { ...idsOf(before), code: "submission.content_restored", data });
}

async function findLastSent(tx: Tx, submissionId: SubmissionId): Promise<SentAttempt | undefined> {
  const orderBy = { number: "desc" } as const;
  const attempts = await tx.attempt.findMany({ where: { submissionId }, orderBy, omit: { messageEncrypted: true } });
  return attempts.find(mayHaveReached);
}
