import type { SubmissionLine } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import { setColumns, type LoadedSubmission, type OrderRows } from "../core/order-rows.ts";
import { artworkHash, encryptPayload } from "../core/provider-order.ts";
import type { SentLine } from "../core/sent-content.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import type { LineToSend } from "./lines-to-send.ts";

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
      // A rule of the shop may have chosen another than the mapping's.
      itemSku: item?.itemSku ?? line.mapping?.itemSku ?? "",
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

/** Sets the content of an unsent submission, with its lines. Returns its hash; null without a complete payload. */
export function setContent(
  rows: OrderRows,
  ctx: Pick<OrdersContext, "encryptor" | "ids">,
  submission: LoadedSubmission,
  payload: PrintOrder | null,
  linesToSend: readonly LineToSend[],
): string | null {
  const { id } = submission;
  const columns = contentColumns(ctx, id, payload);
  const isNew = columns.payloadHash !== submission.payloadHash;
  // Erased content is written again, even with the same hash.
  if (isNew || (payload && !submission.hasPayload))
    setColumns(rows.submissions, id, { ...columns, hasPayload: payload !== null });
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
  if (isNew || !linesUnchanged) setColumns(rows.submissions, id, { lines: lineRows(ctx, id, lines) });
  return columns.payloadHash;
}
