import type { Submission } from "../../../prisma/client/client.ts";
import { encryptedColumn } from "../../encryption/encrypted-columns.ts";
import type { OrdersContext } from "./context.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import type { SubmissionId } from "../../ports/ids.ts";

type Encryption = Pick<OrdersContext, "encryptor">;

const PAYLOAD = encryptedColumn("Submission.payloadEncrypted");

/** The columns that hold a submission's payload: encrypted, with its keyed hash. */
export function encryptPayload(ctx: Encryption, submissionId: SubmissionId, order: PrintOrder) {
  const text = JSON.stringify(order);
  return { payloadEncrypted: PAYLOAD.encrypt(ctx, submissionId, text), payloadHash: ctx.encryptor.hash(text) };
}

/** null when there is none yet, or it was erased. @throws DecryptionError */
export const decryptPayload = (ctx: Encryption, row: Pick<Submission, "id" | "payloadEncrypted">): PrintOrder | null =>
  PAYLOAD.decryptJson(ctx, row) as PrintOrder | null;

/** The print service's message to an attempt. */
export const ATTEMPT_MESSAGE = encryptedColumn("Attempt.messageEncrypted");

/** Keyed hash of an item's artwork links: distinguishes lines of one SKU without storing the links. */
export function artworkHash(ctx: Encryption, front: string, back: string): string {
  return ctx.encryptor.hash(`artwork ${front} ${back}`);
}
