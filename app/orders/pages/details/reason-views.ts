import type { Attention } from "@prisma/client";
import { ATTENTION, NEEDS_MAPPING, type AttentionCode } from "../../core/attention.ts";
import type { Act } from "../../actions/actions.ts";
import { actsForReason, type Standing } from "../../actions/available-actions.ts";
import { OPEN_STATES } from "../../core/transitions.ts";
import { lineActOf } from "./line-views.ts";
import type { NameOf } from "./subject-names.ts";
import type { OrderRow, SubmissionRow } from "./read-order-row.ts";
import type { WordsOf } from "./provider-messages.ts";
import { numberOf } from "./numeric-id.ts";

export interface ReasonView {
  id: string;
  code: AttentionCode;
  phase: "hold" | "problem";
  says: string;
  mend: string;
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
  words: string[];
  /** Each of them can work now. */
  acts: Act[];
}

export interface ReasonParts {
  nameOf: NameOf;
  wordsOf: WordsOf;
}

/** Every open reason of an order: problems first, then the oldest. */
export function reasonViews(order: OrderRow, parts: ReasonParts): ReasonView[] {
  const views = order.attentions.filter((row) => !saidBy(order, row)).map((row) => reasonView(order, row, parts));
  return views.sort((a, b) => rank(a) - rank(b));
}

/** That nobody knows is said once: the question to a person says it, too. */
const saidBy = (order: OrderRow, row: Attention): boolean =>
  row.code === "uncertain" &&
  order.attentions.some((other) => other.code === "uncertain_decide" && other.submissionId === row.submissionId);

const rank = (reason: ReasonView): number => (reason.phase === "problem" ? 0 : 1);

function reasonView(order: OrderRow, row: Attention, parts: ReasonParts): ReasonView {
  const code = row.code as AttentionCode;
  const { phase, says, mend } = ATTENTION[code];
  const submission = order.submissions.find((one) => one.id === row.submissionId);
  const line = order.lines.find((one) => one.shopifyGid === row.subject);
  return {
    id: row.id,
    code,
    phase,
    says,
    mend,
    since: row.openedAt.toISOString(),
    submissionId: row.submissionId,
    about: parts.nameOf(row.subject),
    lineId: line?.id ?? null,
    excludable: line !== undefined && LINE_HOLDS.includes(code) && lineActOf(order, line) === "exclude_line",
    productId: line?.productGid ? numberOf(line.productGid) : null,
    detail: plainDetail(row.detail),
    words: parts.wordsOf(row),
    acts: submission ? actsForReason(code, standingOf(order, submission)) : [],
  };
}

/** Holds that keep a whole order waiting for one of its lines. */
const LINE_HOLDS: readonly AttentionCode[] = [
  ...NEEDS_MAPPING,
  "line_changed",
  "artwork_missing",
  "artwork_unreadable",
];

function plainDetail(detail: unknown): ReasonView["detail"] {
  const plain = Object.entries(detail ?? {}).filter(
    ([, value]) => typeof value === "string" || typeof value === "number" || isTexts(value),
  );
  return Object.fromEntries(plain) as ReasonView["detail"];
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");

/** What decides on the acts for one submission of the order. */
export function standingOf(order: OrderRow, submission: SubmissionRow): Standing {
  const open = order.attentions.filter((row) => row.submissionId === submission.id);
  return {
    state: submission.state,
    replaced: submission.replacedAt !== null,
    codes: open.map((row) => row.code as AttentionCode),
    parcelsWait: submission.parcels.some(({ state }) => state === "waiting" || state === "stuck"),
    wanted: order.cancelledAt === null && order.redactedAt === null,
  };
}

/** The submission that the order's page is about first: the one that is not sent yet, else the newest that counts. */
export function currentOf(order: OrderRow): SubmissionRow | undefined {
  const { submissions } = order;
  return (
    submissions.find((one) => OPEN_STATES.includes(one.state)) ??
    submissions.findLast((one) => one.state !== "cancelled" && !one.replacedAt) ??
    submissions.at(-1)
  );
}
