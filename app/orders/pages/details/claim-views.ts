import type { Claim, SubmissionState } from "../../../../prisma/client/client.ts";
import type { Gid } from "../../../ports/gid.ts";
import type { ClaimId, ClaimPhotoId, OrderLineId, ShopId } from "../../../ports/ids.ts";
import { CLAIM_PHOTO } from "../../core/claim-content.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { Confidential } from "./confidential.ts";
import { lineTitle, type StoredOrder } from "./stored-order.ts";

/** A claim on the page of its order. Times: UTC, ISO 8601. */
export interface ClaimView extends Pick<Claim, "id" | "version" | "kind" | "state" | "submissionId" | "answer"> {
  /** Of the parcel; null: it is about the whole print order. */
  trackingNumber: string | null;
  lines: { lineId: OrderLineId; title: string; quantity: number }[];
  openedAt: string;
  /** The names of the members of staff, where they are known. */
  openedBy: string | null;
  askedAt: string | null;
  answeredAt: string | null;
  answeredBy: string | null;
  closedAt: string | null;
  /** null: erased, or without decryption. */
  description: string | null;
  answerText: string | null;
  photos: ClaimPhotoId[];
  /** The reprint that was asked for from it. */
  reprint: { reference: string; state: SubmissionState } | null;
}

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The newest first. */
export const claimViews = (order: StoredOrder, { claims, staffNames }: Confidential): ClaimView[] =>
  order.claims.toReversed().map((row): ClaimView => {
    const { id, version, kind, state, submissionId, answer } = row;
    const content = claims.get(id) ?? null;
    const reprint = order.submissions.find((one) => one.id === row.reprintId);
    const titleOf = (lineId: OrderLineId): string => {
      const line = order.lines.find((one) => one.id === lineId);
      return line ? lineTitle(line) : "";
    };
    return {
      ...{ id, version, kind, state, submissionId, answer },
      trackingNumber: row.parcel?.trackingNumber ?? null,
      lines: row.lines.map(({ orderLineId, quantity }) => ({
        lineId: orderLineId,
        title: titleOf(orderLineId),
        quantity,
      })),
      openedAt: row.openedAt.toISOString(),
      openedBy: staffNames.get(row.openedBy ?? "") ?? null,
      askedAt: isoOrNull(row.askedAt),
      answeredAt: isoOrNull(row.answeredAt),
      answeredBy: staffNames.get(row.answeredBy ?? "") ?? null,
      closedAt: isoOrNull(row.closedAt),
      description: content?.description ?? null,
      answerText: content?.answerText ?? null,
      photos: row.photos.map((photo) => photo.id),
      reprint: reprint ? { reference: reprint.reference, state: reprint.state } : null,
    };
  });

/** A photo of a claim, with the order that shows it; null where the shop has no such photo. @throws DecryptionError */
export async function readClaimPhoto(
  ctx: Pick<OrdersContext, "db" | "encryptor">,
  { shopId, claimId, photoId }: { shopId: ShopId; claimId: ClaimId; photoId: ClaimPhotoId },
): Promise<{ orderGid: Gid<"Order">; bytes: Uint8Array } | null> {
  const row = await ctx.db.claimPhoto.findFirst({
    where: { id: photoId, claim: { id: claimId, shopId } },
    include: { claim: { select: { order: { select: { shopifyGid: true } } } } },
  });
  if (!row) return null;
  return { orderGid: row.claim.order.shopifyGid, bytes: CLAIM_PHOTO.decryptBytes(ctx, row.id, row.contentEncrypted) };
}
