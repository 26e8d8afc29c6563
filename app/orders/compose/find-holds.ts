import { newHold, type AttentionCode, type Hold } from "../core/attention.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { propertiesNamed, isPrinted, unusedProperties, type LineNote } from "./line-content.ts";
import type { LineContent } from "./print-order.ts";
import { hasOneOf, type OrderDecisions } from "./rules.ts";
import { layOutText } from "../../artwork/text-layout.ts";
import { cleanText, foldName } from "../../common/clean-text.ts";
import type { LineSnapshot, OrderSnapshot, PaymentKind, MappingRule } from "../../ports/order-model.ts";

export interface HoldInput {
  snapshot: OrderSnapshot;
  /** The lines that are to be sent. */
  lines: readonly LineSnapshot[];
  settings: ShopSettings;
  contentOf(line: LineSnapshot): LineContent;
  /** Of the snapshot, or of an earlier one where this one cannot tell. */
  paymentKind: PaymentKind | null;
  printAccount: "none" | "rejected" | "practice" | "ok";
  installed: boolean;
  /** Staff has what was fulfilled elsewhere printed. */
  printFulfilled: boolean;
  /** The customer's data was erased on request. */
  erased: boolean;
  /** See findUndecidedOrphans. */
  undecidedOrphans: string | null;
  /** Submissions of the order that were canceled at the service; null without any. */
  cancelledAtProvider: string | null;
  /** Of the shop's rules. */
  decisions: OrderDecisions;
  /** Keyed: a basis shows no text of the customer. */
  hash(value: string): string;
}

const PAID_STATUSES: readonly string[] = ["paid", "partially_refunded"];
const UNPAID_STATUSES: readonly string[] = ["pending", "authorized", "partially_paid", "voided", "expired", "refunded"];
/** All of the payment, or the rest after a deposit or an edit, is due as the terms say: paid in part, it is no more doubtful. */
const DUE_LATER: readonly string[] = ["pending", "partially_paid"];

/** Every hold that follows from the order, the shop and its settings. */
export function findHolds(input: HoldInput): Hold[] {
  const { snapshot, settings } = input;
  const holds: Hold[] = [];
  const add = (code: AttentionCode, parts?: Partial<Hold>) => holds.push(newHold(code, parts));
  if (input.erased) add("personal_data_erased");
  if (input.undecidedOrphans !== null) add("orphan_undecided", { basis: input.undecidedOrphans });
  if (input.cancelledAtProvider !== null) add("canceled_before", { basis: input.cancelledAtProvider });
  if (!input.installed) add("shop_uninstalled");
  if (input.printAccount === "none") add("no_print_account");
  if (input.printAccount === "rejected") add("print_account_rejected");
  if (input.printAccount === "practice" && isCustomersOrder(snapshot)) add("practice_account");
  const payment = paymentHold(input);
  if (payment) add(payment, { detail: paymentDetail(input), basis: paymentBasis(input) });
  if (snapshot.test && settings.testOrders === "hold" && input.printAccount !== "practice")
    add("test_order", { basis: "test" });
  // An unknown risk is no hold: the order is read from Shopify before it is sent, which shows the risk.
  if (snapshot.risk === "high") add("risk_high", { basis: "high" });
  if (snapshot.risk === "pending") add("risk_pending");
  if (input.lines.some(({ blockedBy }) => blockedBy === "hold")) add("held_in_shopify");
  if (input.lines.some(({ blockedBy }) => blockedBy === "schedule"))
    add("scheduled_in_shopify", { basis: "scheduled" });
  const note = noteHold(input);
  if (note) holds.push(note);
  return [
    ...holds,
    ...approvalHold(input),
    ...tagHold(input),
    ...input.lines.flatMap((line) => {
      const content = input.contentOf(line);
      return [
        ...deliveryHold(line),
        ...textHold(line, content, input),
        ...personalizationHold(line, content, input),
        ...detailsHold(line, content.note, input),
      ];
    }),
  ];
}

/**
 * Somebody waits for the goods: a practice account would ship nothing. Where a snapshot cannot tell, the order is read from
 * Shopify before it is sent, which tells (docs/decisions/0043-practice-accounts.md).
 */
const isCustomersOrder = ({ test, developmentStore }: OrderSnapshot): boolean => !test && developmentStore === false;

