import type { Submission } from "@prisma/client";
import { newReference, orderTag } from "../core/reference.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { addHistory } from "../core/history.ts";
import { applyTransition } from "../core/apply-transition.ts";
import { artworkHash, encryptPayload } from "../core/payload.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import { MUTABLE_STATES } from "../core/states.ts";
import type { DecidedLine } from "./apply-lines.ts";

export type SubmissionWithLines = Submission & {
  lines: { id: string; orderLineId: string; quantity: number; fulfilled: number; position: number }[];
};

/** One line's share of the submission that is being built. */
export interface LineToSend extends DecidedLine {
  quantity: number;
}

/** The one submission of an order whose content may still change, if there is one. */
export function findOpenSubmission(submissions: readonly SubmissionWithLines[]): SubmissionWithLines | undefined {
  return submissions.find((s) => MUTABLE_STATES.includes(s.state));
}

export interface SubmissionOrder {
  id: string;
  shopId: string;
  shopDomain: string;
  shopifyGid: string;
  name: string;
}

/**
 * Inserts a submission that waits, without content, and stores its reference: the reference is computed once, here, and
 * never again. `orphanReference`: the service has the order already, under that reference (adopt-orphans.ts).
 */
export async function createSubmission(
  tx: Tx,
  ctx: OrdersContext,
  order: SubmissionOrder,
  earlier: readonly SubmissionWithLines[],
  orphanReference?: string,
): Promise<SubmissionWithLines> {
  const replaced = earlier.find((s) => s.replacedAt !== null && !earlier.some((other) => other.replacesId === s.id));
  const kind = replaced ? "replacement" : earlier.some((s) => s.state !== "cancelled") ? "supplement" : "first";
  const row = await tx.submission.create({
    data: {
      id: ctx.ids.uuid(),
      shopId: order.shopId,
      orderId: order.id,
      kind,
      replacesId: replaced?.id ?? null,
      reference: orphanReference ?? referenceFor(ctx, order),
      state: "waiting",
      createdAt: ctx.clock.now(),
    },
  });
  await addHistory(tx, ctx, {
    ...historyIds(row),
    code: "submission.created",
    data: { kind: row.kind, reference: row.reference },
  });
  return { ...row, lines: [] };
}

function referenceFor(ctx: OrdersContext, order: SubmissionOrder): string {
  return newReference({ name: order.name, tag: orderTag(ctx.encryptor, order.shopDomain, order.shopifyGid) }, ctx.ids);
}

/** Writes the content of a submission that is not sent yet. Returns its hash; a complete payload has one, a held one may have none. */
export async function writeContent(
  tx: Tx,
  ctx: OrdersContext,
  submission: SubmissionWithLines,
  payload: PrintOrder | null,
  linesToSend: readonly LineToSend[],
): Promise<string | null> {
  const encrypted = payload
    ? encryptPayload(ctx, submission.id, payload)
    : { payloadEncrypted: null, payloadHash: null };
  // A content that was let go of is written anew, though it is the same.
  if (encrypted.payloadHash !== submission.payloadHash || (payload && !submission.payloadEncrypted)) {
    await tx.submission.update({ where: { id: submission.id }, data: encrypted });
  }
  const linesUnchanged =
    submission.lines.length === linesToSend.length &&
    linesToSend.every((line, at) =>
      submission.lines.some((l) => l.orderLineId === line.row.id && l.quantity === line.quantity && l.position === at),
    );
  if (linesUnchanged && encrypted.payloadHash === submission.payloadHash) return encrypted.payloadHash;
  if (submission.lines.length > 0) await tx.submissionLine.deleteMany({ where: { submissionId: submission.id } });
  await tx.submissionLine.createMany({
    data: linesToSend.map((line, position) => {
      const item = payload?.items[position];
      return {
        id: ctx.ids.uuid(),
        submissionId: submission.id,
        orderLineId: line.row.id,
        position,
        quantity: line.quantity,
        itemSku: line.mapping?.itemSku ?? "",
        artworkHash: item ? artworkHash(ctx, item.artworkFront, item.artworkBack) : null,
      };
    }),
  });
  return encrypted.payloadHash;
}

/** Gives up a submission that was not sent, or is shown absent; its open reasons go with it. */
export async function cancelUnsent(tx: Tx, ctx: OrdersContext, submission: Submission, why: string): Promise<void> {
  const moved = await applyTransition(tx, ctx, submission.id, "cancel", { patch: { dueAt: null } });
  if (!moved) return;
  await tx.attention.updateMany({
    where: { submissionId: submission.id, clearedAt: null },
    data: { clearedAt: ctx.clock.now(), clearedBy: "facts" },
  });
  await addHistory(tx, ctx, { ...historyIds(submission), code: "submission.given_up", data: { why } });
}

const historyIds = (s: Submission) => ({ shopId: s.shopId, orderId: s.orderId, submissionId: s.id });
