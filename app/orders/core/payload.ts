import type { Submission } from "@prisma/client";
import type { OrdersContext } from "./context.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import type { SubmissionId } from "../../ports/ids.ts";

const encryptionContext = (submissionId: SubmissionId) => `submission:${submissionId}`;

/** The columns that hold a submission's payload: encrypted, with its keyed hash. */
export function encryptPayload(ctx: Pick<OrdersContext, "encryptor">, submissionId: SubmissionId, order: PrintOrder) {
  const text = JSON.stringify(order);
  return {
    payloadEncrypted: new Uint8Array(ctx.encryptor.encrypt(text, encryptionContext(submissionId))),
    payloadHash: ctx.encryptor.hash(text),
  };
}

/** null when there is none yet, or it was erased. @throws DecryptionError */
export function decryptPayload(
  ctx: Pick<OrdersContext, "encryptor">,
  row: Pick<Submission, "id" | "payloadEncrypted">,
): PrintOrder | null {
  return row.payloadEncrypted
    ? (JSON.parse(ctx.encryptor.decryptText(row.payloadEncrypted, encryptionContext(row.id))) as PrintOrder)
    : null;
}

/** Keyed hash of an item's artwork links: distinguishes lines of one SKU without storing the links. */
export function artworkHash(ctx: Pick<OrdersContext, "encryptor">, front: string, back: string): string {
  return ctx.encryptor.hash(`artwork ${front} ${back}`);
}
