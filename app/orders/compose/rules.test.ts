import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { line, settings, snapshot } from "../../../tests/support/order-fixtures.ts";
import { newId } from "../../../tests/support/ids.ts";
import { coveringRules, kindOf, MAX_CONDITIONS, readsShopify } from "../../settings/rule-order.ts";
import { ruleSchema, type Rule, type RuleAction, type RuleCondition } from "../../settings/rules.ts";
import type { RuleOrder } from "../core/customer-summary.ts";
import {
  decideItem,
  decideOrderByRules,
  isNeverSent,
  methodByRules,
  ruleApplies,
  ruleItem,
  ruleOrder,
  type ItemDecisions,
  type RuleItem,
} from "./rules.ts";

const is = { not: false } as const;
const rule = (over: Partial<Rule> = {}): Rule => ({
  ...{ id: newId(), name: "A rule", on: true, match: "all", action: { do: "hold" } },
  conditions: [{ ...is, of: "order_tag", values: ["vip"] }],
  ...over,
});
const applies = (conditions: RuleCondition[], order: Partial<RuleOrder> = {}, item: Partial<RuleItem> = {}) => {
  const shown = snapshot();
  return ruleApplies(
    { match: "all", conditions },
    { ...ruleOrder(shown), ...order },
    { ...ruleItem(line(), shown), ...item },
  );
};

describe("a rule applies", () => {
  const product = { gid: "gid://shopify/Product/10", title: "Shirt" };
  const variant = { gid: "gid://shopify/ProductVariant/100", title: "Black" };
  it.each<[RuleCondition, Partial<RuleOrder> & Partial<RuleItem>, Partial<RuleOrder> & Partial<RuleItem>]>([
    [{ ...is, of: "product", products: [product] }, {}, { productGid: "gid://shopify/Product/11" }],
    [{ ...is, of: "variant", variants: [variant] }, {}, { variantGid: null }],
    [{ ...is, of: "product_tag", values: ["Fox "] }, { productTags: ["fox"] }, { productTags: ["foxes"] }],
    [{ ...is, of: "quantity", atLeast: "5" }, { quantity: 5 }, { quantity: 4 }],
    [{ ...is, of: "order_tag", values: ["vip", "rush"] }, { tags: ["Rush"] }, { tags: [] }],
    [{ ...is, of: "customer_tag", values: ["b2b"] }, { customerTags: ["B2B"] }, { customerTags: [] }],
    [{ ...is, of: "first_order" }, { customerOrders: 1 }, { customerOrders: 2 }],
    [{ ...is, of: "country", values: ["US"] }, {}, { country: "DE" }],
    [{ ...is, of: "amount", atLeast: "200" }, { amount: "200.00" }, { amount: "199.99" }],
    [{ ...is, of: "shipping", values: ["express"] }, { shipping: { title: "DHL Express", code: null } }, {}],
    [{ ...is, of: "note", values: ["gift"] }, { note: "A GIFT, please" }, { note: "no" }],
    [{ ...is, of: "note", values: [] }, { note: "x" }, { note: " \n" }],
    [{ ...is, of: "attribute", name: "Gift", value: "Yes" }, { attributes: [{ name: "gift", value: " yes" }] }, {}],
    [{ ...is, of: "discount", values: ["SALE"] }, { discountCodes: ["sale"] }, { discountCodes: [] }],
    [{ ...is, of: "risk", values: ["medium", "high"] }, { risk: "medium" }, { risk: "low" }],
  ])("to what it names, and not with its opposite: $of", (condition, met, unmet) => {
    expect(applies([condition], met, met)).toBe(true);
    expect(applies([condition], unmet, unmet)).toBe(false);
    const opposite: RuleCondition = { ...condition, not: true };
    expect(applies([opposite], met, met)).toBe(false);
    expect(applies([opposite], unmet, unmet)).toBe(true);
    expect(ruleSchema.safeParse(rule({ conditions: [condition] })).success).toBe(true);
  });

  it("where all of its conditions hold, or any, and nobody can tell where what decides is unknown", () => {
    const tag: RuleCondition = { ...is, of: "order_tag", values: ["vip"] };
    const customer: RuleCondition = { ...is, of: "customer_tag", values: ["b2b"] };
    expect(applies([tag, customer], { tags: ["vip"] })).toBeNull();
    expect(applies([tag, customer], { tags: [] })).toBe(false);
    const any = (tags: string[]) =>
      ruleApplies(
        { match: "any", conditions: [tag, customer] },
        { ...ruleOrder(snapshot()), tags },
        ruleItem(line(), snapshot()),
      );
    expect(any(["vip"])).toBe(true);
    expect(any([])).toBeNull();
  });
});

