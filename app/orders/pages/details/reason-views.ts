import type { Attention } from "@prisma/client";
import { ATTENTION, type AttentionCode, type AttentionPhase } from "../../core/attention.ts";
import type { Action } from "../../actions/actions.ts";
import { actionsForReason, type ActionContext } from "../../actions/available-actions.ts";
import { RETRYABLE_PARCEL_STATES, MUTABLE_STATES } from "../../core/states.ts";
import { lineActionOf } from "./line-views.ts";
import type { NameOf } from "./subject-names.ts";
import type { OrderRow, SubmissionRow } from "./read-order-row.ts";
import type { ProviderMessagesOf } from "./provider-messages.ts";
import { numericIdOf } from "./numeric-id.ts";

export interface ReasonView {
  id: string;
  code: AttentionCode;
  phase: AttentionPhase;
  message: string;
  fix: string;
  /** UTC, ISO 8601. */
  since: string;
  submissionId: string | null;
  /** The line, parcel or SKU that it is about; null for the whole. */
  about: string | null;
  /** Our id of the line that it is about; null where it is about something else. */
  lineId: string | null;
  /** It can be mended by not printing the line that it is about. */
  excludable: boolean;
  /** Number of the Shopify product that it is about, where it is a line. */
  productId: string | null;
  /** Field names, codes and figures. */
  detail: Record<string, string | number | string[]>;
  /** The print service's own words. */
  providerMessages: string[];
  /** Each of them can work now. */
  actions: Action[];
}

export interface ReasonTexts {
  nameOf: NameOf;
  messagesOf: ProviderMessagesOf;
}

/** Every open reason of an order: problems first, then the oldest. */
export function reasonViews(order: OrderRow, parts: ReasonTexts): ReasonView[] {
  const views = order.attentions.filter((row) => !isCovered(order, row)).map((row) => reasonView(order, row, parts));
  return views.sort((a, b) => rank(a) - rank(b));
}

/** That nobody knows is said once: the question to a person says it, too. */
const isCovered = (order: OrderRow, row: Attention): boolean =>
  row.code === "uncertain" &&
  order.attentions.some(
    (other) => other.code === "uncertain_needs_decision" && other.submissionId === row.submissionId,
  );

const rank = (reason: ReasonView): number => (reason.phase === "problem" ? 0 : 1);

function reasonView(order: OrderRow, row: Attention, parts: ReasonTexts): ReasonView {
  const code = row.code as AttentionCode;
  const { phase, message, fix, excludable } = ATTENTION[code];
  const submission = order.submissions.find((one) => one.id === row.submissionId);
  const line = order.lines.find((one) => one.shopifyGid === row.subject);
  return {
    id: row.id,
    code,
    phase,
    message,
    fix,
    since: row.openedAt.toISOString(),
    submissionId: row.submissionId,
    about: parts.nameOf(row.subject),
    lineId: line?.id ?? null,
    excludable: line !== undefined && excludable === true && lineActionOf(order, line) === "exclude_line",
    productId: line?.productGid ? numericIdOf(line.productGid) : null,
    detail: plainDetail(row.detail),
    providerMessages: parts.messagesOf(row),
    actions: submission ? actionsForReason(code, actionContextOf(order, submission)) : [],
  };
}

function plainDetail(detail: unknown): ReasonView["detail"] {
  const plain = Object.entries(detail ?? {}).filter(
    ([, value]) => typeof value === "string" || typeof value === "number" || isTexts(value),
  );
  return Object.fromEntries(plain) as ReasonView["detail"];
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");

/** What decides on the acts for one submission of the order. */
export function actionContextOf(order: OrderRow, submission: SubmissionRow): ActionContext {
  const open = order.attentions.filter((row) => row.submissionId === submission.id);
  return {
    state: submission.state,
    replaced: submission.replacedAt !== null,
    codes: open.map((row) => row.code as AttentionCode),
    hasOpenParcels: submission.parcels.some(({ state }) => RETRYABLE_PARCEL_STATES.includes(state)),
    orderActive: order.cancelledAt === null && order.redactedAt === null,
  };
}

/** The submission that the order's page is about first: the one that is not sent yet, else the newest that counts. */
export function currentSubmission(order: OrderRow): SubmissionRow | undefined {
  const { submissions } = order;
  return (
    submissions.find((one) => MUTABLE_STATES.includes(one.state)) ??
    submissions.findLast((one) => one.state !== "cancelled" && !one.replacedAt) ??
    submissions.at(-1)
  );
}
