import { isReprint } from "../../core/reprints.ts";
import type { Attention } from "../../../../prisma/client/client.ts";
import { ATTENTION, reasonWords, type AttentionCode, type AttentionPhase } from "../../core/attention.ts";
import { reasonVersion } from "../../core/raise-attention.ts";
import type { Action } from "../../actions/actions.ts";
import type { OrderAction, ProviderRequest } from "../../core/attention-registry.ts";
import { SHIPPED_STATES } from "../../core/states.ts";
import { canWrite } from "../../../ports/print-service.ts";
import { isMarkable } from "../../actions/exclude-line.ts";
import { isOrderActionAvailable } from "../../actions/order-actions.ts";
import { actionsForReason } from "../../actions/available-actions.ts";
import { lineActionOf } from "./line-views.ts";
import type { Confidential } from "./confidential.ts";
import { gidNumber } from "../../../ports/gid.ts";
import type { OrdersContext } from "../../core/context.ts";
import { actionContextOf, type NameOf, type StoredOrder, type StoredSubmission } from "./stored-order.ts";
import type { SubmissionId, OrderLineId, AttentionId } from "../../../ports/ids.ts";

export interface ReasonView {
  id: AttentionId;
  /** Goes with an approval: what is approved is what was shown. */
  version: string;
  code: AttentionCode;
  phase: AttentionPhase;
  message: string;
  fix: string;
  /** The parcel is on its way: message and fix say what is left to do. */
  shipped: boolean;
  /** What the print service is asked for, if anything. */
  asks: ProviderRequest | null;
  /** UTC, ISO 8601. */
  since: string;
  submissionId: SubmissionId | null;
  /** The line, parcel or SKU; null: the whole order. */
  about: string | null;
  /** The id of the `OrderLine` that the reason is about. */
  lineId: OrderLineId | null;
  /** Not printing the line fixes the reason. */
  excludable: boolean;
  /** Staff may say that the variant is never printed. */
  markable: boolean;
  /** Number of the line's Shopify product. */
  productId: string | null;
  /** Number of the line's Shopify variant. */
  variantId: string | null;
  /** Field names, codes and figures. */
  detail: Record<string, string | number | string[]>;
  /** The print service's messages. */
  providerMessages: string[];
  /** Actions that fix the reason and are possible now. */
  actions: Action[];
  /** The same on the whole order. */
  orderActions: OrderAction[];
}

/** Every open reason of an order: problems first, then the oldest. */
export function reasonViews(
  ctx: Pick<OrdersContext, "clock">,
  order: StoredOrder,
  nameOf: NameOf,
  messagesOf: Confidential["providerMessages"],
): ReasonView[] {
  const shown = order.attentions.filter((row) => !isCovered(order, row));
  const views = shown.map((row, at) => ({
    ...reasonView(ctx, order, row, nameOf),
    // What explains an attempt is said once, beside the first of the line items that the attempt was rejected for.
    providerMessages: shown.slice(0, at).some((before) => isSameRejection(before, row)) ? [] : messagesOf(row),
  }));
  return views.sort((a, b) => rank(a) - rank(b));
}

const isSameRejection = (a: Attention, b: Attention): boolean =>
  a.code === "rejected" && b.code === "rejected" && a.submissionId === b.submissionId;

/** `uncertain_needs_decision` implies `uncertain`. */
const isCovered = (order: StoredOrder, row: Attention): boolean =>
  row.code === "uncertain" &&
  order.attentions.some(
    (other) => other.code === "uncertain_needs_decision" && other.submissionId === row.submissionId,
  );

const rank = (reason: ReasonView): number => (reason.phase === "problem" ? 0 : 1);

/** Where Inkbridge pays for the order or cancels it at this moment. */
const WAIT_FIX = "Wait for the print service's answer.";
/** Where nobody wants the print order that is to be paid. */
const CANCELED_FIX = "Don't pay for it, because the order is canceled in Shopify.";

function reasonView(
  ctx: Pick<OrdersContext, "clock">,
  order: StoredOrder,
  row: Attention,
  nameOf: NameOf,
): Omit<ReasonView, "providerMessages"> {
  const { code } = row;
  const { phase, excludable, orderActions = [] } = ATTENTION[code];
  const submission = order.submissions.find((one) => one.id === row.submissionId);
  const line = order.lines.find((one) => one.shopifyGid === row.subject);
  const actions = submission ? actionsForReason(code, actionContextOf(ctx, order, submission)) : [];
  return {
    id: row.id,
    version: reasonVersion(row),
    code,
    phase,
    ...wordsOf(code, submission),
    ...fixNow(order, code, submission, actions),
    since: row.openedAt.toISOString(),
    submissionId: row.submissionId,
    about: nameOf(row.subject),
    lineId: line?.id ?? null,
    excludable: line !== undefined && excludable === true && lineActionOf(order, line) === "exclude_line",
    markable:
      line !== undefined && ATTENTION[code].needsMapping === true && line.variantGid !== null && isMarkable(line),
    productId: line?.productGid ? gidNumber(line.productGid) : null,
    variantId: line?.variantGid ? gidNumber(line.variantGid) : null,
    detail: plainDetail(row.detail),
    actions,
    orderActions: orderActions.filter((action) => isOrderActionAvailable[action](order, true)),
  };
}

/** What is to be done at this moment in place of what the reason says; empty: nothing else. */
function fixNow(
  { cancelledAt }: StoredOrder,
  code: AttentionCode,
  submission: StoredSubmission | undefined,
  available: readonly Action[],
): Partial<Pick<ReasonView, "fix" | "asks">> {
  const { fixHere, tooLateFix, actions = [] } = ATTENTION[code];
  if (code === "payment_due_at_provider" && cancelledAt) return { fix: CANCELED_FIX, asks: null };
  if (!submission) return {};
  if (fixHere && submission.openWrite) return { fix: WAIT_FIX, asks: null };
  const isTooLate = submission.state === "in_production" && canWrite(submission.printAccount, "cancel");
  if (tooLateFix && isTooLate) return { fix: tooLateFix };
  return fixHere && available.some((action) => action === actions[0]) ? { fix: fixHere, asks: null } : {};
}

/** What happened and what is to be done, for where the submission is by now. */
function wordsOf(
  code: AttentionCode,
  submission: StoredSubmission | undefined,
): Pick<ReasonView, "message" | "fix" | "asks" | "shipped"> {
  const { afterShipping, reprintFix } = ATTENTION[code];
  const shipped = afterShipping !== undefined && submission !== undefined && SHIPPED_STATES.includes(submission.state);
  const { message, fix, asks = null } = reasonWords(code, shipped);
  const ofReprint = !shipped && submission && isReprint(submission) ? reprintFix : undefined;
  return { message, fix: ofReprint ?? fix, asks, shipped };
}

function plainDetail(detail: unknown): ReasonView["detail"] {
  const plain = Object.entries(detail ?? {}).filter(
    ([, value]) => typeof value === "string" || typeof value === "number" || isTexts(value),
  );
  return Object.fromEntries(plain) as ReasonView["detail"];
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
