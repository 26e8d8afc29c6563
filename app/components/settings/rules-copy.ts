import type { Rule, RuleAction, RuleCondition } from "../../settings/rules.ts";
import type { TriedRule } from "../../settings-page/rules.ts";
import { formatMoney, pluralize } from "../common/format.ts";
import { triedTexts } from "./try-on-past-orders.tsx";

type Of = RuleCondition["of"];

interface ConditionCopy {
  label: string;
  /** Of the choice between the condition and its opposite. */
  is: string;
  isNot: string;
  /** Of the field for its values. */
  field: string;
  help?: string;
}

const TAGS = { is: "is one of", isNot: "is none of", field: "Tags" };

/** The conditions in the sequence of the list to choose from. */
export const CONDITIONS: Readonly<Record<Of, ConditionCopy>> = {
  product: { label: "Product", is: "is one of", isNot: "is none of", field: "Products" },
  variant: { label: "Variant", is: "is one of", isNot: "is none of", field: "Variants" },
  product_tag: { label: "Product tag", ...TAGS },
  quantity: {
    label: "Item quantity",
    is: "is at least",
    isNot: "is less than",
    field: "Quantity (pieces of one item)",
  },
  amount: {
    ...{ label: "Order amount", is: "is at least", isNot: "is less than", field: "Amount" },
    help: "All items after discounts, before tax and shipping.",
  },
  country: { label: "Destination country", is: "is one of", isNot: "is none of", field: "Add country" },
  shipping: {
    ...{ label: "Shipping method", is: "contains", isNot: "doesn't contain", field: "Words" },
    help: "In the name of the shipping method at checkout.",
  },
  order_tag: { label: "Order tag", ...TAGS },
  customer_tag: { label: "Customer tag", ...TAGS },
  first_order: { label: "Customer's first order", is: "yes", isNot: "no", field: "" },
  note: {
    ...{ label: "Order note", is: "contains", isNot: "doesn't contain", field: "Words" },
    help: "Leave blank for any note.",
  },
  attribute: { label: "Cart attribute", is: "equals", isNot: "doesn't equal", field: "Value" },
  discount: { label: "Discount code", is: "is one of", isNot: "is none of", field: "Codes" },
  risk: { label: "Fraud risk", is: "is one of", isNot: "is none of", field: "Risk levels" },
};

export const RISKS = [
  { value: "low", label: "Low" },
  { value: "medium", label: "Medium" },
  { value: "high", label: "High" },
] as const;

export const METHODS = [
  { value: "1", label: "Express (US and Australia)" },
  { value: "2", label: "Ground (US)" },
  { value: "", label: "Standard" },
] as const;

/** A service may be called Standard. */
const NO_SERVICE = "Standard, without a named service";

/** Of a rule: a service has its code in place of a number. null: the account has no services. */
export type Services = readonly { code: string; name: string }[] | null;

const methodName = (method: 1 | 2 | string | null, services: Services): string =>
  typeof method === "string"
    ? services?.find(({ code }) => code === method)?.name || method
    : (METHODS.find(({ value }) => value === String(method ?? ""))?.label ?? "");

/** The methods to choose from, with the present one although the account has it no longer. */
export function methodChoices(present: 1 | 2 | string | null, services: Services): { value: string; label: string }[] {
  const offered = services
    ? [...services.map(({ code, name }) => ({ value: code, label: name || code })), { value: "", label: NO_SERVICE }]
    : [...METHODS];
  const value = String(present ?? "");
  if (offered.some((one) => one.value === value)) return offered;
  return [...offered, { value, label: `${methodName(present, services)} (not available)` }];
}

