import { newHold, type AttentionCode, type Hold } from "../core/attention.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { propertiesNamed } from "../print-order/artwork.ts";
import { cleanText } from "../../common/clean-text.ts";
import type { LineSnapshot, OrderSnapshot } from "../../ports/order-model.ts";

export interface HoldFacts {
  snapshot: OrderSnapshot;
  /** The lines that are to be sent. */
  lines: readonly LineSnapshot[];
  settings: ShopSettings;
  printAccount: "none" | "rejected" | "ok";
  installed: boolean;
  /** The customer's data was erased on request. */
  erased: boolean;
  /** See findUndecidedOrphans. */
  undecidedOrphans: string | null;
  /** Keyed: a basis shows no text of the customer. */
  hash(value: string): string;
}

/** A refunded order has nothing left to send. */
const PAID_STATUSES: readonly string[] = ["paid", "partially_refunded", "refunded"];
/** An authorized payment is not collected yet. */
const UNPAID_STATUSES: readonly string[] = ["pending", "authorized", "partially_paid", "voided", "expired"];

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
  if (!PAID_STATUSES.includes(snapshot.financialStatus ?? ""))
    add("payment_pending", { detail: { financialStatus: knownStatus(snapshot) } });
  // An unknown risk is no hold: the order is read from Shopify before it is sent, which shows the risk.
  if (snapshot.risk === "high") add("risk_high", { basis: "high" });
  if (snapshot.risk === "pending") add("risk_pending");
  if (snapshot.heldInShopify === true) add("held_in_shopify");
  if (settings.approval === "manual") add("awaiting_approval");
  return [...holds, ...facts.lines.flatMap((line) => personalizationHold(line, facts))];
}

function knownStatus(snapshot: OrderSnapshot): string {
  const status = snapshot.financialStatus ?? "none";
  return status === "none" || UNPAID_STATUSES.includes(status) ? status : "other";
}

/** A changed text is a new basis, and needs a new review. */
function personalizationHold(line: LineSnapshot, { settings, hash }: HoldFacts): Hold[] {
  const matches = settings.personalizationProperties
    .map((name) => ({ name, values: propertiesNamed(line, name).filter((value) => cleanText(value) !== "") }))
    .filter(({ values }) => values.length > 0);
  if (matches.length === 0) return [];
  const basis = hash(JSON.stringify(matches.map(({ name, values }) => [name, values])));
  const detail = { properties: matches.map(({ name }) => name) };
  return [newHold("personalization_review", { subject: line.gid, basis, detail })];
}
