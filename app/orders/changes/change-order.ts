import { cleanLines } from "../../artwork/text-layout.ts";
import { isDeepStrictEqual } from "node:util";
import type { AddressDoubt } from "../../address/doubtful-address.ts";
import { cleanText } from "../../common/clean-text.ts";
import { Prisma } from "../../../prisma/client/client.ts";
import { readRows } from "../../database/rows.ts";
import type { Tx } from "../../database/sql.ts";
import { type AttentionCode, isHold } from "../core/attention.ts";
import { changeOrderIn } from "../core/change-orders.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Staff } from "../core/history.ts";
import type { ChangedValues } from "../core/order-change.ts";
import { decryptPayload } from "../core/provider-order.ts";
import { clearReasons } from "../core/order-rows.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { isAsGiven } from "../compose/changed-values.ts";
import { checkedFindings } from "../compose/content.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { applySnapshot } from "../receive/apply-snapshot.ts";
import { outdatedFields } from "../compose/current-changes.ts";
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
import { type ChangeState, type ChangeSubject, findSubject, isKnown, readForChange } from "./change-state.ts";
import { pick, replaceChange, readChangeContent, type NewChange } from "./settle-change.ts";
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
  /** The line's text is approved with it, as the preview shows what is printed. */
  approves: boolean;
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
  /** What would make the address doubtful. */
  doubts: AddressDoubt[];
  /** The line's text would still have to be reviewed, which `approves` does at once. */
  reviews: boolean;
  /** The order would be sent at once. */
  sends: boolean;
}

/** unreadable: Shopify does not show the order, or an older state of it. */
type ChangeFailure =
  { result: "problems"; problems: FieldProblem[] } | { result: "not_found" | "invalid_state" | "unreadable" };

export type PreviewResult = { result: "preview"; preview: ChangePreview } | ChangeFailure;
/** outdated: saving would do something else than the preview showed. */
export type SaveResult =
  | { result: "saved"; changeId: OrderChangeId; writesAddress: boolean }
  | { result: "outdated"; preview: ChangePreview }
  | ChangeFailure;

