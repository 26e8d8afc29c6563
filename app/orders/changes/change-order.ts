import { isDeepStrictEqual } from "node:util";
import { RemoteError } from "../../ports/errors.ts";
import { cleanText } from "../../common/clean-text.ts";
import type { Tx } from "../../database/transaction.ts";
import type { AttentionCode } from "../core/attention.ts";
import { isHold } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { addHistory, type Staff } from "../core/history.ts";
import { lockOrderByGid } from "../core/lock.ts";
import { changeBasisSchema, encryptChange, decryptChange, type ChangedValues } from "../core/order-change.ts";
import { decryptPayload } from "../core/payload.ts";
import { clearAttentions } from "../core/raise-attention.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { isAsGiven } from "../print-order/changed-values.ts";
import { applySnapshot } from "../receive/apply-snapshot.ts";
import { outdatedFields, type CurrentChange } from "../receive/current-changes.ts";
import { readSnapshot } from "../receive/receive-order.ts";
import { SAVED_FIELDS } from "../receive/sync-address-write.ts";
import {
  LINE_CHANGE_FIELDS,
  ORDER_CHANGE_FIELDS,
  type ChangedField,
  type OrderSnapshot,
  type PrintOrder,
} from "../../ports/order-model.ts";
import type { Gid } from "../../ports/gid.ts";
import type { OrderChangeId, OrderLineId, SubmissionId } from "../../ports/ids.ts";
import { readChangeState, type ChangeState, type ChangeSubject } from "./change-state.ts";
import { findProblems, type FieldProblem } from "./find-problems.ts";

export interface ChangeRequest extends Staff {
  shopifyGid: Gid<"Order">;
  /** null: address, contact and shipping method of the whole order. */
  lineId: OrderLineId | null;
  /** As staff wants to have it. What is left out, or as Shopify and the mapping give it, is no change. */
  values: ChangedValues;
  reason: string;
  /** The corrected address is wanted in Shopify, too. */
  saveAddress: boolean;
}

/** What saving would do. Personal data, for the merchant only. */
export interface ChangePreview {
  /** Stands for all of it: saving with it saves exactly this, or nothing. */
  token: string;
  fields: ChangedField[];
  before: ChangedValues;
  after: ChangedValues;
  /** What the print service would get; null while something still keeps the order from being complete. */
  printOrder: { before: PrintOrder | null; after: PrintOrder | null };
  /** Position of the line in the print order. */
  position: number | null;
  /** What would still hold the order. */
  holds: AttentionCode[];
}

/** unreadable: Shopify does not show the order, or an older state of it. */
export type ChangeFailure =
  { result: "problems"; problems: FieldProblem[] } | { result: "not_found" | "invalid_state" | "unreadable" };

export type PreviewResult = { result: "preview"; preview: ChangePreview } | ChangeFailure;
/** outdated: saving would do something else than the preview showed. */
export type SaveResult =
  | { result: "saved"; changeId: OrderChangeId; writesAddress: boolean }
  | { result: "outdated"; preview: ChangePreview }
  | ChangeFailure;

interface Tried {
  changeId: OrderChangeId;
  /** The change in force says the same already. */
  repeated: boolean;
  preview: ChangePreview;
  ready: SubmissionId[];
  writesAddress: boolean;
}

/** Ends the transaction of a preview: nothing of it stays. */
class RolledBack extends Error {
  readonly tried: Tried;
  constructor(tried: Tried) {
    super("rolled back");
    this.tried = tried;
  }
}

/** Does what saving does, and takes all of it back: what is shown is what would be sent. */
export async function previewChange(ctx: OrdersContext, shop: ShopRow, request: ChangeRequest): Promise<PreviewResult> {
  const tried = await tryChange(ctx, shop, request, () => false);
  if ("result" in tried) return tried;
  const problems = await findDeadLinks(ctx, tried.preview.after);
  return problems.length > 0 ? { result: "problems", problems } : { result: "preview", preview: tried.preview };
}

/** Printed links that return no image; the checks before sending ask once more. */
async function findDeadLinks(ctx: OrdersContext, after: ChangedValues): Promise<FieldProblem[]> {
  const found = await Promise.all(
    (["artworkFront", "artworkBack"] as const).map(async (field): Promise<FieldProblem[]> => {
      const link = after[field];
      const answer = link ? await ctx.artwork.check(link) : null;
      return answer && !answer.ok ? [{ field, code: answer.reason }] : [];
    }),
  );
  return found.flat();
}

/**
 * Saves a change of an order that is not sent yet, as it was previewed: another change, webhook or mapping in between, and
 * nothing is saved. Sending the same twice changes once.
 */
export async function saveChange(
  ctx: OrdersContext,
  shop: ShopRow,
  request: ChangeRequest & { token: string },
): Promise<SaveResult> {
  let saved = false;
  const tried = await tryChange(
    ctx,
    shop,
    request,
    ({ preview, repeated }) => (saved = repeated || preview.token === request.token),
  );
  if ("result" in tried) return tried;
  if (!saved) return { result: "outdated", preview: tried.preview };
  for (const id of tried.ready) ctx.wake.submission(id);
  return { result: "saved", changeId: tried.changeId, writesAddress: tried.writesAddress };
}

