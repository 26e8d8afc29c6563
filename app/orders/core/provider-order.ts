import type { Order, Submission } from "../../../prisma/client/client.ts";
import type { SyncedOrder, SyncedRecipient } from "../../ports/print-service.ts";
import { encryptedColumn } from "../../encryption/encrypted-columns.ts";
import { isMasked } from "../../common/clean-text.ts";
import type { OrdersContext } from "./context.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import type { SubmissionId } from "../../ports/ids.ts";

/** What list or detail showed last, without the reference, which the row has. */
export type ProviderOrder = Pick<SyncedOrder, "storeName" | "recipient" | "items" | "trackings">;

const PROVIDER_ORDER = encryptedColumn("Submission.providerOrderEncrypted");

type StoredRow = Pick<Submission, "id" | "providerOrderHash" | "contentErasedAt"> & {
  order: Pick<Order, "redactedAt">;
};

/** The columns that hold the order as the service shows it; none where it is the same as before, or was erased. */
export function providerOrderColumns(
  ctx: Pick<OrdersContext, "encryptor">,
  row: StoredRow,
  { storeName, recipient, items, trackings }: SyncedOrder,
): { providerOrderEncrypted: Uint8Array<ArrayBuffer>; providerOrderHash: string } | Record<string, never> {
  if (row.contentErasedAt || row.order.redactedAt) return {};
  const text = JSON.stringify({ storeName, recipient, items, trackings } satisfies ProviderOrder);
  const providerOrderHash = ctx.encryptor.hash(text);
  if (providerOrderHash === row.providerOrderHash) return {};
  return { providerOrderEncrypted: PROVIDER_ORDER.encrypt(ctx, row.id, text), providerOrderHash };
}

/** null where the service has not shown it yet, or it was erased. @throws DecryptionError */
export const decryptProviderOrder = (
  ctx: Pick<OrdersContext, "encryptor">,
  row: Pick<Submission, "id" | "providerOrderEncrypted">,
): ProviderOrder | null => PROVIDER_ORDER.decryptJson(ctx, row) as ProviderOrder | null;

/** What a label shows. Email and phone are for messages, names of country and province follow from their codes. */
export const LABEL_FIELDS = ["name", "address1", "address2", "city", "provinceCode", "countryCode"] as const;
type LabelField = (typeof LABEL_FIELDS)[number];

/** Case, blanks and punctuation are the carrier's to choose. A masked field shows nothing, nor does one that the service leaves out. */
export const differingFields = (sent: Pick<SyncedRecipient, LabelField>, seen: SyncedRecipient): LabelField[] =>
  differingIn(
    LABEL_FIELDS.filter((field) => fold(seen[field]) !== ""),
    sent,
    seen,
  );

/** The same of any fields, the empty ones among them. */
export const differingIn = <Field extends string>(
  fields: readonly Field[],
  sent: Readonly<Record<Field, string>>,
  seen: Readonly<Record<Field, string>>,
): Field[] => fields.filter((field) => fold(seen[field]) !== fold(sent[field]) && !isMasked(seen[field]));

const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[^\p{Letter}\p{Number}]/gu, "")
    .toLowerCase();

/** The date of a time as the service writes it; null where there is none. */
export const dateIn = (time: string | null | undefined): string | null =>
  /^\d{4}-\d{2}-\d{2}/.exec(time ?? "")?.[0] ?? null;

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