/** The actions, in the sequence of the list to choose from. */
export const ACTIONS: Readonly<Record<RuleAction["do"], { label: string; help: string }>> = {
  hold: { label: "Hold for approval", help: "The order waits until somebody approves it." },
  wait_for_tag: {
    label: "Wait for a tag",
    help: "The order waits until it has this tag in Shopify, or somebody approves it.",
  },
  send_at_once: {
    label: "Send right away",
    help: "The order doesn't wait for the edit window or a sending time. Approvals and other holds still count.",
  },
  never_send: {
    label: "Never send",
    help: "Items that the rule applies to aren't sent to print. Other items of the order are.",
  },
  ship_by: {
    label: "Use a shipping method",
    help: "Applies where the print service has this method. It replaces the method from your shipping rules.",
  },
  use_sku: {
    label: "Use another print SKU",
    help: "For items that the rule applies to. Artwork and note stay those of the mapping.",
  },
  add_note: {
    label: "Add a print note",
    help: "The note is sent to the print service with items that the rule applies to.",
  },
};

/** Texts of the rules page. */
export const COPY = {
  title: "Rules",
  saved: "Rules saved",
  intro:
    "Rules are checked from top to bottom. Of rules that hold, skip, or send orders, only the first that applies decides. The same is true of rules that set shipping methods, print SKUs, and notes.",
  scope: "Rules belong to this store. Other stores on the same print account have their own.",
  add: "Add rule",
  addExample: (name: string) => `Add “${name}”`,
  limit: "You have 50 rules, the most a store can have.",
  notSaved: {
    title: "Your rules weren't saved",
    text: "Inkbridge couldn't be reached. Your changes are still on this page.",
  },
  changed: {
    title: "Someone else changed the rules in the meantime",
    text: "Your changes weren't saved, so that nobody's rules are lost. Copy what you need, and load the rules as they are now.",
  },
  reload: "Load rules",
  invalid: {
    title: (fields: number) => pluralize(fields, "field needs attention", "fields need attention"),
    text: "Nothing was saved. Fix the highlighted fields.",
  },
  unreadable: {
    title: "Your saved rules can't be read",
    text: "None of them applies. Until you save rules again, every order needs your approval and customers don't get shipping emails. To go on without rules, save the empty list.",
  },
  customers: {
    title: "Rules about customers need access",
    text: "Inkbridge reads customer tags and a customer's number of orders only if you allow access to customers. If access is removed later, orders that such a rule could apply to wait for your approval.",
    request: "Allow access",
    granted: "Access to customers allowed",
    failed: "Access can't be requested. Shopify has to approve Inkbridge for this access first.",
  },
  empty: {
    title: "Hold, send, or change orders by rule",
    text: "Start with an example and change it, or add your own rule.",
  },
  number: (at: number) => `Rule ${at + 1}`,
  newName: "New rule",
  off: "Off",
  turnOn: (name: string) => `Turn on ${name}`,
  turnOff: (name: string) => `Turn off ${name}`,
  on: "Turn on",
  turnedOff: "Turn off",
  edit: "Edit",
  close: "Close",
  editRule: (name: string) => `Edit ${name}`,
  closeRule: (name: string) => `Close ${name}`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  moved: (name: string, to: number, of: number) => `${name} is rule ${to} of ${of}.`,
  remove: (name: string) => `Delete ${name}`,
  name: "Name",
  nameHelp: "Shown on orders that the rule decides about.",
  when: "When",
  match: "Apply if",
  all: "all conditions are met",
  any: "any condition is met",
  condition: (at: number) => `Condition ${at + 1}`,
  comparison: "Comparison",
  addCondition: "Add condition",
  removeCondition: (at: number) => `Remove condition ${at + 1}`,
  attributeName: "Name",
  choose: { product: "Choose products", variant: "Choose variants" },
  chooseCountry: "Choose a country",
  then: "Then",
  action: "Action",
  method: "Shipping method",
  tag: "Tag",
  itemSku: "Print SKU",
  note: "Print note",
  tryFailed: "The rule couldn't be tried. Try again in a moment.",
  tryInvalid: "Fix the highlighted fields of this rule and the rules above it first.",
  covered: (by: string) => `Never decides: “${by}” above covers the same orders, with another action.`,
  redundant: (by: string) => `Not needed: “${by}” above covers the same orders and does the same.`,
};