async function tryChange(
  ctx: OrdersContext,
  shop: ShopRow,
  request: ChangeRequest,
  mayCommit: (tried: Tried) => boolean,
): Promise<Tried | ChangeFailure> {
  if (!(await isKnown(ctx, shop, request.shopifyGid))) return { result: "not_found" };
  const snapshot = await readForChange(ctx, shop, request.shopifyGid);
  if (!snapshot) return { result: "unreadable" };
  try {
    return await ctx.db.$transaction(async (tx) => {
      const tried = await changeInTransaction(tx, ctx, shop, request, snapshot);
      if (!("result" in tried) && !mayCommit(tried)) throw new RolledBack(tried);
      return tried;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.tried;
    throw error;
  }
}

/** Whether the shop has such an order. */
export const isKnown = async ({ db }: OrdersContext, { id: shopId }: ShopRow, shopifyGid: Gid<"Order">) =>
  (await db.order.count({ where: { shopId, shopifyGid } })) > 0;

/** The order as Shopify shows it now; null where that cannot be read. */
export async function readForChange(
  ctx: OrdersContext,
  shop: ShopRow,
  shopifyGid: Gid<"Order">,
): Promise<OrderSnapshot | null> {
  try {
    return await readSnapshot(ctx, shop, shopifyGid);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ error: error.name }, "order to change not readable");
    return null;
  }
}

async function changeInTransaction(
  tx: Tx,
  ctx: OrdersContext,
  shop: ShopRow,
  request: ChangeRequest,
  snapshot: OrderSnapshot,
): Promise<Tried | ChangeFailure> {
  const found = await findSubject(tx, ctx, shop, snapshot, request.lineId, request.values);
  if ("result" in found) return found;
  const { state, subject } = found;
  const { order, submission } = state;
  const after = changedValues(subject, request.values);
  const fields = fieldsOf(subject).filter((field) => after[field] !== undefined);
  const problems = findProblems({ ...state, ...subject, changed: after, reason: request.reason, snapshot });
  if (fields.length === 0) problems.push({ field: fieldsOf(subject)[0], code: "nothing_changed" });
  if (problems.length > 0) return { result: "problems", problems };
  const before = await readPayload(tx, ctx, submission.id);
  const saveAddress = request.saveAddress && SAVED_FIELDS.some((field) => fields.includes(field));
  const content = { before: pick(subject.given.values, fields), after, reason: cleanText(request.reason) };
  const repeated = isRepeated(ctx, subject, content);
  const changeId: OrderChangeId = repeated ?? ctx.ids.uuid();
  if (!repeated)
    await replaceChange(tx, ctx, state, subject, { id: changeId, fields, content, saveAddress }, request.userId);
  await applySnapshot(tx, ctx, shop, snapshot);
  if (fields.includes("note")) await approveText(tx, ctx, state, subject, request);
  const applied = await applySnapshot(tx, ctx, shop, snapshot);
  const printOrder = { before, after: await readPayload(tx, ctx, submission.id) };
  const open = await tx.attention.findMany({ where: { submissionId: submission.id, clearedAt: null } });
  const position = await positionOf(tx, submission.id, subject);
  const shown = { fields, before: content.before, after, printOrder, position };
  const basis = pick(subject.given.basis, fields);
  // A change that another member of staff made meanwhile is not replaced unseen.
  const replaced = subject.change?.row.id ?? null;
  const stands = [order.id, request.lineId, replaced, after, basis, printOrder.after];
  return {
    changeId,
    repeated: repeated !== null,
    preview: {
      ...shown,
      holds: open.map(({ code }) => code).filter(isHold),
      token: ctx.encryptor.hash(JSON.stringify(stands)),
    },
    ready: applied.outcome === "ready" ? applied.submissions.map(({ submissionId }) => submissionId) : [],
    writesAddress: saveAddress && !repeated,
  };
}

/** Applies what Shopify shows, then finds what is to be changed. Locks the order. */
export async function findSubject(
  tx: Tx,
  ctx: OrdersContext,
  shop: ShopRow,
  snapshot: OrderSnapshot,
  lineId: OrderLineId | null,
  wanted?: ChangedValues,
): Promise<{ state: ChangeState; subject: ChangeSubject } | { result: "not_found" | "invalid_state" | "unreadable" }> {
  await lockOrderByGid(tx, shop.id, snapshot.gid);
  const where = { shopId: shop.id, shopifyGid: snapshot.gid };
  if (!(await tx.order.findFirst({ where, select: { id: true } }))) return { result: "not_found" };
  const applied = await applySnapshot(tx, ctx, shop, snapshot);
  if (applied.outcome === "stale") return { result: "unreadable" };
  const state = await readChangeState(tx, ctx, shop, snapshot, wanted);
  if (!state || state.order.redactedAt || state.order.cancelledAt) return { result: "invalid_state" };
  const subject = state.subjects.find(({ line }) => (line?.row.id ?? null) === lineId);
  return subject ? { state, subject } : { result: "invalid_state" };
}

