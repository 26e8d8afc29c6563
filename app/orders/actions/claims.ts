import { createHash } from "node:crypto";
import { Prisma, type Claim, type ClaimKind } from "../../../prisma/client/client.ts";
import { readRows } from "../../database/rows.ts";
import type { Tx } from "../../database/sql.ts";
import type { PhotoProblem, RedrawPhoto } from "../../ports/artwork.ts";
import type { ClaimId, ClaimPhotoId, OrderId, OrderLineId, ShopId, SubmissionId } from "../../ports/ids.ts";
import { CLAIM_PHOTO, decryptClaim, encryptClaim, type ClaimContent } from "../core/claim-content.ts";
import { advanceClaim, MAX_PHOTOS, type ClaimEntry, type ClaimEvent } from "../core/claims.ts";
import type { OrdersContext } from "../core/context.ts";
import { addHistory, type Staff } from "../core/history.ts";
import { withOrderLock } from "../core/lock.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";
import type { OrderRef } from "./order-actions.ts";

export interface NewClaim {
  /** Made by the dialog, once: the same request twice is one claim. */
  request: string;
  submissionId: SubmissionId;
  /** The parcel; null: all of the submission. */
  trackingNumber: string | null;
  kind: ClaimKind;
  lines: { lineId: OrderLineId; quantity: number }[];
  description: string;
}

/** invalid_state: the print service does not have so much of these lines, or the customer was erased. */
type Refusal = "not_found" | "invalid_state";

/** changed: not as staff saw it. */
export type ClaimResult = "done" | Refusal | "changed";

/** What a request about a claim answers. `claimId`: of the claim that was opened. */
export interface ClaimResponse {
  result: ClaimResult;
  claimId?: string;
}

export type ClaimContext = Pick<OrdersContext, "db" | "sql" | "clock" | "ids" | "encryptor">;

/** Opens a claim about items that were sent. Repeating a request finds the claim that it opened. */
export async function openClaim(
  ctx: ClaimContext,
  { shopId, shopifyGid, userId }: OrderRef,
  input: NewClaim,
): Promise<{ result: "done"; claimId: ClaimId } | { result: Refusal }> {
  const order = await ctx.db.order.findFirst({ where: { shopId, shopifyGid }, select: { id: true } });
  if (!order) return { result: "not_found" };
  return withOrderLock(ctx, order.id, async (tx) => {
    const [earlier] = await readRows(tx, "Claim", Prisma.sql`WHERE "request" = ${input.request}::uuid`);
    if (earlier)
      return earlier.orderId === order.id ? { result: "done", claimId: earlier.id } : { result: "invalid_state" };
    const parcel = await findClaimed(tx, order.id, input);
    if (!parcel) return { result: "invalid_state" };
    const id: ClaimId = ctx.ids.uuid();
    const content = encryptClaim(ctx, id, { description: input.description, answerText: "" });
    await tx.execute`
      INSERT INTO "Claim" ("id", "shopId", "orderId", "submissionId", "parcelId", "request", "kind", "contentEncrypted", "openedAt", "openedBy")
      VALUES (${id}::uuid, ${shopId}::uuid, ${order.id}::uuid, ${input.submissionId}::uuid, ${parcel.id}::uuid, ${input.request}::uuid,
        ${input.kind}::"ClaimKind", ${content}, ${ctx.clock.now()}, ${userId})`;
    await tx.execute`
      INSERT INTO "ClaimLine" ("claimId", "orderLineId", "quantity")
      SELECT ${id}::uuid, * FROM unnest(${input.lines.map(({ lineId }) => lineId)}::uuid[], ${input.lines.map(({ quantity }) => quantity)}::int[])`;
    const claim = { id, shopId, orderId: order.id, submissionId: input.submissionId };
    await noteClaim(tx, ctx, claim, "opened", { userId }, { kind: input.kind });
    return { result: "done", claimId: id };
  });
}

