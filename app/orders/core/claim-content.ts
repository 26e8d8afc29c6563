import { z } from "zod";
import type { Claim } from "../../../prisma/client/client.ts";
import { encryptedColumn } from "../../encryption/encrypted-columns.ts";
import type { ClaimId } from "../../ports/ids.ts";
import type { OrdersContext } from "./context.ts";

const contentSchema = z.object({
  /** What the customer complained of, in the words of staff. */
  description: z.string(),
  /** What the print service answered; "" before it did. */
  answerText: z.string(),
});
/** The texts of a claim. Personal data: kept encrypted. */
export type ClaimContent = z.infer<typeof contentSchema>;

type Encryption = Pick<OrdersContext, "encryptor">;

const CONTENT = encryptedColumn("Claim.contentEncrypted");

/** The bytes of a photo: a JPEG. */
export const CLAIM_PHOTO = encryptedColumn("ClaimPhoto.contentEncrypted");

export const encryptClaim = (ctx: Encryption, id: ClaimId, content: ClaimContent) =>
  CONTENT.encrypt(ctx, id, JSON.stringify(content));

/** null when the content was erased. @throws DecryptionError */
export const decryptClaim = (ctx: Encryption, row: Pick<Claim, "id" | "contentEncrypted">): ClaimContent | null =>
  contentSchema.nullable().parse(CONTENT.decryptJson(ctx, row));