interface Tried {
  changeId: OrderChangeId;
  /** The change in force says the same already, and nothing is left to approve. */
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
  const tried = await tryChange(ctx, shop, { ...request, approves: false }, () => false);
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
    return await ctx.sql.transaction(async (tx) => {
      const tried = await changeInTransaction(tx, ctx, shop, request, snapshot);
      if (!("result" in tried) && !mayCommit(tried)) throw new RolledBack(tried);
      return tried;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.tried;
    throw error;
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
  const wanted = readRequest(shop, state, subject, request, snapshot);
  if ("result" in wanted) return wanted;
  const submissionId = state.submission.id;
  const before = await readPayload(tx, ctx, submissionId);
  const repeated = isRepeated(ctx, subject, wanted.content);
  const changeId: OrderChangeId = repeated ?? ctx.ids.uuid();
  if (!repeated) await replaceChange(tx, ctx, state, subject, { id: changeId, ...wanted }, request.userId);
  let applied = await applySnapshot(tx, ctx, shop, snapshot);
  const approved = request.approves ? await approveText(tx, ctx, state, subject, request) : 0;
  if (approved > 0) applied = await applySnapshot(tx, ctx, shop, snapshot);
  const ready = applied.outcome === "ready" ? applied.submissions.map((one) => one.submissionId) : [];
  const printOrder = { before, after: await readPayload(tx, ctx, submissionId) };
  return {
    changeId,
    repeated: repeated !== null && approved === 0,
    preview: {
      fields: wanted.fields,
      before: wanted.content.before,
      after: wanted.content.after,
      printOrder,
      position: await positionOf(tx, submissionId, subject),
      holds: await readHolds(tx, submissionId),
      doubts: subject.line || !printOrder.after ? [] : doubtsIn(printOrder.after, state.settings),
      reviews: await isToBeReviewed(tx, state, subject),
      sends: ready.length > 0,
      token: tokenOf(ctx, state, subject, wanted, printOrder.after),
    },
    ready,
    writesAddress: wanted.saveAddress && !repeated,
  };
}

/** What the request changes, or what is wrong with it. */
function readRequest(
  shop: ShopRow,
  state: ChangeState,
  subject: ChangeSubject,
  request: ChangeRequest,
  snapshot: OrderSnapshot,
): Omit<NewChange, "id"> | Extract<ChangeFailure, { result: "problems" }> {
  const after = changedValues(subject, request.values);
  const fields = fieldsOf(subject).filter((field) => after[field] !== undefined);
  const problems = findProblems({ ...state, ...subject, changed: after, snapshot, shop });
  if (fields.length === 0) problems.push({ field: fieldsOf(subject)[0], code: "nothing_changed" });
  if (problems.length > 0) return { result: "problems", problems };
  return {
    fields,
    content: { before: pick(subject.given.values, fields), after, reason: cleanText(request.reason) },
    saveAddress: request.saveAddress && SAVED_FIELDS.some((field) => fields.includes(field)),
  };
}

function tokenOf(
  ctx: OrdersContext,
  { order }: ChangeState,
  { line, change, given }: ChangeSubject,
  { fields, content }: Omit<NewChange, "id">,
  printOrder: PrintOrder | null,
): string {
  // A change that another member of staff made meanwhile is not replaced unseen.
  const replaced = change?.row.id ?? null;
  const shown = [order.id, line?.row.id ?? null, replaced, content.after, pick(given.basis, fields), printOrder];
  return ctx.encryptor.hash(JSON.stringify(shown));
}

const doubtsIn = (printOrder: PrintOrder, settings: ShopSettings): AddressDoubt[] => [
  ...new Set(checkedFindings(printOrder, settings).map(({ doubt }) => doubt)),
];

async function readHolds(tx: Tx, submissionId: SubmissionId): Promise<AttentionCode[]> {
  const open = await tx.query<{ code: AttentionCode }>`
    SELECT "code" FROM "Attention" WHERE "submissionId" = ${submissionId}::uuid AND "clearedAt" IS NULL`;
  return open.map(({ code }) => code).filter(isHold);
}

const fieldsOf = ({ line }: ChangeSubject): readonly [ChangedField, ...ChangedField[]] =>
  line ? LINE_CHANGE_FIELDS : ORDER_CHANGE_FIELDS;

/** What differs from what is given, as it would be sent. */
function changedValues(subject: ChangeSubject, wanted: ChangedValues): ChangedValues {
  // A text that is drawn keeps its lines.
  const clean = JSON.parse(JSON.stringify(wanted), (key, value: unknown) =>
    typeof value !== "string"
      ? value
      : key === "textFront" || key === "textBack"
        ? cleanLines(value)
        : cleanText(value),
  ) as ChangedValues;
  const differing = fieldsOf(subject).filter(
    (field) =>
      (field !== "quantity" || subject.needed !== null) &&
      clean[field] !== undefined &&
      !isAsGiven(field, subject.given.values, clean),
  );
  return pick(clean, differing);
}

/** The id of the change in force, if it says the same. */
function isRepeated(
  ctx: OrdersContext,
  { change, given }: ChangeSubject,
  content: NewChange["content"],
): OrderChangeId | null {
  if (!change || outdatedFields(change, given).length > 0) return null;
  return isDeepStrictEqual(readChangeContent(ctx, change), content) ? change.row.id : null;
}

/** What the preview of a line shows whole: its note and its artwork. A text that nothing carries is approved by itself. */
const APPROVED_BY_PREVIEW: AttentionCode = "personalization_review";

const reviewOf = (state: ChangeState, line: NonNullable<ChangeSubject["line"]>) => ({
  submissionId: state.submission.id,
  subject: line.row.shopifyGid,
});

async function isToBeReviewed(tx: Tx, state: ChangeState, { line }: ChangeSubject): Promise<boolean> {
  if (!line) return false;
  const { submissionId, subject } = reviewOf(state, line);
  const open = await tx.query`
    SELECT 1 FROM "Attention" WHERE "submissionId" = ${submissionId}::uuid AND "code" = ${APPROVED_BY_PREVIEW}
      AND "subject" = ${subject} AND "clearedAt" IS NULL`;
  return open.length > 0;
}

/** Who writes the text has seen the customer's, and the preview shows what is sent: that is the review. Returns how many it ends. */
async function approveText(
  tx: Tx,
  ctx: OrdersContext,
  state: ChangeState,
  { line }: ChangeSubject,
  staff: Staff,
): Promise<number> {
  if (!line) return 0;
  const reviewed = { ...reviewOf(state, line), codes: [APPROVED_BY_PREVIEW] };
  return changeOrderIn(tx, state.order.id, (rows) => clearReasons(rows, ctx, reviewed, staff));
}

async function readPayload(tx: Tx, ctx: OrdersContext, id: SubmissionId): Promise<PrintOrder | null> {
  const [row] = await readRows(tx, "Submission", Prisma.sql`WHERE "id" = ${id}::uuid`);
  return row ? decryptPayload(ctx, row) : null;
}

async function positionOf(tx: Tx, submissionId: SubmissionId, { line }: ChangeSubject): Promise<number | null> {
  if (!line) return null;
  const [found] = await tx.query<{ position: number }>`
    SELECT "position" FROM "SubmissionLine" WHERE "submissionId" = ${submissionId}::uuid AND "orderLineId" = ${line.row.id}::uuid`;
  return found?.position ?? null;
}