/** Whether the print service has so much of these lines, and which parcel is meant. null: it does not. */
async function findClaimed(
  tx: Tx,
  orderId: OrderId,
  { submissionId, trackingNumber, lines }: NewClaim,
): Promise<{ id: string | null } | null> {
  const [submission] = await tx.query`
    SELECT 1 FROM "Submission" s JOIN "Order" o ON o."id" = s."orderId"
    WHERE s."id" = ${submissionId}::uuid AND o."id" = ${orderId}::uuid AND o."redactedAt" IS NULL
      AND s."state"::text = ANY(${AT_PROVIDER_STATES}::text[])`;
  if (!submission) return null;
  const sent = await readRows(tx, "SubmissionLine", Prisma.sql`WHERE "submissionId" = ${submissionId}::uuid`);
  const quantityOf = (lineId: OrderLineId) => sent.find(({ orderLineId }) => orderLineId === lineId)?.quantity ?? 0;
  const isSent = lines.every(({ lineId, quantity }) => quantity >= 1 && quantity <= quantityOf(lineId));
  if (lines.length === 0 || !isSent || new Set(lines.map(({ lineId }) => lineId)).size < lines.length) return null;
  if (trackingNumber === null) return { id: null };
  const [parcel] = await tx.query<{ id: string }>`
    SELECT "id" FROM "Parcel" WHERE "submissionId" = ${submissionId}::uuid AND "trackingNumber" = ${trackingNumber}`;
  return parcel ?? null;
}

export interface ClaimRef extends Staff {
  shopId: ShopId;
  claimId: ClaimId;
}

/** `answerText`: what the print service wrote; kept with an answer alone. */
export type ClaimChange = ClaimEvent & { version: number; answerText?: string };

/** What staff says became of a claim. Of two who say something at once, the second one is told that the claim changed. */
export const changeClaim = (ctx: ClaimContext, ref: ClaimRef, change: ClaimChange): Promise<ClaimResult> =>
  onClaim<ClaimResult>(ctx, ref, async (tx, claim) => {
    if (claim.version !== change.version) return "changed";
    const next = advanceClaim(claim, change, { at: ctx.clock.now(), userId: ref.userId });
    if (!next) return "invalid_state";
    await tx.execute`
      UPDATE "Claim" SET "state" = ${next.state}::"ClaimState", "askedAt" = ${next.askedAt}, "answer" = ${next.answer}::"ClaimAnswer",
        "answeredAt" = ${next.answeredAt}, "answeredBy" = ${next.answeredBy}, "closedAt" = ${next.closedAt}, "version" = "version" + 1
      WHERE "id" = ${claim.id}::uuid AND "version" = ${change.version}`;
    if (change.event === "answer") await keepAnswer(tx, ctx, claim, change.answerText ?? "");
    const answered = change.event === "answer" ? { answer: change.answer } : {};
    await noteClaim(tx, ctx, claim, ENTRIES[change.event], ref, answered);
    return "done";
  });

const ENTRIES = { ask: "asked", answer: "answered", close: "closed", reopen: "reopened" } as const;

/** Nothing is kept of a claim whose texts were erased. */
async function keepAnswer(tx: Tx, ctx: ClaimContext, claim: Claim, answerText: string): Promise<void> {
  const content = decryptClaim(ctx, claim);
  if (!content) return;
  const changed: ClaimContent = { ...content, answerText };
  await tx.execute`
    UPDATE "Claim" SET "contentEncrypted" = ${encryptClaim(ctx, claim.id, changed)} WHERE "id" = ${claim.id}::uuid`;
}

/** What became of a photo that was sent. */
export type AddPhotoResult = "done" | Refusal | "too_many" | PhotoProblem;