describe("of several rules", () => {
  const order = ruleOrder(snapshot({ tags: ["vip"], lines: [line({ quantity: 3, unitPrice: "70" })] }));
  const item = ruleItem(line(), snapshot());
  const every: RuleCondition[] = [{ ...is, of: "amount", atLeast: "1" }];

  it("the first of a kind decides, and each kind by itself", () => {
    const vip = rule({ action: { do: "send_at_once" } });
    const large = rule({ conditions: every });
    const express = rule({ conditions: every, action: { do: "ship_by", method: 1 } });
    const decided = decideOrderByRules([vip, large, express], [decideItem([vip, large, express], order, item)]);
    expect(decided.decided.map(({ id }) => id)).toEqual([vip.id, express.id]);
    expect(methodByRules(decided)).toBe(1);
    const swapped = decideItem([large, vip], order, item);
    expect(swapped.sending?.rule).toBe(large);
  });

  it("one that is off decides nothing, and a method counts only where the print service has it", () => {
    expect(decideItem([rule({ on: false })], order, item)).toEqual({});
    const ground = rule({ conditions: every, action: { do: "ship_by", method: 2 } });
    const express = rule({ conditions: every, action: { do: "ship_by", method: 1 } });
    const toAustralia = { ...order, country: "AU" };
    expect(decideItem([ground, express], toAustralia, item).method?.rule).toBe(express);
    expect(decideItem([ground, express], { ...order, country: "DE" }, item)).toEqual({});
    // Staff changed the destination.
    expect(decideItem([ground, express], order, item, "AU").method?.rule).toBe(express);
  });

  it("an item that is never sent leaves the others, and the rule that stands highest decides about these", () => {
    const never = rule({
      conditions: [{ ...is, of: "product_tag", values: ["digital"] }],
      action: { do: "never_send" },
    });
    const rules = [never, rule()];
    const items = [
      decideItem(rules, order, { ...item, productTags: ["digital"] }),
      decideItem(rules, order, { ...item, productTags: [] }),
    ];
    expect(items.map(isNeverSent)).toEqual([true, false]);
    expect(
      decideOrderByRules(
        rules,
        items.filter((one) => !isNeverSent(one)),
      ).sending?.rule,
    ).toBe(rules[1]);
  });

  it("one that cannot be judged is asked about, and decides nothing", () => {
    const first = rule({ conditions: [{ ...is, of: "first_order" }], action: { do: "never_send" } });
    const decided = decideItem([first, rule()], order, item);
    expect(isNeverSent(decided)).toBe(false);
    expect(decideOrderByRules([first, rule()], [decided])).toMatchObject({ held: [first], decided: [] });
  });
});

it("only what a webhook lacks is read from Shopify for, and only by rules that are on", () => {
  const read = (of: RuleCondition, over: Partial<Rule> = {}) => readsShopify([rule({ conditions: [of], ...over })]);
  expect(read({ ...is, of: "country", values: ["US"] })).toBe(false);
  expect(read({ ...is, of: "note", values: [] })).toBe(false);
  const express: RuleCondition = { ...is, of: "shipping", values: ["express"] };
  expect(read(express)).toBe(false);
  // A webhook doesn't tell the methods of single items, and what is never sent is not read before sending.
  expect(read(express, { action: { do: "never_send" } })).toBe(true);
  expect(read({ ...is, of: "risk", values: ["high"] })).toBe(true);
  expect(read({ ...is, of: "risk", values: ["high"] }, { on: false })).toBe(false);
  expect(read({ ...is, of: "country", values: ["US"] }, { action: { do: "wait_for_tag", tag: "ready" } })).toBe(true);
});

const tag = fc.constantFrom("a", "b", "c");
const condition: fc.Arbitrary<RuleCondition> = fc.oneof(
  fc.record({
    not: fc.boolean(),
    of: fc.constantFrom("order_tag" as const, "product_tag" as const, "customer_tag" as const),
    values: fc.uniqueArray(tag, { minLength: 1 }),
  }),
  fc.record({
    not: fc.boolean(),
    of: fc.constant("country" as const),
    values: fc.subarray(["US", "AU", "DE"], { minLength: 1 }),
  }),
  fc.record({
    not: fc.boolean(),
    of: fc.constantFrom("amount" as const, "quantity" as const),
    atLeast: fc.constantFrom("1", "2", "3"),
  }),
  fc.record({ not: fc.boolean(), of: fc.constant("note" as const), values: fc.subarray(["gift", "gif"]) }),
);
const action: fc.Arbitrary<RuleAction> = fc.constantFrom<RuleAction>(
  { do: "hold" },
  { do: "never_send" },
  { do: "send_at_once" },
  { do: "ship_by", method: 1 },
  { do: "ship_by", method: 2 },
  { do: "add_note", note: "x" },
);
const someRule: fc.Arbitrary<Rule> = fc.record({
  id: fc.uuid(),
  name: fc.constant("r"),
  on: fc.constantFrom(true, true, false),
  match: fc.constantFrom("all" as const, "any" as const),
  conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
  action,
});
const someRules = fc.uniqueArray(someRule, { maxLength: 6, selector: ({ id }) => id });
const tags = fc.oneof(fc.constant(null), fc.subarray(["a", "b", "c"]));
const someOrder: fc.Arbitrary<RuleOrder> = fc.record({
  tags,
  customerTags: tags,
  customerOrders: fc.constant(null),
  discountCodes: fc.constant([]),
  risk: fc.constant("low" as const),
  country: fc.constantFrom("US", "AU", "DE", ""),
  amount: fc.constantFrom("0.5", "1", "2.5", null),
  note: fc.constantFrom("", "a gift", "gif", null),
  attributes: fc.constant([]),
});
const someItem: fc.Arbitrary<RuleItem> = fc.record({
  productGid: fc.constant(null),
  variantGid: fc.constant(null),
  productTags: tags,
  quantity: fc.integer({ min: 1, max: 4 }),
  shipping: fc.constant(null),
});

