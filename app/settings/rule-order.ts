import type { Rule, RuleAction, RuleCondition } from "./rules.ts";

/** What follows from the sequence of a shop's rules. Pages use this, too: it needs no schema. */

export const MAX_RULES = 50;
/** As the schema has it. */
export const MAX_CONDITIONS = 10;

/** Of two rules of one kind that apply, the first decides. */
const KINDS = {
  hold: "sending",
  wait_for_tag: "sending",
  send_at_once: "sending",
  never_send: "sending",
  ship_by: "method",
  use_sku: "sku",
  add_note: "note",
} as const satisfies Record<RuleAction["do"], string>;
export type RuleKind = (typeof KINDS)[keyof typeof KINDS];
export const RULE_KINDS = ["sending", "method", "sku", "note"] as const satisfies readonly RuleKind[];

export const kindOf = ({ action: { do: what } }: Pick<Rule, "action">): RuleKind => KINDS[what];

/** What the body of an order webhook does not tell, or not surely: the order is read from Shopify for it. */
const READ_FROM_SHOPIFY: readonly RuleCondition["of"][] = [
  ...(["product_tag", "order_tag", "customer_tag", "first_order", "discount", "risk"] as const),
];

/**
 * Whether a rule asks for what only a read of the order tells. With split shipping, so is the method of each item: the read before
 * sending shows it, but an item that is never sent comes to none.
 */
export const readsShopify = (rules: readonly Rule[]): boolean =>
  rules.some(({ on, conditions, action: { do: what } }) => {
    const isRead = ({ of }: RuleCondition) =>
      READ_FROM_SHOPIFY.includes(of) || (of === "shipping" && what === "never_send");
    return on && (what === "wait_for_tag" || conditions.some(isRead));
  });

/** What only an app with access to customers may read. */
export const asksForCustomer = ({ conditions }: Pick<Rule, "conditions">): boolean =>
  conditions.some(({ of }) => of === "customer_tag" || of === "first_order");

/**
 * For each rule the one above it that leaves nothing for it: everything that it applies to, that one decides before. Rules that are off
 * cover nothing. A rule may be covered by several together, which is not told.
 */
export function coveringRules(rules: readonly Rule[]): Map<Rule["id"], { by: Rule; decidesTheSame: boolean }> {
  const found = new Map<Rule["id"], { by: Rule; decidesTheSame: boolean }>();
  for (const [at, rule] of rules.entries()) {
    const by = rules.slice(0, at).find((above) => above.on && covers(above, rule));
    if (by && rule.on)
      found.set(rule.id, { by, decidesTheSame: JSON.stringify(by.action) === JSON.stringify(rule.action) });
  }
  return found;
}

function covers(above: Rule, rule: Rule): boolean {
  if (kindOf(above) !== kindOf(rule) || !reachesAsFar(above.action, rule.action)) return false;
  // Each of them alone is enough for the lower rule.
  const cases = rule.match === "any" ? rule.conditions.map((one) => [one]) : [rule.conditions];
  return cases.every((given) => {
    const holds = (wanted: RuleCondition) => given.some((one) => implies(one, wanted));
    return above.match === "any" ? above.conditions.some(holds) : above.conditions.every(holds);
  });
}

/**
 * A rule for a shipping method applies only where the destination has that. Ground is for the United States alone, Express for Australia,
 * too. A rule for a service applies everywhere.
 */
function reachesAsFar(above: RuleAction, action: RuleAction): boolean {
  if (above.do !== "ship_by" || action.do !== "ship_by") return true;
  if (above.method === null || typeof above.method === "string") return true;
  return above.method === action.method || (above.method === 1 && action.method === 2);
}

/** Whether the one condition never holds without the other. False also where that is not sure. */
function implies(one: RuleCondition, other: RuleCondition): boolean {
  if (one.of !== other.of || one.not !== other.not) return false;
  const [narrow, wide] = one.not ? [other, one] : [one, other];
  if ("atLeast" in narrow && "atLeast" in wide) return Number(narrow.atLeast) >= Number(wide.atLeast);
  if (narrow.of === "attribute") return JSON.stringify(fold(narrow)) === JSON.stringify(fold(wide));
  if (wide.of === "note" && wide.values.length === 0) return true;
  if (narrow.of === "note" && narrow.values.length === 0) return false;
  const among = namesOf(wide);
  return namesOf(narrow).every((name) =>
    isOfWords(wide) ? among.some((word) => name.includes(word)) : among.includes(name),
  );
}

const isOfWords = ({ of }: RuleCondition): boolean => of === "note" || of === "shipping";

const fold = (value: RuleCondition): unknown => JSON.parse(JSON.stringify(value).toLowerCase());

function namesOf(one: RuleCondition): string[] {
  if ("products" in one) return one.products.map(({ gid }) => gid);
  if ("variants" in one) return one.variants.map(({ gid }) => gid);
  return "values" in one ? one.values.map((value) => value.trim().toLowerCase()) : [];
}
