import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { line, snapshot } from "../../tests/support/order-fixtures.ts";
import { newId } from "../../tests/support/ids.ts";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { decryptCustomer, encryptCustomer } from "../orders/core/customer-summary.ts";
import { ruleItem, ruleOrder } from "../orders/compose/rules.ts";
import { openShop } from "../orders/receive/open-shop.testing.ts";
import type { OrderSnapshot } from "../ports/order-model.ts";
import { gidOf } from "../ports/gid.ts";
import type { Rule, RuleCondition } from "../settings/rules.ts";
import { countOrders, parseRules, saveRules, tryRule, viewRules, type PastOrder } from "./rules.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const rule = (condition: RuleCondition, over: Partial<Rule> = {}): Rule => ({
  ...{ id: newId(), name: "A rule", on: true, match: "all", conditions: [condition], action: { do: "hold" } },
  ...over,
});
const tagged = (tag: string): RuleCondition => ({ of: "order_tag", not: false, values: [tag] });
const discounted: RuleCondition = { of: "discount", not: false, values: ["SALE"] };

async function shopWithOrders(orders: readonly Partial<OrderSnapshot>[]) {
  const shop = await openShop(world, { editWindowMinutes: 600 });
  const now = world.ctx.clock.now();
  for (const [at, over] of orders.entries()) {
    const placed = { gid: gidOf("Order", String(at + 1)), name: `#${at + 1}`, createdAt: now, updatedAt: now };
    const shown = shop.paid({ ...placed, ...over });
    await shop.receive(shown);
  }
  const stored = async () =>
    viewRules({
      ...(await world.db.shop.findUniqueOrThrow({ where: { id: shop.shop.id } })),
      printAccount: null,
    }).rules;
  const save = async (rules: Rule[], seen?: Rule[]) =>
    saveRules(
      { ...shop.ctx, wakeHeld: () => Promise.resolve() },
      { id: shop.shop.id, scopes: "" },
      rules,
      seen ?? (await stored()),
    );
  const attempt = (rules: Rule[]) =>
    tryRule(world.ctx, { id: shop.shop.id, scopes: "" }, { rules, at: rules.length - 1 });
  return { ...shop, save, stored, attempt };
}

describe("a rule that is tried", () => {
  it("says for how many orders of the last 30 days it would have decided, which, and what it can't tell", async () => {
    const { attempt, shop } = await shopWithOrders([
      { tags: ["vip"], discountCodes: ["SALE"] },
      { tags: ["rush"], discountCodes: ["sale"] },
      { discountCodes: [] },
      { tags: ["vip"], lines: [line({ requiresShipping: false })] },
      { createdAt: new Date(world.ctx.clock.now().getTime() - 31 * 86_400_000), discountCodes: ["SALE"] },
    ]);
    const above = rule(tagged("rush"), { action: { do: "send_at_once" } });
    const tried = rule(discounted, { on: false });
    expect(await attempt([above, tried])).toEqual({
      outcome: "tried",
      result: {
        ...{ orders: 3, isCut: false, decided: 1, decidedAbove: 1, unknown: 0 },
        examples: [{ name: "#1", number: "1" }],
      },
    });
    // Received before rules read the codes.
    const { ctx, db } = world;
    const row = await db.order.findFirstOrThrow({ where: { shopId: shop.id, name: "#3" } });
    const customer = decryptCustomer(ctx, row) ?? expect.unreachable();
    await db.order.update({
      where: { id: row.id },
      data: { customerEncrypted: encryptCustomer(ctx, row.id, customer) },
    });
    expect(await attempt([above, tried])).toMatchObject({ result: { orders: 3, decided: 1, unknown: 1 } });
  });

  it("looks at 10,000 orders with as many rules as a shop may have", () => {
    const shown = snapshot({ tags: ["a"] });
    const order: PastOrder = { name: "#1", number: "1", order: ruleOrder(shown), items: [ruleItem(line(), shown)] };
    const tried = { orders: 0, isCut: false, decided: 0, decidedAbove: 0, unknown: 0, examples: [] };
    const rules = [...Array.from({ length: 49 }, (_, at) => rule(tagged(`other ${at}`))), rule(tagged("a"))];
    const count = countOrders(tried, rules);
    const many = Array.from({ length: 10_000 }, () => order);
    expect(count(many)).toBe(true);
    expect(count([order])).toBe(false);
    expect(tried).toMatchObject({ orders: 10_000, decided: 10_000, isCut: true });
  });
});

