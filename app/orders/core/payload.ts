import type { Submission } from "@prisma/client";
import type { OrdersContext } from "./context.ts";
import type { PrintOrder } from "../../ports/order-model.ts";

const context = (submissionId: string) => `submission:${submissionId}`;

/** The columns that hold a submission's payload: sealed, with its keyed hash. */
export function sealPayload(ctx: Pick<OrdersContext, "seal">, submissionId: string, order: PrintOrder) {
  const text = JSON.stringify(order);
  return {
    payloadSealed: new Uint8Array(ctx.seal.seal(text, context(submissionId))),
    payloadHash: ctx.seal.hash(text),
  };
}

/** What was, or will be, sent; null when there is none yet or it was erased. @throws SealError */
export function openPayload(
  ctx: Pick<OrdersContext, "seal">,
  row: Pick<Submission, "id" | "payloadSealed">,
): PrintOrder | null {
  return row.payloadSealed ? (JSON.parse(ctx.seal.openText(row.payloadSealed, context(row.id))) as PrintOrder) : null;
}

/** Keyed hash of an item's artwork links: tells two lines of one SKU apart without keeping the links. */
export function artworkHash(ctx: Pick<OrdersContext, "seal">, front: string, back: string): string {
  return ctx.seal.hash(`artwork ${front} ${back}`);
}
