import type { Action } from "../../orders/actions/actions.ts";
import { ATTENTION, needsStaffAction, TEXT_REVIEWS, urgency, type AttentionCode } from "../../orders/core/attention.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { OrderLineId, SubmissionId } from "../../ports/ids.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { LineAction } from "../../orders/actions/exclude-line.ts";
import type { OrderAction, AttentionRow } from "../../orders/core/attention-registry.ts";
import { CHANGE } from "./change-copy.ts";
import { productsUrl, REVIEW_QUEUE, reviewUrl, SETTINGS_LINKS } from "../common/page-links.ts";
import { FIX_LABELS } from "./copy.ts";

/** Reasons that one step fixes: of one submission and with one cause, or several lines with one code. */
export interface ReasonGroup {
  /** Its first reason, which the banner is named after. */
  lead: ReasonView;
  /** Never empty; the lead is one of them. */
  reasons: ReasonView[];
}

/** The reasons in groups, in the sequence of their first ones. */
export function groupReasons(reasons: readonly ReasonView[]): ReasonGroup[] {
  const groups = new Map<string, ReasonGroup>();
  for (const reason of reasons) {
    const key = `${reason.submissionId ?? ""} ${ATTENTION[reason.code].cause ?? reason.code}`;
    const group = groups.get(key);
    if (group) group.reasons.push(reason);
    else groups.set(key, { lead: reason, reasons: [reason] });
  }
  return [...groups.values()];
}

/** The codes of a submission's open reasons, with those of the whole order. */
export const reasonCodesOf = (
  { reasons }: Pick<OrderDetails, "reasons">,
  { id }: Pick<SubmissionView, "id">,
): AttentionCode[] =>
  reasons.filter((one) => one.submissionId === id || one.submissionId === null).map(({ code }) => code);

/** What decides whether an action sends the order. */
interface HeldOrder {
  reasons: readonly ReasonView[];
  submissions: readonly Pick<SubmissionView, "id" | "waits">[];
}

/** Whether something holds the submission. */
export const isHeld = (reasons: readonly ReasonView[], submissionId: string): boolean =>
  reasons.some((one) => one.phase === "hold" && (one.submissionId === submissionId || one.submissionId === null));

const hasCode = (reasons: readonly ReasonView[], code: AttentionCode): boolean =>
  reasons.some((reason) => reason.code === code);

/** The reason that says best what is to be done: the change, where there is one. */
export const nextReason = ({ lead, reasons }: ReasonGroup): ReasonView =>
  reasons.find(({ code }) => code === "address_changed_after_sent") ?? lead;

/** The print service refused the address, and nobody has changed it: another attempt would end the same way. */
export const isAddressUnchanged = (reasons: readonly ReasonView[]): boolean =>
  hasCode(reasons, "address_not_verified") && !hasCode(reasons, "address_changed_after_sent");

/** Whether the action resolves all that holds the submission, which is sent at once then: it waits for no time besides. */
export function sendsOnceResolved(
  { reasons, submissions }: HeldOrder,
  { action, submissionId }: { action: Action; submissionId: string },
): boolean {
  if (submissions.some(({ id, waits }) => id === submissionId && waits !== null)) return false;
  const holds = reasons.filter(
    (one) => one.phase === "hold" && (one.submissionId === submissionId || one.submissionId === null),
  );
  return holds.length > 0 && holds.every(({ actions }) => actions.includes(action));
}

/** Whether a decision about an outdated change of the line, or with null of the order, sends the order at once. */
export function changeIsLastHold({ reasons, submissions }: HeldOrder, lineId: OrderLineId | null): boolean {
  if (submissions.some(({ waits }) => waits !== null)) return false;
  const holds = reasons.filter(({ phase }) => phase === "hold");
  return holds.length > 0 && holds.every((one) => one.code === "change_outdated" && one.lineId === lineId);
}

/** The open reasons that an action on a submission resolves. */
export const reasonsResolvedBy = (
  reasons: readonly ReasonView[],
  { action, submissionId }: { action: Action; submissionId: string },
): ReasonView[] => reasons.filter((one) => one.submissionId === submissionId && one.actions.includes(action));

/** A button of a banner. `reason`: the one it resolves. */
export type BannerButton =
  | { kind: "message"; reason: ReasonView }
  | { kind: "link"; link: FixLink }
  /** What was sent beside what both sides show now. */
  | { kind: "compare" }
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
  const buttons = [...sortedButtons(group, orderNumber, mayReprint), ...compareButton(group)];
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
  const queue: BannerButton[] = TEXT_REVIEWS.includes(lead.code)
    ? [{ kind: "link", link: { label: REVIEW_QUEUE.open, url: reviewUrl(orderNumber), external: false } }]
    : [];
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
    ? [...actions, ...orderActions, ...queue, ...links, ...message, ...change, ...lineActions]
    : [...message, ...orderActions, ...fixes, ...actions, ...queue, ...lineActions];
}

/** Of what arose after sending. */
const compareButton = ({ reasons }: ReasonGroup): BannerButton[] =>
  reasons.some(({ code }) => ATTENTION[code].compares) ? [{ kind: "compare" }] : [];

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

interface FixLink {
  label: string;
  url: string;
  /** Leaves the app's frame. */
  external: boolean;
}

type LinkedReason = Pick<ReasonView, "code" | "productId" | "variantId"> & Partial<Pick<ReasonView, "shipped">>;

/** The links to where a reason is fixed, the likeliest first; none where only an action, or time, fixes it. */
export function fixLinks(reason: LinkedReason, orderNumber: string): FixLink[] {
  const { fixedIn, alsoFixedIn } = ATTENTION[reason.code];
  return [fixedIn, alsoFixedIn].flatMap((page) => (page ? linkTo(page, reason, orderNumber) : []));
}

function linkTo(page: NonNullable<AttentionRow["fixedIn"]>, reason: LinkedReason, orderNumber: string): FixLink {
  if (page === "shopify" && reason.shipped)
    return { label: FIX_LABELS.customer, url: adminUrl(orderNumber), external: true };
  if (page === "shopify") return { label: FIX_LABELS.shopify, url: adminUrl(orderNumber), external: true };
  if (page !== "products") return { label: FIX_LABELS.settings, url: SETTINGS_LINKS[page], external: false };
  const url = mappingUrl(reason, orderNumber);
  if (url === null) return { label: FIX_LABELS.products, url: productsUrl(reason.code), external: false };
  const label = ATTENTION[reason.code].needsMapping ? FIX_LABELS.mapProduct : FIX_LABELS.mapping;
  return { label, url, external: false };
}

/** The mapping of a line's variant, which leads back to the order; null without a product. */
export function mappingUrl(line: Pick<ReasonView, "productId" | "variantId">, orderNumber: string): string | null {
  if (line.productId === null) return null;
  const query = new URLSearchParams({ ...(line.variantId ? { variant: line.variantId } : {}), order: orderNumber });
  return `/app/products/${line.productId}?${query.toString()}`;
}

/** The order in Shopify's own admin. */
export const adminUrl = (orderNumber: string): string => `shopify://admin/orders/${orderNumber}`;
