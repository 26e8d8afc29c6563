import type { Attention, Submission } from "../../../prisma/client/client.ts";
import { ATTENTION, isHold, type Hold } from "../core/attention.ts";
import type { WriteContext } from "../core/context.ts";
import { idsOf } from "../core/history.ts";
import { clearReasons, raiseReason, type OrderRows } from "../core/order-rows.ts";

interface SyncHoldsInput {
  submission: Pick<Submission, "id" | "shopId" | "orderId">;
  holds: readonly Hold[];
  /** What keeps nothing from being sent. */
  notices: readonly Hold[];
  complete: boolean;
  /** Hash of the present content: a hold of a pre-send check has the hash of the content that was checked as its basis. */
  payloadHash: string | null;
  /** The checks before sending were made for the present content. */
  preSendCurrent: boolean;
  /** What the margin is judged by now. */
  priceRules: string;
}

/** Brings a submission's open holds in line with its order, shop and settings; returns those that stay open. */
export function syncHolds(rows: OrderRows, ctx: WriteContext, input: SyncHoldsInput): Attention[] {
  const ids = idsOf(input.submission);
  const { submissionId } = ids;
  const ofSubmission = () => rows.attentions.filter((one) => one.submissionId === submissionId);
  const before = ofSubmission();
  const activeHolds = [...input.holds, ...input.notices].filter((hold) => !isApproved(before, hold));
  for (const hold of activeHolds) raiseReason(rows, ctx, { ...ids, ...hold });
  const activeKeys = new Set(activeHolds.map((hold) => `${hold.code} ${hold.subject}`));
  for (const row of before)
    if ((isOpenHold(row) || isOpenNotice(row)) && !activeKeys.has(`${row.code} ${row.subject}`) && mayClear(row, input))
      clearReasons(rows, ctx, { submissionId, codes: [row.code], subject: row.subject }, "facts");
  return ofSubmission().filter(isOpenHold);
}

const isOpenHold = ({ clearedAt, code }: Attention): boolean => clearedAt === null && isHold(code);

/** Of the order itself: the others come from attempts to send, and end with them. */
const isOpenNotice = ({ clearedAt, code }: Attention): boolean =>
  clearedAt === null && ATTENTION[code].phase === "notice" && ATTENTION[code].foundBy === "order";

/** Staff approved the same hold before: same code, subject and basis. */
function isApproved(rows: readonly Attention[], hold: Hold): boolean {
  if (ATTENTION[hold.code].clearedBy === "facts") return false;
  return rows.some(
    (r) => r.clearedBy === "person" && r.code === hold.code && r.subject === hold.subject && r.basis === hold.basis,
  );
}

/** Only what finds a hold can find that its cause is gone. */
function mayClear(row: Attention, input: SyncHoldsInput): boolean {
  switch (ATTENTION[row.code].foundBy) {
    case "staff":
      return false;
    case "pre_send_check":
      return (
        input.preSendCurrent || contentOf(row) !== (input.payloadHash ?? "") || wasJudgedByOthers(row, input.priceRules)
      );
    case "complete_snapshot":
    case "shopify_read":
      return input.complete;
    default:
      return true;
  }
}

/** The hash of the content that was checked: the basis of a replaced file names the file, too. */
const contentOf = ({ basis }: Attention): string => basis.split(" ", 1)[0] ?? "";

/** The hold of a margin that was found under another minimum, currency or account: the check runs again. */
function wasJudgedByOthers({ detail }: Attention, priceRules: string): boolean {
  const isObject = typeof detail === "object" && detail !== null && !Array.isArray(detail);
  return isObject && detail["priceRules"] !== undefined && detail["priceRules"] !== priceRules;
}
