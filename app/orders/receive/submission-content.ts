import type { SubmissionLine } from "@prisma/client";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { artworkHash, encryptPayload } from "../core/payload.ts";
import type { SentLine } from "../core/sent-content.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import type { LineToSend, StoredSubmission } from "./open-submission.ts";

/** What is sent of each line. */
export const contentLines = (
  ctx: Pick<OrdersContext, "encryptor">,
  payload: PrintOrder | null,
  linesToSend: readonly LineToSend[],
): SentLine[] =>
  linesToSend.map((line, position) => {
    const item = payload?.items[position];
    return {
      orderLineId: line.row.id,
      position,
      quantity: line.quantity,
      itemSku: line.mapping?.itemSku ?? "",
      artworkHash: item ? artworkHash(ctx, item.artworkFront, item.artworkBack) : null,
    };
  });

/** The same as rows of a submission. */
export const lineRows = (
  ctx: Pick<OrdersContext, "ids">,
  submissionId: SubmissionId,
  lines: readonly SentLine[],
): SubmissionLine[] => lines.map((line) => ({ id: ctx.ids.uuid(), submissionId, ...line, ...UNREPORTED }));

/** The service has reported nothing of the line, and nothing of it is fulfilled. */
const UNREPORTED = { serviceItemId: null, orderStatus: null, paymentStatus: null, fulfilled: 0 } as const;

const NO_CONTENT = { payloadEncrypted: null, payloadHash: null } as const;

/** The columns of the content; empty without a complete payload. */
export const contentColumns = (ctx: Pick<OrdersContext, "encryptor">, id: SubmissionId, payload: PrintOrder | null) =>
  payload ? encryptPayload(ctx, id, payload) : NO_CONTENT;

/** Writes the content of an unsent submission. Returns its hash; null without a complete payload. */
export async function writeContent(
  tx: Tx,
  ctx: OrdersContext,
  submission: StoredSubmission,
  payload: PrintOrder | null,
  linesToSend: readonly LineToSend[],
): Promise<string | null> {
  const { id } = submission;
  const columns = contentColumns(ctx, id, payload);
  // Erased content is written again, even with the same hash.
  if (columns.payloadHash !== submission.payloadHash || (payload && !submission.hasPayload)) {
    await tx.submission.updateMany({ where: { id }, data: columns });
  }
  const lines = contentLines(ctx, payload, linesToSend);
  // Without a complete payload the hash says nothing about the SKUs.
  const linesUnchanged =
    submission.lines.length === lines.length &&
    lines.every(({ orderLineId, quantity, position, itemSku }) =>
      submission.lines.some(
        (l) =>
          l.orderLineId === orderLineId && l.quantity === quantity && l.position === position && l.itemSku === itemSku,
      ),
    );
  if (linesUnchanged && columns.payloadHash === submission.payloadHash) return columns.payloadHash;
  if (submission.lines.length > 0) await tx.submissionLine.deleteMany({ where: { submissionId: id } });
  await tx.submissionLine.createMany({ data: lineRows(ctx, id, lines) });
  return columns.payloadHash;
}