describe("rules as typed", () => {
  it("have an error beside each field that is wrong", () => {
    const wrong = [
      rule(tagged("")),
      rule({ of: "amount", not: false, atLeast: "lots" }, { name: " ", action: { do: "use_sku", itemSku: "" } }),
      rule({ of: "quantity", not: false, atLeast: "0" }),
    ];
    const parsed = parseRules(wrong, { customers: true });
    expect(parsed.ok ? [] : parsed.errors).toEqual({
      "0.conditions.0.values": "Add at least one entry of up to 255 characters.",
      "1.name": "Enter a name of up to 100 characters.",
      "1.conditions.0.atLeast": "Enter an amount, such as 200 or 49.90.",
      "1.action.itemSku": "Enter a print SKU of up to 255 characters.",
      "2.conditions.0.atLeast": "Enter a number, such as 5.",
    });
  });

  it("ask for access to customers, unless they are off", () => {
    const first = rule({ of: "first_order", not: false });
    expect(parseRules([first], { customers: false })).toMatchObject({
      ok: false,
      errors: { "0.conditions": /access/ },
    });
    expect(parseRules([{ ...first, on: false }], { customers: false }).ok).toBe(true);
    expect(parseRules([first], { customers: true }).ok).toBe(true);
  });

  it("that cannot be read later are told, and every order needs an approval until they are saved again", () => {
    expect(
      viewRules({ settings: { rules: [{ id: 1 }] }, scopes: "read_orders,read_customers", printAccount: null }),
    ).toEqual({
      ...{ rules: [], unreadable: true, customers: true, services: null },
    });
  });
});

it("a change makes the orders due that wait, and those of which a rule left something out", async () => {
  const { db } = world;
  const { save, shop, receive, paid } = await shopWithOrders([{}, { tags: ["gift"] }]);
  const due = async () => {
    const rows = await db.order.findMany({
      where: { shopId: shop.id, dueAt: { not: null } },
      orderBy: { name: "asc" },
    });
    return rows.map(({ name }) => name);
  };
  const never = rule(tagged("gift"), { action: { do: "never_send" } });
  expect(await save([never])).toEqual({ outcome: "saved" });
  expect(await due()).toEqual(["#1", "#2"]);
  const gift = paid({ gid: gidOf("Order", "2"), name: "#2", tags: ["gift"], updatedAt: world.ctx.clock.now() });
  await receive(gift);
  const { lines, submissions } = await db.order.findFirstOrThrow({
    where: { shopId: shop.id, name: "#2" },
    include: { lines: true, submissions: true },
  });
  expect(lines).toMatchObject([{ eligibility: "excluded", eligibilityReason: "excluded_by_rule" }]);
  expect(submissions).toMatchObject([{ state: "cancelled" }]);
  await db.order.updateMany({ where: { shopId: shop.id }, data: { dueAt: null } });
  await db.submission.updateMany({ where: { shopId: shop.id, order: { name: "#1" } }, data: { state: "submitted" } });
  await save([]);
  expect(await due()).toEqual(["#2"]);
  // What was erased stays as it is.
  await db.order.updateMany({ where: { shopId: shop.id }, data: { dueAt: null, redactedAt: world.ctx.clock.now() } });
  await save([never]);
  expect(await due()).toEqual([]);
});

it("a process that dies after saving leaves them due", async () => {
  const { ctx, db, shop } = await shopWithOrders([{}]);
  const wakeHeld = () => Promise.reject(new Error("the process died"));
  const never = rule(tagged("gift"), { action: { do: "never_send" } });
  await expect(saveRules({ ...ctx, wakeHeld }, { id: shop.id, scopes: "" }, [never], [])).rejects.toThrow("died");
  const { settings } = await db.shop.findUniqueOrThrow({ where: { id: shop.id } });
  expect(viewRules({ settings, scopes: "", printAccount: null }).rules).toEqual([never]);
  const [order] = await db.order.findMany({ where: { shopId: shop.id } });
  expect(order?.dueAt?.getTime()).toBeGreaterThan(world.ctx.clock.now().getTime());
});

it("a page that shows older rules than those of a colleague saves nothing", async () => {
  const { save, stored } = await shopWithOrders([]);
  const [first, other] = [rule(tagged("vip")), rule(tagged("rush"))];
  const both = await Promise.all([save([first], []), save([other], [])]);
  expect(both.map(({ outcome }) => outcome).sort()).toEqual(["changed", "saved"]);
  const [kept] = await stored();
  expect(await save([other, first], [])).toEqual({ outcome: "changed" });
  expect((await stored()).map(({ id }) => id)).toEqual([kept?.id]);
  expect(await save([other, first])).toEqual({ outcome: "saved" });
});
