import { Decimal } from "decimal.js";
import { cleanText, foldName } from "../../common/clean-text.ts";
import { kindOf, RULE_KINDS, type RuleKind } from "../../settings/rule-order.ts";
import type { Rule, RuleAction, RuleCondition } from "../../settings/rules.ts";
import {
  methodsTo,
  type LineSnapshot,
  type OrderSnapshot,
  type ShippingChoice,
  type ShippingMethod,
} from "../../ports/order-model.ts";
import type { RuleOrder } from "../core/customer-summary.ts";
import type { DecidedRule } from "../core/submission-row.ts";
import { toMinor } from "../../profit/money.ts";

/** What rules read of an item. null: not known. */
export interface RuleItem {
  productGid: string | null;
  variantGid: string | null;
  productTags: readonly string[] | null;
  quantity: number;
  /** null: the customer chose none. undefined: the customer has not chosen yet. */
  shipping: ShippingChoice | null | undefined;
}

export const ruleOrder = (snapshot: OrderSnapshot): RuleOrder => ({
  tags: snapshot.tags,
  customerTags: snapshot.customerTags,
  customerOrders: snapshot.customerOrders,
  discountCodes: snapshot.discountCodes,
  risk: snapshot.risk,
  country: snapshot.shippingAddress?.countryCode?.trim().toUpperCase() ?? "",
  amount: paidForLines(snapshot.lines, snapshot.currency),
  note: snapshot.note ?? "",
  attributes: snapshot.attributes,
});

export const ruleItem = (line: LineSnapshot, { shippingMethod }: Pick<OrderSnapshot, "shippingMethod">): RuleItem => ({
  productGid: line.productGid,
  variantGid: line.variantGid,
  // An item of no product has no tags.
  productTags: line.productGid === null ? (line.productTags ?? []) : line.productTags,
  quantity: line.quantity,
  shipping: line.shippingMethod ?? shippingMethod,
});

/**
 * What the customer pays for lines, after discounts and before tax; null where a price is unknown. Rounded to the currency's smallest
 * unit: the unit prices of a discount that does not divide evenly are rounded, and their sum is off by a fraction of that.
 */
export function paidForLines(
  lines: readonly Pick<LineSnapshot, "quantity" | "unitPrice">[],
  currency: string,
): string | null {
  let sum = new Decimal(0);
  for (const { quantity, unitPrice } of lines) {
    if (quantity === 0) continue;
    if (unitPrice === null) return null;
    sum = sum.plus(new Decimal(unitPrice).times(quantity));
  }
  return toMinor(sum, currency).toFixed();
}

/** A rule that decides, or would if it could be judged (`isJudged`). */
export interface Decision {
  rule: Rule;
  isJudged: boolean;
}

/** What the rules decide about one item, by kind: the first that applies. One that cannot be judged ends the search. */
export type ItemDecisions = Partial<Record<RuleKind, Decision>>;

/** Pure: the same for one item whatever else the order has. `destination`: the country that staff may have changed for this order. */
export function decideItem(
  rules: readonly Rule[],
  order: RuleOrder,
  item: RuleItem,
  destination: string = order.country,
): ItemDecisions {
  const decisions: ItemDecisions = {};
  for (const rule of rules) {
    const kind = kindOf(rule);
    if (!rule.on || decisions[kind] || !hasMethod(rule.action, destination)) continue;
    const applies = ruleApplies(rule, order, item);
    if (applies !== false) decisions[kind] = { rule, isJudged: applies !== null };
  }
  return decisions;
}

/** print-service: createOrder has faster methods to some countries alone. An order that a service does not ship is held for that. */
const hasMethod = (action: RuleAction, destination: string): boolean =>
  action.do !== "ship_by" || typeof action.method === "string" || methodsTo(destination).includes(action.method);

/** What the rules decide about an order, from what they decide about each of its items that is to be sent. */
export interface OrderDecisions {
  sending: Decision | undefined;
  method: Decision | undefined;
  /** Decisions that cannot be judged, and items that a rule keeps from being sent although part of them was sent: a person decides. */
  held: Rule[];
  /** All that decide for certain, in the sequence of the rules, each once. */
  decided: DecidedRule[];
}

/** One print order leaves as a whole: of several items, the rule that stands highest decides. */
export function decideOrderByRules(rules: readonly Rule[], items: readonly ItemDecisions[]): OrderDecisions {
  const all = items.flatMap((item) => RULE_KINDS.flatMap((kind) => item[kind] ?? []));
  const deciding = rules.flatMap((rule) => {
    const own = all.filter((one) => one.rule.id === rule.id);
    return own.length > 0
      ? [{ rule, isJudged: own.some((one) => one.isJudged), isUnclear: own.some((one) => !one.isJudged) }]
      : [];
  });
  const first = (kind: RuleKind) => deciding.find(({ rule }) => kindOf(rule) === kind);
  const [sending, method] = [first("sending"), first("method")];
  const isHeld = ({ rule, isJudged, isUnclear }: (typeof deciding)[number]) =>
    rule.action.do === "never_send" || (isOfOrder(rule) ? !isJudged : isUnclear);
  const counts = ({ rule, isJudged }: Decision) =>
    isJudged &&
    [sending, method].every((one) => one === undefined || kindOf(one.rule) !== kindOf(rule) || one.rule === rule);
  return {
    sending,
    method,
    held: deciding.filter(isHeld).map(({ rule }) => rule),
    decided: deciding.filter(counts).map(({ rule }) => ({ id: rule.id, name: rule.name, do: rule.action.do })),
  };
}