/**
 * Rules ask for an approval, or nobody can tell whether they do. An approval counts for these rules: it says nothing of one that asks later.
 */
function approvalHold({ settings, decisions: { sending, held } }: HoldInput): Hold[] {
  const holding = sending?.isJudged === true && sending.rule.action.do === "hold" ? [sending.rule] : [];
  const isManual = settings.approval === "manual";
  const asking = isManual ? held : [...holding, ...held];
  if (!isManual && asking.length === 0) return [];
  const basis = asking
    .map(({ id }) => id)
    .toSorted()
    .join(" ");
  const names = [...holding, ...held].map(({ name }) => name).join(", ");
  const undecided = held.map(({ action }) => action.do).find((what) => what !== "never_send");
  const detail = { ...(names === "" ? {} : { rule: names }), ...(undecided ? { undecided } : {}) };
  return [newHold("awaiting_approval", { basis, detail })];
}

/** An approval counts while the rule waits for the same tag. */
function tagHold({ snapshot, decisions: { sending }, hash }: HoldInput): Hold[] {
  const action = sending?.isJudged ? sending.rule.action : undefined;
  if (action?.do !== "wait_for_tag" || hasOneOf(snapshot.tags, [action.tag]) === true) return [];
  const detail = { rule: sending?.rule.name ?? "", tag: action.tag };
  return [newHold("waiting_for_tag", { basis: hash(foldName(action.tag)), detail })];
}

type PaymentHold = "payment_pending" | "payment_refunded" | "payment_approval";

/** What the payment keeps from being sent, if so. Shopify asks never to print before the payment is there, unless staff says so. */
function paymentHold({ snapshot, settings, paymentKind, lines, printFulfilled }: HoldInput): PaymentHold | null {
  const status = snapshot.financialStatus ?? "";
  if (PAID_STATUSES.includes(status)) return null;
  // A refund that names no items leaves all of them in the order. A reprint is of items that are fulfilled, as is what staff has
  // printed although somebody fulfilled it.
  if (status === "refunded")
    return printFulfilled || lines.some(({ remaining }) => remaining > 0) ? "payment_refunded" : null;
  const kind = status === "authorized" ? "authorized" : DUE_LATER.includes(status) ? paymentKind : null;
  const rule = kind ? settings.payment[kind] : "when_paid";
  return rule === "right_away" ? null : rule === "after_approval" ? "payment_approval" : "payment_pending";
}

/** An approval counts while the payment stays as it is. */
const paymentBasis = ({ paymentKind, snapshot }: HoldInput): string =>
  `${paymentKind ?? "other"}:${snapshot.financialStatus ?? "none"}`;

const paymentDetail = (input: HoldInput) => ({
  financialStatus: knownStatus(input.snapshot),
  ...(input.paymentKind ? { paymentKind: input.paymentKind } : {}),
});

/**
 * What is written about the whole order is in no print note: staff reads it before the order is printed. An approval counts while
 * the texts stay as they are.
 */
function noteHold({ snapshot, settings, hash }: HoldInput): Hold | null {
  const note = settings.orderNotes === "hold" ? cleanText(snapshot.note) : "";
  const named = settings.attributesToReview.map(foldName);
  const attributes = snapshot.attributes.filter(
    ({ name, value }) => named.includes(foldName(name)) && cleanText(value) !== "",
  );
  if (note === "" && attributes.length === 0) return null;
  const basis = hash(JSON.stringify([note, attributes.map(({ name, value }) => [name, value])]));
  return newHold("order_note", { basis, detail: { attributes: uniqueNames(attributes.map(({ name }) => name)) } });
}

/** An approval counts while the delivery stays as it is. */
function deliveryHold({ gid, delivery }: LineSnapshot): Hold[] {
  if (delivery === null || delivery === "parcel") return [];
  return [newHold("not_by_parcel", { subject: gid, basis: delivery, detail: { delivery } })];
}

function knownStatus(snapshot: OrderSnapshot): string {
  const status = snapshot.financialStatus ?? "none";
  return status === "none" || UNPAID_STATUSES.includes(status) ? status : "other";
}

