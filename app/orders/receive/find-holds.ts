import { newHold, type AttentionCode, type Hold } from "../core/attention.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { propertiesNamed } from "../print-order/artwork.ts";
import { unusedProperties, type LineNote } from "../print-order/note.ts";
import { cleanText, foldName } from "../../common/clean-text.ts";
import type { LineSnapshot, OrderSnapshot, PaymentKind } from "../../ports/order-model.ts";

/** The note and the artwork links that a line is printed with. */
interface LineContent {
  note: LineNote;
  links: unknown;
}

export interface HoldFacts {
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
  /** Keyed: a basis shows no text of the customer. */
  hash(value: string): string;
}

const PAID_STATUSES: readonly string[] = ["paid", "partially_refunded"];
const UNPAID_STATUSES: readonly string[] = ["pending", "authorized", "partially_paid", "voided", "expired", "refunded"];
/** All of the payment, or the rest after a deposit or an edit, is due as the terms say: paid in part, it is no more doubtful. */
const DUE_LATER: readonly string[] = ["pending", "partially_paid"];

/** Every hold that follows from the order, the shop and its settings. */
export function findHolds(facts: HoldFacts): Hold[] {
  const { snapshot, settings } = facts;
  const holds: Hold[] = [];
  const add = (code: AttentionCode, parts?: Partial<Hold>) => holds.push(newHold(code, parts));
  if (facts.erased) add("personal_data_erased");
  if (facts.undecidedOrphans !== null) add("orphan_undecided", { basis: facts.undecidedOrphans });
  if (!facts.installed) add("shop_uninstalled");
  if (facts.printAccount === "none") add("no_print_account");
  if (facts.printAccount === "rejected") add("print_account_rejected");
  if (facts.printAccount === "practice" && isCustomersOrder(snapshot)) add("practice_account");
  const payment = paymentHold(facts);
  if (payment) add(payment, { detail: paymentDetail(facts), basis: paymentBasis(facts) });
  if (snapshot.test && settings.testOrders === "hold" && facts.printAccount !== "practice")
    add("test_order", { basis: "test" });
  // An unknown risk is no hold: the order is read from Shopify before it is sent, which shows the risk.
  if (snapshot.risk === "high") add("risk_high", { basis: "high" });
  if (snapshot.risk === "pending") add("risk_pending");
  if (facts.lines.some(({ blockedBy }) => blockedBy === "hold")) add("held_in_shopify");
  if (facts.lines.some(({ blockedBy }) => blockedBy === "schedule"))
    add("scheduled_in_shopify", { basis: "scheduled" });
  if (settings.approval === "manual") add("awaiting_approval");
  return [
    ...holds,
    ...facts.lines.flatMap((line) => {
      const content = facts.contentOf(line);
      return [
        ...deliveryHold(line),
        ...personalizationHold(line, content, facts),
        ...detailsHold(line, content.note, facts),
      ];
    }),
  ];
}

/**
 * Somebody waits for the goods: a practice account would ship nothing. Where a snapshot cannot tell, the order is read from
 * Shopify before it is sent, which tells (docs/decisions/0043-practice-accounts.md).
 */
const isCustomersOrder = ({ test, developmentStore }: OrderSnapshot): boolean => !test && developmentStore === false;

type PaymentHold = "payment_pending" | "payment_refunded" | "payment_approval";

/** What the payment keeps from being sent, if so. Shopify asks never to print before the payment is there, unless staff says so. */
function paymentHold({ snapshot, settings, paymentKind, lines, printFulfilled }: HoldFacts): PaymentHold | null {
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
const paymentBasis = ({ paymentKind, snapshot }: HoldFacts): string =>
  `${paymentKind ?? "other"}:${snapshot.financialStatus ?? "none"}`;

const paymentDetail = (facts: HoldFacts) => ({
  financialStatus: knownStatus(facts.snapshot),
  ...(facts.paymentKind ? { paymentKind: facts.paymentKind } : {}),
});

/** An approval counts while the delivery stays as it is. */
function deliveryHold({ gid, delivery }: LineSnapshot): Hold[] {
  if (delivery === null || delivery === "parcel") return [];
  return [newHold("not_by_parcel", { subject: gid, basis: delivery, detail: { delivery } })];
}

function knownStatus(snapshot: OrderSnapshot): string {
  const status = snapshot.financialStatus ?? "none";
  return status === "none" || UNPAID_STATUSES.includes(status) ? status : "other";
}

/** What staff reviews is what is sent: a changed text, note or artwork is a new basis, and needs a new review. */
function personalizationHold(line: LineSnapshot, { note, links }: LineContent, { settings, hash }: HoldFacts): Hold[] {
  const reviewed = note.changed
    ? [...settings.personalizationProperties, ...note.used]
    : settings.personalizationProperties;
  const matches = [...new Set(reviewed)]
    .map((name) => ({ name, values: propertiesNamed(line, name).filter((value) => cleanText(value) !== "") }))
    .filter(({ values }) => values.length > 0);
  if (matches.length === 0) return [];
  const basis = hash(JSON.stringify([matches.map(({ name, values }) => [name, values]), note.note, links]));
  const detail = { properties: matches.map(({ name }) => name) };
  return [newHold("personalization_review", { subject: line.gid, basis, detail })];
}

/** By default nothing is printed while a text of the customer is left out. What is reviewed by name is no surprise. */
function detailsHold(line: LineSnapshot, note: LineNote, { settings, hash }: HoldFacts): Hold[] {
  if (settings.unusedProperties === "ignore") return [];
  const reviewed = settings.personalizationProperties.map(foldName);
  const properties = unusedProperties(line, note, settings).filter((name) => !reviewed.includes(foldName(name)));
  if (properties.length === 0) return [];
  const basis = hash(JSON.stringify(properties.map((name) => [name, propertiesNamed(line, name)])));
  return [newHold("details_unused", { subject: line.gid, basis, detail: { properties } })];
}