/** Adds a photo to a claim that is not done. A file that is sent twice is one photo. */
export async function addClaimPhoto(
  ctx: ClaimContext & { redrawPhoto: RedrawPhoto },
  ref: ClaimRef,
  file: Uint8Array,
): Promise<AddPhotoResult> {
  const hash = ctx.encryptor.hash(createHash("sha256").update(file).digest("hex"));
  const refuse = async (tx: Pick<Tx, "query">, claim: Claim): Promise<"done" | "invalid_state" | "too_many" | null> => {
    const photos = await tx.query<{ contentHash: string }>`
      SELECT "contentHash" FROM "ClaimPhoto" WHERE "claimId" = ${claim.id}::uuid`;
    if (photos.some(({ contentHash }) => contentHash === hash)) return "done";
    if (claim.state === "done" || !claim.contentEncrypted) return "invalid_state";
    return photos.length >= MAX_PHOTOS ? "too_many" : null;
  };
  // Asked before the work as well: drawing takes seconds, and no transaction waits for it.
  const before = await onClaim<"done" | Refusal | "too_many" | null>(ctx, ref, refuse);
  if (before !== null) return before;
  const photo = await ctx.redrawPhoto(ref.shopId, file);
  if (!photo.ok) return photo.problem;
  return onClaim<AddPhotoResult>(ctx, ref, async (tx, claim) => {
    const refused = await refuse(tx, claim);
    if (refused !== null) return refused;
    const id: ClaimPhotoId = ctx.ids.uuid();
    await tx.execute`
      INSERT INTO "ClaimPhoto" ("id", "claimId", "contentHash", "contentEncrypted", "addedAt")
      VALUES (${id}::uuid, ${claim.id}::uuid, ${hash}, ${CLAIM_PHOTO.encrypt(ctx, id, photo.bytes)}, ${ctx.clock.now()})`;
    await noteClaim(tx, ctx, claim, "photo_added", ref);
    return "done";
  });
}

/** Removes a photo. One that is gone already is no failure. */
export const removeClaimPhoto = (ctx: ClaimContext, ref: ClaimRef, photoId: ClaimPhotoId): Promise<"done" | Refusal> =>
  onClaim<"done" | Refusal>(ctx, ref, async (tx, claim) => {
    if (claim.state === "done") return "invalid_state";
    const removed = await tx.execute`
      DELETE FROM "ClaimPhoto" WHERE "id" = ${photoId}::uuid AND "claimId" = ${claim.id}::uuid`;
    if (removed > 0) await noteClaim(tx, ctx, claim, "photo_removed", ref);
    return "done";
  });

/** The claim that a reprint is asked for from, as staff saw it. */
export interface ReprintedClaim {
  id: ClaimId;
  version: number;
}

/** Whether a reprint may be made from a claim, under its order's lock: it is as staff saw it, and no reprint of it stands. */
export async function isReprintable(tx: Tx, orderId: OrderId, { id, version }: ReprintedClaim): Promise<boolean> {
  const rows = await tx.query`
    SELECT 1 FROM "Claim" c LEFT JOIN "Submission" s ON s."id" = c."reprintId"
    WHERE c."id" = ${id}::uuid AND c."orderId" = ${orderId}::uuid AND c."version" = ${version} AND c."state" <> 'done'
      AND (s."id" IS NULL OR s."state" = 'cancelled')`;
  return rows.length > 0;
}

/** Links the reprint that was made to its claim. @throws where the claim is not as it was */
export async function linkReprint(tx: Tx, { id, version }: ReprintedClaim, reprintId: SubmissionId): Promise<void> {
  const linked = await tx.execute`
    UPDATE "Claim" SET "reprintId" = ${reprintId}::uuid, "version" = "version" + 1
    WHERE "id" = ${id}::uuid AND "version" = ${version}`;
  if (linked !== 1) throw new Error("the claim of a reprint has changed under its order's lock");
}

/** Does `work` on a claim of the shop, under the lock of its order and its own: retention erases claims without the order's. */
async function onClaim<Result>(
  ctx: ClaimContext,
  { shopId, claimId }: ClaimRef,
  work: (tx: Tx, claim: Claim) => Promise<Result>,
): Promise<Result | "not_found"> {
  const found = await ctx.db.claim.findFirst({ where: { id: claimId, shopId }, select: { orderId: true } });
  if (!found) return "not_found";
  return withOrderLock(ctx, found.orderId, async (tx) => {
    const [claim] = await readRows(tx, "Claim", Prisma.sql`WHERE "id" = ${claimId}::uuid FOR UPDATE`);
    return claim ? work(tx, claim) : "not_found";
  });
}

const noteClaim = (
  tx: Tx,
  ctx: Pick<ClaimContext, "clock" | "ids">,
  { id, shopId, orderId, submissionId }: Pick<Claim, "id" | "shopId" | "orderId" | "submissionId">,
  entry: ClaimEntry,
  staff: Staff,
  data: Prisma.InputJsonObject = {},
): Promise<void> =>
  addHistory(tx, ctx, {
    ...{ shopId, orderId, submissionId, code: `claim.${entry}` },
    actor: { userId: staff.userId },
    data: { claim: id, ...data },
  });