/**
 * What staff reviews is what is sent: a changed text, note or artwork is a new basis, and needs a new review. A text that is
 * not sent is no part of the review (`detailsHold`), unless staff wrote the note: whether the text is in it, only a person can tell.
 */
function personalizationHold(
  line: LineSnapshot,
  { note, links, drawn = [] }: LineContent,
  { settings, hash }: HoldInput,
): Hold[] {
  const { printed, left } = reviewedTexts(line, note, settings);
  const reviewed = note.writtenByStaff
    ? uniqueNames([...printed, ...left, ...heldUnused(line, note, settings)])
    : printed;
  if (reviewed.length === 0) return [];
  const texts = reviewed.map((name) => [name, textsNamed(line, name)]);
  // What is drawn is reviewed with its place: on artwork alone, a basis stays what it was before texts were drawn.
  const placed = drawn.map(({ side, text, placement }) => [side, text, placement]);
  const basis = hash(JSON.stringify([texts, note.note, links, ...(placed.length > 0 ? [placed] : [])]));
  return [newHold("personalization_review", { subject: line.gid, basis, detail: { properties: reviewed } })];
}

/** Nothing is left out of a text that is drawn: a text that cannot be drawn whole holds the order. */
function textHold(line: LineSnapshot, { drawn = [] }: LineContent, { hash }: HoldInput): Hold[] {
  const problems = drawn.flatMap(({ side, text, placement }) => {
    const laidOut = layOutText(placement, text);
    return laidOut.ok ? [] : [[side, laidOut.problem.code] as const];
  });
  if (problems.length === 0) return [];
  const basis = hash(JSON.stringify(drawn.map(({ side, text, placement }) => [side, text, placement])));
  return [newHold("text_not_drawn", { subject: line.gid, basis, detail: Object.fromEntries(problems) })];
}

/**
 * By default nothing is printed while a text of the customer is left out. A text that the settings name for review is never left
 * out without a word: to review it is no use where nobody prints it.
 */
function detailsHold(line: LineSnapshot, note: LineNote, { settings, hash }: HoldInput): Hold[] {
  if (note.writtenByStaff) return [];
  const properties = uniqueNames([...reviewedTexts(line, note, settings).left, ...heldUnused(line, note, settings)]);
  if (properties.length === 0) return [];
  const basis = hash(JSON.stringify(properties.map((name) => [name, propertiesNamed(line, name)])));
  return [newHold("details_unused", { subject: line.gid, basis, detail: { properties } })];
}

/** The names of the texts to review: those that note or artwork carry, and those that nothing carries. */
function reviewedTexts(
  line: LineSnapshot,
  note: LineNote,
  settings: ShopSettings,
): { printed: string[]; left: string[] } {
  const names = [...settings.personalizationProperties, ...(note.changed ? note.used : [])];
  const found = uniqueNames(names).filter((name) => textsNamed(line, name).length > 0);
  return {
    printed: found.filter((name) => isPrinted(name, note, settings)),
    left: found.filter((name) => !isPrinted(name, note, settings)),
  };
}

const heldUnused = (line: LineSnapshot, note: LineNote, settings: ShopSettings): string[] =>
  settings.unusedProperties === "hold" ? unusedProperties(line, note, settings) : [];

const textsNamed = (line: LineSnapshot, name: string): string[] =>
  propertiesNamed(line, name).filter((value) => cleanText(value) !== "");

/** Without names that differ only in case and outer blanks. */
const uniqueNames = (names: readonly string[]): string[] =>
  names.filter((name, at) => names.findIndex((other) => foldName(other) === foldName(name)) === at);

/**
 * Whether the customer bought another variant than the one that staff mapped: an option value was changed in Shopify since,
 * and the item does not have the title of then. Another title alone proves nothing, since a store may be translated.
 */
export function isOtherVariant(
  { variantTitle }: Pick<LineSnapshot, "variantTitle">,
  { variantChange, mappedTitle }: Pick<MappingRule, "variantChange" | "mappedTitle">,
): boolean {
  return variantChange === "options" && titleOf(variantTitle) !== titleOf(mappedTitle);
}

/** shopify: a product without options has one variant, "Default Title", and its items have no variant title. */
function titleOf(title: string | null): string {
  const folded = foldName(title ?? "");
  return folded === foldName("Default Title") ? "" : folded;
}