const fieldsOf = ({ line }: ChangeSubject): readonly [ChangedField, ...ChangedField[]] =>
  line ? LINE_CHANGE_FIELDS : ORDER_CHANGE_FIELDS;

/** What differs from what is given, as it would be sent. */
function changedValues(subject: ChangeSubject, wanted: ChangedValues): ChangedValues {
  const clean = JSON.parse(JSON.stringify(wanted), (_key, value: unknown) =>
    typeof value === "string" ? cleanText(value) : value,
  ) as ChangedValues;
  const differing = fieldsOf(subject).filter(
    (field) =>
      (field !== "quantity" || subject.needed !== null) &&
      clean[field] !== undefined &&
      !isAsGiven(field, subject.given.values, clean),
  );
  return pick(clean, differing);
}

function pick<T extends object>(values: T, fields: readonly string[]): T {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field))) as T;
}

interface NewChange {
  id: OrderChangeId;
  fields: ChangedField[];
  content: { before: ChangedValues; after: ChangedValues; reason: string };
  saveAddress: boolean;
}

/** The id of the change in force, if it says the same. */
function isRepeated(
  ctx: OrdersContext,
  { change, given }: ChangeSubject,
  content: NewChange["content"],
): OrderChangeId | null {
  if (!change || outdatedFields(change, given).length > 0) return null;
  return isDeepStrictEqual(saidBy(ctx, change), content) ? change.row.id : null;
}

/** What a change says of its fields. */
export function saidBy(ctx: OrdersContext, { row }: CurrentChange): NewChange["content"] | null {
  const content = decryptChange(ctx, row);
  return content && { ...content, before: pick(content.before, row.fields), after: pick(content.after, row.fields) };
}

/** Puts a change in force, in place of the one before. Needs the order's lock. */
export async function replaceChange(
  tx: Tx,
  ctx: OrdersContext,
  { order }: ChangeState,
  { line, given, change, needed, sentQuantity }: ChangeSubject,
  { id, fields, content, saveAddress }: NewChange,
  userId: string | null,
  code: "order.changed" | "order.change_kept" = "order.changed",
): Promise<void> {
  const now = ctx.clock.now();
  if (change) await tx.orderChange.update({ where: { id: change.row.id }, data: { endedAt: now } });
  const { quantity } = content.after;
  const withheld = quantity === undefined || needed === null ? 0 : Math.max(0, needed - quantity);
  const quantityKept = sentQuantity?.row.fields.includes("quantity") ? keptQuantity(ctx, sentQuantity) : null;
  await tx.orderChange.create({
    data: {
      id,
      orderId: order.id,
      orderLineId: line?.row.id ?? null,
      fields: quantityKept ? [...fields, "quantity"] : fields,
      contentEncrypted: encryptChange(ctx, id, {
        ...content,
        before: { ...content.before, ...quantityKept?.before },
        after: { ...content.after, ...quantityKept?.after },
      }),
      basis: { ...pick(given.basis, fields), ...quantityKept?.basis },
      withheld: quantityKept?.withheld ?? withheld,
      userId,
      createdAt: now,
      ...(saveAddress ? { addressWrite: "claimed", addressWriteAt: now } : {}),
    },
  });
  const data = { change: id, fields: fields.join(" "), subject: line?.row.shopifyGid ?? "" };
  await addHistory(tx, ctx, { shopId: order.shopId, orderId: order.id, code, actor: { userId }, data });
}

/** What was withheld when the line was sent stays withheld, whatever else is changed for a reprint. */
function keptQuantity(ctx: OrdersContext, { row }: CurrentChange) {
  const content = decryptChange(ctx, row);
  const basis = pick(changeBasisSchema.parse(row.basis), ["quantity"]);
  const [before, after] = [pick(content?.before ?? {}, ["quantity"]), pick(content?.after ?? {}, ["quantity"])];
  return { before, after, basis, withheld: row.withheld };
}

/** Who writes the text has seen the customer's, and the preview shows what is sent: that is the review. */
async function approveText(
  tx: Tx,
  ctx: OrdersContext,
  state: ChangeState,
  { line }: ChangeSubject,
  staff: Staff,
): Promise<void> {
  if (!line) return;
  const ids = { orderId: state.order.id, submissionId: state.submission.id, subject: line.row.shopifyGid };
  await clearAttentions(tx, ctx, { ...ids, codes: ["personalization_review", "details_unused"] }, staff);
}

async function readPayload(tx: Tx, ctx: OrdersContext, id: SubmissionId): Promise<PrintOrder | null> {
  const row = await tx.submission.findUniqueOrThrow({ where: { id } });
  return decryptPayload(ctx, row);
}

async function positionOf(tx: Tx, submissionId: SubmissionId, { line }: ChangeSubject): Promise<number | null> {
  if (!line) return null;
  const where = { submissionId, orderLineId: line.row.id };
  return (await tx.submissionLine.findFirst({ where, select: { position: true } }))?.position ?? null;
}
