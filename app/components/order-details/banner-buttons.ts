import { ATTENTION, needsStaffAction, urgency, type AttentionCode } from "../../orders/core/attention.ts";
import type { Action } from "../../orders/actions/actions.ts";
import type { LineAction } from "../../orders/actions/exclude-line.ts";
import type { OrderAction } from "../../orders/core/attention-registry.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { OrderLineId, SubmissionId } from "../../ports/ids.ts";
import { CHANGE } from "./change-copy.ts";
import { fixLinks, type FixLink } from "./fix-links.ts";
import { isAddressUnchanged, nextReason, type ReasonGroup } from "./reason-groups.ts";

/** A button of a banner. `reason`: the one it resolves. */
export type BannerButton =
  | { kind: "message"; reason: ReasonView }
  | { kind: "link"; link: FixLink }
  | { kind: "action"; action: Action; submissionId: SubmissionId; reason: ReasonView }
  | { kind: "order_action"; action: OrderAction }
  | { kind: "reprint"; submissionId: SubmissionId }
  | { kind: "change"; lineId: OrderLineId | null; title: string; label: string; addTexts: readonly string[] }
  | { kind: "line_action"; action: LineAction; lineId: OrderLineId; title: string };

/** Never the next step: they dismiss, print again or leave out. */
const NEVER_PRIMARY: readonly (Action | OrderAction)[] = [
  "acknowledge",
  "resolve",
  "replace",
  "confirm_received",
  "confirm_not_received",
];

/**
 * The buttons of a banner: the next step, and everything else that staff can do. No next step where none is needed. `mayReprint`: items
 * of its submission can be printed once more.
 */
export function bannerButtons(
  group: ReasonGroup,
  orderNumber: string,
  mayReprint = false,
): { primary: BannerButton | null; others: BannerButton[] } {
  const buttons = sortedButtons(group, orderNumber, mayReprint);
  const needed = group.reasons.some(({ code }) => needsStaffAction(code) && !ATTENTION[code].optional);
  const primary = (needed && buttons.find(mayBePrimary)) || null;
  return { primary, others: buttons.filter((one) => one !== primary) };
}

const mayBePrimary = (button: BannerButton): boolean =>
  button.kind !== "line_action" && !("action" in button && NEVER_PRIMARY.includes(button.action));

/** The most useful first: a decision is taken, anything else is fixed where its cause is. */
function sortedButtons(group: ReasonGroup, orderNumber: string, mayReprint: boolean): BannerButton[] {
  const { lead, reasons } = group;
  const message: BannerButton[] = lead.asks ? [{ kind: "message", reason: nextReason(group) }] : [];
  const links = linksOf(group, orderNumber).map((link): BannerButton => ({ kind: "link", link }));
  const actions = actionsOf(group);
  const orderActions = unique(reasons.flatMap((reason) => reason.orderActions)).map((action): BannerButton => ({
    kind: "order_action",
    action,
  }));
  const lineActions = reasons.length === 1 ? excludeButtons(lead) : [];
  const change = reasons.length === 1 ? changeButton(lead) : [];
  const { submissionId } = lead;
  const reprint: BannerButton[] =
    lead.shipped && mayReprint && submissionId && ATTENTION[lead.code].cause === "address"
      ? [{ kind: "reprint", submissionId }]
      : [];
  if (reprint.length > 0) return [...reprint, ...links, ...message, ...actions];
  if (isAddressUnchanged(reasons)) return [...links, ...message, ...actions, ...lineActions];
  const fixes = ATTENTION[lead.code].changeFirst ? [...change, ...links] : [...links, ...change];
  const decides = urgency(lead.code) === "decision" && !ATTENTION[lead.code].fixFirst;
  return decides
    ? [...actions, ...orderActions, ...links, ...message, ...change, ...lineActions]
    : [...message, ...orderActions, ...fixes, ...actions, ...lineActions];
}

/** Fixes it for this order alone. */
function changeButton({ code, lineId, about, detail }: ReasonView): BannerButton[] {
  const { changeable } = ATTENTION[code];
  if (!changeable || (lineId === null && changeable === "line")) return [];
  const label = CHANGE_LABELS[code] ?? (lineId === null ? CHANGE.order : CHANGE.item);
  const addTexts = code === "details_unused" ? [detail["properties"] ?? []].flat().map(String) : [];
  return [{ kind: "change", lineId, title: about ?? "", label, addTexts }];
}

/** What the button says where it does more than to open the form. */
const CHANGE_LABELS: Partial<Record<AttentionCode, string>> = {
  change_outdated: CHANGE.decide,
  details_unused: CHANGE.addText,
};

/** Links to several lines' mappings stand beside their lines, except for the first. */
function linksOf({ reasons }: ReasonGroup, orderNumber: string): FixLink[] {
  const [first] = reasons;
  return first ? fixLinks(first, orderNumber) : [];
}

function actionsOf({ reasons }: ReasonGroup): BannerButton[] {
  const offered = reasons.flatMap((reason) => {
    const { submissionId } = reason;
    if (submissionId === null) return [];
    return reason.actions.map((action) => ({ kind: "action" as const, action, submissionId, reason }));
  });
  return offered.filter((one, at) => at === offered.findIndex(({ action }) => action === one.action));
}

/** What staff can do with the line of a reason. */
export const lineButtons = (reason: ReasonView): BannerButton[] =>
  reason.lineId === null ? [] : [...changeButton(reason), ...excludeButtons(reason)];

function excludeButtons({ lineId, about, excludable, markable }: ReasonView): BannerButton[] {
  if (lineId === null) return [];
  const button = (action: LineAction): BannerButton => ({ kind: "line_action", action, lineId, title: about ?? "" });
  return [...(excludable ? [button("exclude_line")] : []), ...(markable ? [button("mark_not_printed")] : [])];
}

const unique = <T>(list: T[]): T[] => [...new Set(list)];
