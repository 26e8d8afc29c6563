import type { Actor, LookupOutcome } from "../../../../prisma/client/client.ts";
import { TEXT_REVIEWS, type AttentionCode } from "../../core/attention.ts";
import type { HistoryCode } from "../../core/history.ts";
import { type Confidential, staffNameOf } from "./confidential.ts";
import type { NameOf, StoredOrder } from "./stored-order.ts";

export interface HistoryView {
  id: string;
  at: string;
  code: HistoryCode | `lookup.${LookupOutcome}`;
  actor: Actor;
  /** The name of the member of staff who caused it; null for all others, or where it is not known. */
  by: string | null;
  /** The submission's reference. */
  reference: string | null;
  /** The line, parcel or SKU. */
  about: string | null;
  /** Codes that complete the code of the entry. */
  data: Record<string, string>;
  /** What staff wrote about a change; null without it. */
  reason: string | null;
  /** The print note that staff approved; "" for one without text, null for all other entries. */
  approvedNote: string | null;
  /** Number of equal entries in a row; `at` is the last time. */
  times: number;
}

type HistoryConfidential = Pick<Confidential, "changes" | "staffNames" | "payloads">;

/** The newest entry first. Consecutive lookups with the same outcome are one entry. */
export function historyViews(order: StoredOrder, nameOf: NameOf, confidential: HistoryConfidential): HistoryView[] {
  const all = [...order.history.map((row) => fromHistory(order, row, nameOf, confidential)), ...fromLookups(order)];
  // Both parts are sorted, and the sort is stable: entries of one instant keep their order.
  all.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  return all.reduce<HistoryView[]>((lines, one) => {
    const last = lines.at(-1);
    if (last && one.code.startsWith("lookup.") && one.code === last.code && one.reference === last.reference) {
      last.times += 1;
      return lines;
    }
    return [...lines, one];
  }, []);
}

function fromHistory(
  order: StoredOrder,
  row: StoredOrder["history"][number],
  nameOf: NameOf,
  confidential: HistoryConfidential,
): HistoryView {
  const texts = Object.entries(row.data ?? {}).filter(([, value]) => typeof value === "string");
  const data = Object.fromEntries(texts) as Record<string, string>;
  return {
    id: row.id,
    at: row.at.toISOString(),
    code: row.code,
    actor: row.actor,
    by: staffNameOf(confidential, row),
    reference: order.submissions.find((one) => one.id === row.submissionId)?.reference ?? null,
    about: nameOf(data["parcel"] ?? data["subject"] ?? ""),
    data,
    reason: row.code === "order.changed" ? (confidential.changes.get(data["change"] ?? "")?.reason ?? null) : null,
    approvedNote: approvedNote(order, row, confidential),
    times: 1,
  };
}

/**
 * The note that staff's last approval of a text was for: a changed one would be held again. Earlier approvals may have been for
 * another note. null after the erasure of the content.
 */
function approvedNote(
  order: StoredOrder,
  row: StoredOrder["history"][number],
  { payloads }: HistoryConfidential,
): string | null {
  const key = approvalKey(row);
  if (key === null || order.history.find((one) => approvalKey(one) === key) !== row) return null;
  const submission = order.submissions.find(({ id }) => id === row.submissionId);
  const { subject } = row.data as { subject?: string };
  const isHeldAgain = order.attentions.some(
    (open) => TEXT_REVIEWS.includes(open.code) && open.submissionId === row.submissionId && open.subject === subject,
  );
  const orderLine = order.lines.find(({ shopifyGid }) => shopifyGid === subject);
  const line = submission?.lines.find(({ orderLineId }) => orderLineId === orderLine?.id);
  if (isHeldAgain || !submission || !line) return null;
  return payloads.get(submission.id)?.items[line.position]?.note ?? null;
}

/** One value for each text of a submission that staff approved; null for all other entries. */
function approvalKey({ code, actor, submissionId, data }: StoredOrder["history"][number]): string | null {
  if (code !== "attention.cleared" || actor !== "person") return null;
  const { code: reason, subject } = data as { code?: AttentionCode; subject?: string };
  return reason && TEXT_REVIEWS.includes(reason) ? `${submissionId} ${subject}` : null;
}

/** A list scan concludes its lookup. The preceding search by reference shows only in the evidence of the submission. */
function fromLookups(order: StoredOrder): HistoryView[] {
  return order.submissions.flatMap(({ reference, lookups }) =>
    lookups
      .filter(({ kind, result }) => kind === "list_scan" || result === "found")
      .map(({ id, at, result }) => ({
        id,
        at: at.toISOString(),
        code: `lookup.${result}` as const,
        actor: "system" as const,
        by: null,
        reference,
        about: null,
        data: {},
        reason: null,
        approvedNote: null,
        times: 1,
      })),
  );
}