/** Of an action on the whole order, one item that the rule applies to for certain is enough. */
const isOfOrder = (rule: Rule): boolean => kindOf(rule) === "sending" || kindOf(rule) === "method";

/** The method that the rules choose; undefined: none does. */
export function methodByRules({ method }: OrderDecisions): ShippingMethod | undefined {
  const action = method?.isJudged ? method.rule.action : undefined;
  return action?.do === "ship_by" ? action.method : undefined;
}

/** The print SKU and the addition to the print note that the rules choose for an item; "" for none. */
export function contentByRules({ sku, note }: ItemDecisions): { itemSku: string; note: string } {
  const [bySku, byNote] = [sku, note].map((one) => (one?.isJudged ? one.rule.action : undefined));
  return {
    itemSku: bySku?.do === "use_sku" ? bySku.itemSku : "",
    note: byNote?.do === "add_note" ? byNote.note : "",
  };
}

/** What the rules add to the print note of an item. */
export const noteByRules = (rules: readonly Rule[], snapshot: OrderSnapshot, line: LineSnapshot): string =>
  rules.length === 0 ? "" : contentByRules(decideItem(rules, ruleOrder(snapshot), ruleItem(line, snapshot))).note;

/** Whether the rules say for certain that the item is never sent. */
export const isNeverSent = ({ sending }: ItemDecisions): boolean =>
  sending?.isJudged === true && sending.rule.action.do === "never_send";

/** null: what is known of the order does not tell. */
export function ruleApplies(
  { match, conditions }: Pick<Rule, "match" | "conditions">,
  order: RuleOrder,
  item: RuleItem,
) {
  const results = conditions.map((one) => conditionHolds(one, order, item));
  const deciding = match === "any";
  if (results.includes(deciding)) return deciding;
  return results.includes(null) ? null : !deciding;
}

function conditionHolds(condition: RuleCondition, order: RuleOrder, item: RuleItem): boolean | null {
  const holds = stated(condition, order, item);
  return holds === null ? null : holds !== condition.not;
}

/** What the condition says without `not`. */
function stated(condition: RuleCondition, order: RuleOrder, item: RuleItem): boolean | null {
  switch (condition.of) {
    case "product":
      return condition.products.some(({ gid }) => gid === item.productGid);
    case "variant":
      return condition.variants.some(({ gid }) => gid === item.variantGid);
    case "product_tag":
      return hasOneOf(item.productTags, condition.values);
    case "quantity":
      return item.quantity >= Number(condition.atLeast);
    case "order_tag":
      return hasOneOf(order.tags, condition.values);
    case "customer_tag":
      return hasOneOf(order.customerTags, condition.values);
    case "first_order":
      return order.customerOrders === null ? null : order.customerOrders <= 1;
    case "country":
      return condition.values.includes(order.country);
    case "amount":
      return order.amount === null ? null : new Decimal(order.amount).gte(condition.atLeast);
    case "shipping":
      if (item.shipping === undefined) return null;
      return hasWords([item.shipping?.title, item.shipping?.code], condition.values);
    case "note":
      if (order.note === null) return null;
      return condition.values.length === 0 ? cleanText(order.note) !== "" : hasWords([order.note], condition.values);
    case "attribute":
      return (
        order.attributes &&
        order.attributes.some(
          ({ name, value }) => isSame(name, condition.name) && isSame(cleanText(value), cleanText(condition.value)),
        )
      );
    case "discount":
      return hasOneOf(order.discountCodes, condition.values);
    case "risk":
      if (order.risk === "unknown") return null;
      // Shopify's assessment is still to come, which holds the order by itself.
      return order.risk !== "pending" && condition.values.includes(order.risk);
  }
}

const isSame = (one: string, other: string): boolean => foldName(one) === foldName(other);

/** Whether one of the names is there, ignoring case and outer blanks; null: nobody knows. */
export function hasOneOf(names: readonly string[] | null, wanted: readonly string[]): boolean | null {
  if (!names) return null;
  const folded = new Set(names.map(foldName));
  return wanted.some((one) => folded.has(foldName(one)));
}

const hasWords = (texts: readonly (string | null | undefined)[], words: readonly string[]): boolean =>
  texts.some((text) => words.some((word) => (text ?? "").toLowerCase().includes(word.toLowerCase())));
