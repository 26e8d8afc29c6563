import type { Order, Submission } from "../../../prisma/client/client.ts";
import { isSendingTime, nextSendingTime } from "../../settings/sending-times.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import type { AttentionCode } from "./attention.ts";
import { DAY_MS, MINUTE_MS, type Clock } from "../../ports/clock.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import type { ShopRow } from "./shop-row.ts";
import { readDecidedRules } from "./submission-row.ts";

/** When the shop's orders leave. */
export interface SendingRules {
  settings: Pick<ShopSettings, "editWindowMinutes" | "sending">;
  shop: Pick<ShopRow, "timezone" | "sendingPausedAt" | "sendingPausedUntil">;
}

/** What a submission waits for that nothing holds. */
export interface PlannedWait {
  for: "edit_window" | "sending_time" | "pause" | "staff";
  /** When it leaves; of a pause, by the rules for the time after it. null: only staff knows. */
  at: Date | null;
  /** The sending time of the shop at which it leaves; null: at none. */
  sendingTime: Date | null;
  /** When the order and its content are checked: a hold that is found only at the sending time would cost the order that time. */
  checkAt: Date;
}

/** Why a submission that should be on its way is not: says nothing of one that waits as planned. */
export const NOT_UNDER_WAY: readonly AttentionCode[] = ["not_sent_yet"];

type PlannedOrder = Pick<Order, "shopifyCreatedAt">;
export type PlannedSubmission = Pick<Submission, "kind" | "windowWaived" | "sendingTime" | "rules">;

/** When a submission leaves that nothing holds; null: now. */
export function planSending(
  now: Date,
  rules: SendingRules,
  order: PlannedOrder,
  submission: PlannedSubmission,
): PlannedWait | null {
  if (!isSendingPaused(now, rules.shop)) return planUnpaused(now, rules, order, submission);
  const until = rules.shop.sendingPausedUntil;
  const checkAt = openEditWindow(now, order, rules.settings.editWindowMinutes) ?? now;
  if (until === null) return { for: "pause", at: null, sendingTime: null, checkAt };
  // What waited goes by the same rules as what comes then: a sending time that fell into the pause is over.
  const after = planUnpaused(until, rules, order, { ...submission, sendingTime: null });
  return { at: until, sendingTime: null, ...after, for: "pause", checkAt };
}

function planUnpaused(
  now: Date,
  { settings: { editWindowMinutes, sending }, shop }: SendingRules,
  order: PlannedOrder,
  submission: PlannedSubmission,
): PlannedWait | null {
  // A person asked for it, or a rule of the shop.
  if (submission.windowWaived || submission.kind === "replacement" || isSentAtOnce(submission)) return null;
  const windowEnds = openEditWindow(now, order, editWindowMinutes);
  const checkAt = windowEnds ?? now;
  if (sending.mode === "by_hand") return { for: "staff", at: null, sendingTime: null, checkAt };
  if (sending.mode === "continuous")
    return windowEnds && { for: "edit_window", at: windowEnds, sendingTime: null, checkAt };
  const { timezone } = shop;
  const { sendingTime: reached } = submission;
  // Later tries do not wait for the next one. Where staff has changed the times since, it counts no more.
  if (!windowEnds && reached && reached <= now && isSendingTime(sending, timezone, reached)) return null;
  const at = nextSendingTime(sending, timezone, windowEnds ?? now);
  return { for: "sending_time", at, sendingTime: at, checkAt };
}

const isSentAtOnce = (submission: Pick<Submission, "rules">): boolean =>
  readDecidedRules(submission).some(({ do: what }) => what === "send_at_once");

/** The end of an order's edit window that is still open. */
function openEditWindow(now: Date, { shopifyCreatedAt }: PlannedOrder, minutes: number): Date | null {
  const ends = new Date(shopifyCreatedAt.getTime() + minutes * MINUTE_MS);
  return ends > now ? ends : null;
}

/** Before every id. */
export const FIRST_ID = "00000000-0000-0000-0000-000000000000" as SubmissionId;
/** A transaction that read the shop before a change has ended by then, and its submissions are planned again, too. */
const LATEST_COMMIT_MS = MINUTE_MS;

/** Columns of a shop whose submissions are to be planned again: they are written with what changed, and with a new `version`. */
export const planAgain = ({ clock }: { clock: Clock }) => ({
  planAgainAfter: FIRST_ID,
  planAgainAt: new Date(clock.now().getTime() + LATEST_COMMIT_MS),
});

/** A pause with an end is over by itself. */
export const isSendingPaused = (
  now: Date,
  { sendingPausedAt, sendingPausedUntil }: Pick<ShopRow, "sendingPausedAt" | "sendingPausedUntil">,
): boolean => sendingPausedAt !== null && (sendingPausedUntil === null || sendingPausedUntil > now);

/** A submission that is due later than its check had that check: reads in between, such as for an update of the order, check nothing. */
export const isPastCheck = ({ dueAt }: Pick<Submission, "dueAt">, { checkAt }: PlannedWait): boolean =>
  dueAt !== null && dueAt > checkAt;

/**
 * What a submission that waits is written with. `isChecked`: the order was read, and its content checked. Where only staff knows when it
 * leaves, that is done daily all the same: the order may become too old.
 */
export function plannedColumns(
  now: Date,
  { at, checkAt, sendingTime }: PlannedWait,
  isChecked: boolean,
): Pick<Submission, "dueAt" | "sendingTime"> {
  const leaves = at ?? new Date(now.getTime() + DAY_MS);
  return { dueAt: isChecked || checkAt > leaves ? leaves : checkAt, sendingTime };
}