const ids = (decisions: ItemDecisions) =>
  Object.entries(decisions).map(
    ([
      kind,
      {
        rule: { id },
      },
    ]) => [kind, id],
  );

it("what decides is the first that applies, whatever stands below it and whatever other items there are", () => {
  fc.assert(
    fc.property(
      someRules,
      someRules,
      someOrder,
      fc.array(someItem, { minLength: 1, maxLength: 4 }),
      (rules, more, order, items) => {
        const known = new Set(rules.map(({ id }) => id));
        const below = more.filter(({ id }) => !known.has(id));
        const byItem = items.map((item) => decideItem(rules, order, item));
        for (const [at, item] of items.entries()) {
          const alone = byItem[at] ?? {};
          expect(decideItem(rules, order, item)).toEqual(alone);
          const longer = decideItem([...rules, ...below], order, item);
          for (const [kind, id] of ids(alone)) expect(ids(longer)).toContainEqual([kind, id]);
          for (const { rule: deciding } of Object.values(alone)) {
            const above = rules
              .slice(0, rules.indexOf(deciding))
              .filter((one) => one.on && kindOf(one) === kindOf(deciding));
            const mayApply = above.filter((one) => ruleApplies(one, order, item) !== false);
            expect(mayApply.filter(({ action: { do: what } }) => what !== "ship_by")).toEqual([]);
          }
        }
        const whole = decideOrderByRules(rules, byItem);
        expect(decideOrderByRules(rules, byItem.toReversed())).toEqual(whole);
        expect(decideOrderByRules(rules, [...byItem, ...byItem])).toEqual(whole);
      },
    ),
  );
});

it("a rule that is told to never decide never does", () => {
  let told = 0;
  fc.assert(
    fc.property(someRules, someOrder, someItem, (rules, order, item) => {
      const covered = coveringRules(rules);
      told += covered.size;
      const judged = Object.values(decideItem(rules, order, item)).filter(({ isJudged }) => isJudged);
      for (const { rule: deciding } of judged) expect(covered.has(deciding.id)).toBe(false);
    }),
    { numRuns: 500 },
  );
  expect(told).toBeGreaterThan(0);
});

it("a rule is told to be covered by the same or wider conditions above it, and no other", () => {
  const wide = rule({ conditions: [{ ...is, of: "amount", atLeast: "100" }] });
  const narrow = rule({
    conditions: [
      { ...is, of: "amount", atLeast: "200" },
      { ...is, of: "country", values: ["US"] },
    ],
    action: { do: "send_at_once" },
  });
  expect(coveringRules([wide, narrow]).get(narrow.id)).toEqual({ by: wide, decidesTheSame: false });
  expect(coveringRules([wide, { ...narrow, action: { do: "hold" } }]).get(narrow.id)?.decidesTheSame).toBe(true);
  expect(coveringRules([narrow, wide]).size).toBe(0);
  expect(coveringRules([wide, { ...narrow, action: { do: "ship_by", method: 1 } }]).size).toBe(0);
  expect(coveringRules([wide, { ...narrow, match: "any" }]).size).toBe(0);
  expect(coveringRules([{ ...wide, on: false }, narrow]).size).toBe(0);
});

it("rules are read back from the settings as they were saved, with as many conditions as the page offers", () => {
  const country: RuleCondition = { ...is, of: "country", values: ["DE"] };
  const rules = [rule({ conditions: Array.from({ length: MAX_CONDITIONS }, () => country) })];
  expect(settings({ rules }).rules).toEqual(rules);
  const longer = rules.map((one) => ({ ...one, conditions: [...one.conditions, country] }));
  expect(ruleSchema.safeParse(longer[0]).success).toBe(false);
});
