import type { Actor, Order, Prisma, ReprintReason, Submission, SubmissionLine } from "@prisma/client";
import { newReference, orderTag } from "../core/reference.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { addHistory, idsOf } from "../core/history.ts";
import { dueNow } from "../core/reschedule.ts";
import { applyTransition } from "../core/apply-transition.ts";
import { artworkHash, encryptPayload } from "../core/payload.ts";
import { withoutReprints } from "../core/reprints.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import type { DecidedLine } from "./apply-lines.ts";
import { mappingWith } from "../print-order/changed-values.ts";
import type { CurrentChange, CurrentChanges } from "./current-changes.ts";

export type SubmissionWithLines = Submission & { lines: SubmissionLine[] };

/** A line of the submission that is being built. */
export interface LineToSend extends DecidedLine {
  quantity: number;
  /** The mapping of the variant; `mapping` has a SKU that staff changed. */
  given: DecidedLine["mapping"];
  /** What staff changed of the line. */
  change: CurrentChange | undefined;
}

/** A line with what staff changed of it. */
export function lineToSend(line: DecidedLine, changes: CurrentChanges, quantity: number): LineToSend {
  const change = changes.ofLine(line.row.id);
  const mapping = mappingWith(line.snapshot, line.mapping, change?.values);
  return { ...line, mapping, given: line.mapping, change, quantity };
}

interface CreateInput {
  shopDomain: string;
  /** The order's other submissions. */
  earlier: readonly SubmissionWithLines[];
  orphanReference?: string;
}

/**
 * Inserts a waiting submission of what the customer ordered, without content. `orphanReference`: the service already has the
 * order under that reference (adopt-orphans.ts).
 */
export async function createSubmission(
  tx: Tx,
  ctx: OrdersContext,
  order: Order,
  { shopDomain, earlier: all, orphanReference }: CreateInput,
): Promise<SubmissionWithLines> {
  const earlier = withoutReprints(all);
  const replaced = earlier.find((s) => s.replacedAt !== null && !earlier.some((other) => other.replacesId === s.id));
  const kind = replaced ? "replacement" : earlier.some((s) => s.state !== "cancelled") ? "supplement" : "first";
  const tag = orderTag(ctx.encryptor, shopDomain, order.shopifyGid);
  const reference = orphanReference ?? newReference({ name: order.name, tag }, ctx.ids);
  const row = await insertSubmission(tx, ctx, order, { kind, replacesId: replaced?.id ?? null, reference });
  await addHistory(tx, ctx, { ...idsOf(row), code: "submission.created", data: { kind, reference } });
  return { ...row, lines: [] };
}

interface ReprintInput {
  shopDomain: string;
  /** What staff asked for; null for an orphan: the word of staff is lost with the row. */
  asked: { reason: ReprintReason; request: string } | null;
  orphanReference?: string;
}

/** The same for a reprint, whose lines its caller writes. */
export async function insertReprint(
  tx: Tx,
  ctx: OrdersContext,
  order: Order,
  { shopDomain, asked, orphanReference }: ReprintInput,
): Promise<SubmissionWithLines> {
  const tag = orderTag(ctx.encryptor, shopDomain, order.shopifyGid, "reprint");
  const reference = orphanReference ?? newReference({ name: order.name, tag }, ctx.ids);
  const staffAsked = { reprintReason: asked?.reason ?? null, reprintRequest: asked?.request ?? null };
  // A person asks for it now: the window for edits of the customer is over.
  const row = await insertSubmission(tx, ctx, order, {
    ...staffAsked,
    kind: "reprint",
    reference,
    windowWaived: true,
    ...dueNow(ctx),
  });
  return { ...row, lines: [] };
}

/** The reference is computed once and never again. */
const insertSubmission = (
  tx: Tx,
  ctx: OrdersContext,
  { id: orderId, shopId }: Order,
  columns: Pick<Prisma.SubmissionUncheckedCreateInput, "kind" | "reference"> &
    Partial<Prisma.SubmissionUncheckedCreateInput>,
): Promise<Submission> =>
  tx.submission.create({
    data: { id: ctx.ids.uuid(), shopId, orderId, state: "waiting", createdAt: ctx.clock.now(), ...columns },
  });

/** Writes the content of an unsent submission. Returns its hash; null without a complete payload. */
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
  // Erased content is written anew, even with the same hash.
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

/** Cancels a submission that is unsent or proven absent, and clears its open reasons. */
export async function cancelUnsent(
  tx: Tx,
  ctx: OrdersContext,
  submission: Submission,
  why: string,
  actor: Actor = "system",
): Promise<void> {
  const moved = await applyTransition(tx, ctx, submission.id, "cancel", { actor, patch: { dueAt: null } });
  if (!moved) return;
  await tx.attention.updateMany({
    where: { submissionId: submission.id, clearedAt: null },
    data: { clearedAt: ctx.clock.now(), clearedBy: "facts" },
  });
  await addHistory(tx, ctx, { ...idsOf(submission), code: "submission.given_up", actor, data: { why } });
}
