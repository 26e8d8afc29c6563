import type { Submission } from "@prisma/client";
import { newReference, orderTag } from "../core/reference.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import { note } from "../core/history.ts";
import { move } from "../core/apply-transition.ts";
import { artworkHash, sealPayload } from "../core/payload.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import { OPEN_STATES } from "../core/transitions.ts";
import type { DecidedLine } from "./apply-lines.ts";

export type KnownSubmission = Submission & {
  lines: { id: string; orderLineId: string; quantity: number; fulfilled: number; position: number }[];
};

/** One line's share of the submission that is being built. */
export interface Share extends DecidedLine {
  quantity: number;
}

/** The one submission of an order whose content may still change, if there is one. */
export function openOne(submissions: readonly KnownSubmission[]): KnownSubmission | undefined {
  return submissions.find((s) => OPEN_STATES.includes(s.state));
}

export interface DraftOf {
  id: string;
  shopId: string;
  shopDomain: string;
  shopifyGid: string;
  name: string;
}

/**
 * A draft with its reference stored: computed once, here, and never again. `found`: the service has it already, under that
 * reference (recovery/adopt.ts).
 */
export async function createDraft(
  tx: Tx,
  ctx: OrdersContext,
  order: DraftOf,
  earlier: readonly KnownSubmission[],
  found?: string,
): Promise<KnownSubmission> {
  const replaced = earlier.find((s) => s.replacedAt !== null && !earlier.some((other) => other.replacesId === s.id));
  const kind = replaced ? "replacement" : earlier.some((s) => s.state !== "cancelled") ? "supplement" : "first";
  const row = await tx.submission.create({
    data: {
      id: ctx.ids.uuid(),
      shopId: order.shopId,
      orderId: order.id,
      kind,
      replacesId: replaced?.id ?? null,
      reference: found ?? referenceFor(ctx, order),
      state: "draft",
      createdAt: ctx.clock.now(),
    },
  });
  await note(tx, ctx, {
    ...named(row),
    code: "submission.created",
    data: { kind: row.kind, reference: row.reference },
  });
  return { ...row, lines: [] };
}

function referenceFor(ctx: OrdersContext, order: DraftOf): string {
  return newReference({ name: order.name, tag: orderTag(ctx.seal, order.shopDomain, order.shopifyGid) }, ctx.ids);
}

/** Writes the content of a submission that is not sent yet. Returns its hash; a complete payload has one, a held one may have none. */
export async function writeContent(
  tx: Tx,
  ctx: OrdersContext,
  submission: KnownSubmission,
  payload: PrintOrder | null,
  shares: readonly Share[],
): Promise<string | null> {
  const sealed = payload ? sealPayload(ctx, submission.id, payload) : { payloadSealed: null, payloadHash: null };
  // A content that was let go of is written anew, though it is the same.
  if (sealed.payloadHash !== submission.payloadHash || (payload && !submission.payloadSealed)) {
    await tx.submission.update({ where: { id: submission.id }, data: sealed });
  }
  const same =
    submission.lines.length === shares.length &&
    shares.every((share, at) =>
      submission.lines.some(
        (l) => l.orderLineId === share.row.id && l.quantity === share.quantity && l.position === at,
      ),
    );
  if (same && sealed.payloadHash === submission.payloadHash) return sealed.payloadHash;
  if (submission.lines.length > 0) await tx.submissionLine.deleteMany({ where: { submissionId: submission.id } });
  await tx.submissionLine.createMany({
    data: shares.map((share, position) => {
      const item = payload?.items[position];
      return {
        id: ctx.ids.uuid(),
        submissionId: submission.id,
        orderLineId: share.row.id,
        position,
        quantity: share.quantity,
        itemSku: share.mapping?.itemSku ?? "",
        artworkHash: item ? artworkHash(ctx, item.artworkFront, item.artworkBack) : null,
      };
    }),
  });
  return sealed.payloadHash;
}

/** Gives up a submission that was not sent, or is shown absent; its open reasons go with it. */
export async function cancelOpen(tx: Tx, ctx: OrdersContext, submission: Submission, why: string): Promise<void> {
  const moved = await move(tx, ctx, submission.id, "cancel", { patch: { dueAt: null, claimToken: null } });
  if (!moved) return;
  await tx.attention.updateMany({
    where: { submissionId: submission.id, clearedAt: null },
    data: { clearedAt: ctx.clock.now(), clearedBy: "facts" },
  });
  await note(tx, ctx, { ...named(submission), code: "submission.given_up", data: { why } });
}

const named = (s: Submission) => ({ shopId: s.shopId, orderId: s.orderId, submissionId: s.id });