const WOULD_HAVE: Readonly<Record<RuleAction["do"], string>> = {
  hold: "would have been held",
  wait_for_tag: "would have waited for the tag, unless they had it",
  send_at_once: "would have been sent right away",
  never_send: "would have had items that aren't sent",
  ship_by: "would have used the shipping method",
  use_sku: "would have used the print SKU",
  add_note: "would have had the note",
};

/** What a rule would have done with the orders of the last 30 days. */
export const triedRuleTexts = (action: RuleAction["do"], tried: TriedRule): string[] =>
  triedTexts(tried, {
    would: WOULD_HAVE[action],
    also:
      tried.decidedAbove > 0
        ? `The rule also applies to ${pluralize(tried.decidedAbove, "order", "orders")} that a rule above decides.`
        : null,
    unknown: "because Inkbridge didn't read what the rule asks for",
  });

/** One condition in words: `Order amount is at least $200.00 USD`. */
function conditionText(one: RuleCondition, currency: string, countryName: (code: string) => string): string {
  const { label, is, isNot } = CONDITIONS[one.of];
  if (one.of === "first_order") return one.not ? "Not the customer's first order" : label;
  if (one.of === "note" && one.values.length === 0) return one.not ? "Order has no note" : "Order has a note";
  if (one.of === "attribute") return `${label} “${one.name}” ${one.not ? isNot : is} “${one.value}”`;
  const values = valuesOf(one, currency, countryName);
  const verb = is === "is one of" && values.length === 1 ? (one.not ? "isn't" : "is") : one.not ? isNot : is;
  return `${label} ${verb} ${values.join(", ")}`;
}

function valuesOf(one: RuleCondition, currency: string, countryName: (code: string) => string): readonly string[] {
  if (one.of === "amount") return [isNumber(one.atLeast) ? formatMoney(one.atLeast, currency) : one.atLeast];
  if (one.of === "quantity") return [one.atLeast];
  if (one.of === "product") return one.products.map(({ title }) => title);
  if (one.of === "variant") return one.variants.map(({ title }) => title);
  if (one.of === "country") return one.values.map(countryName);
  return "values" in one ? one.values : [];
}

const isNumber = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

function actionText(action: RuleAction, services: Services): string {
  const { label } = ACTIONS[action.do];
  switch (action.do) {
    case "wait_for_tag":
      return `${label}: ${action.tag}`;
    case "ship_by":
      return `${label}: ${methodName(action.method, services)}`;
    case "use_sku":
      return `${label}: ${action.itemSku}`;
    case "add_note":
      return `${label}: ${action.note}`;
    default:
      return label;
  }
}

/** What a rule says, in two lines. */
export function ruleText(
  { match, conditions, action }: Pick<Rule, "match" | "conditions" | "action">,
  currency: string,
  countryName: (code: string) => string,
  services: Services,
): { when: string; then: string } {
  const parts = conditions.map((one) => conditionText(one, currency, countryName));
  return { when: parts.join(match === "all" ? " and " : " or "), then: actionText(action, services) };
}

type Example = Pick<Rule, "name" | "match" | "conditions" | "action"> & { text(currency: string): string };

/** Ready to be added and changed. */
export const EXAMPLES: readonly Example[] = [
  {
    name: "Hold large orders",
    text: (currency) => `Orders of ${formatMoney("200", currency)} or more wait for approval.`,
    match: "all",
    conditions: [{ of: "amount", not: false, atLeast: "200" }],
    action: { do: "hold" },
  },
  {
    name: "Hold orders with a note",
    text: () => "Somebody reads the note before the order is sent.",
    match: "all",
    conditions: [{ of: "note", not: false, values: [] }],
    action: { do: "hold" },
  },
  {
    name: "Send rush orders right away",
    text: () => "Orders with the tag “rush” don't wait for the edit window or a sending time.",
    match: "all",
    conditions: [{ of: "order_tag", not: false, values: ["rush"] }],
    action: { do: "send_at_once" },
  },
  {
    name: "Wait for the ready tag",
    text: () => "Orders outside the United States wait until you tag them.",
    match: "all",
    conditions: [{ of: "country", not: true, values: ["US"] }],
    action: { do: "wait_for_tag", tag: "ready" },
  },
];
