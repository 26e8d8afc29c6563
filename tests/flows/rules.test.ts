import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { shopActionsContext } from "../../app/composition/shop-context.server.ts";
import { approvals } from "../../app/orders/actions/submission-actions.ts";
import { readShop } from "../../app/orders/core/shop-row.ts";
import { saveRules, tryRule, viewRules } from "../../app/settings-page/rules.ts";
import type { Rule, RuleAction, RuleCondition } from "../../app/settings/rules.ts";
import type { OrderInput } from "../../sandbox/shopify/place-order.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { idOf, newId } from "../support/ids.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let goods: Goods;
beforeAll(async () => {
  testApp = await startTestApp();
  goods = await stockShop(testApp);
});
afterEach(async () => {
  await save([]);
  await testApp.change({ editWindowMinutes: 0 });
});
afterAll(() => testApp.close());

const shop = async () => {
  const row = await readShop(testApp.services.core.ctx.sql, { domain: testApp.shop });
  return row ?? expect.unreachable();
};
const save = async (rules: Rule[]) => {
  const row = await shop();
  return saveRules(shopActionsContext(testApp.services.core), row, rules, viewRules(row).rules);
};
const rule = (name: string, condition: RuleCondition, action: RuleAction): Rule => ({
  ...{ id: newId(), name, on: true, match: "all", conditions: [condition], action },
});
const always: RuleCondition = { not: false, of: "quantity", atLeast: "1" };
const tagged = (tag: string): RuleCondition => ({ not: false, of: "order_tag", values: [tag] });
const buy = (over: Partial<OrderInput> = {}, variantId = goods.shirt) =>
  testApp.shopify.placeOrder(testApp.shop, { ...order([{ variantId }]), ...over });
const printed = (name: string) =>
  testApp.printService.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`));
const state = (id: string, expected: string) =>
  testApp.waitForOrder(id, expected, (v) => v.submissions[0]?.state === expected);
const reasons = (id: string, codes: string[]) =>
  testApp.waitForOrder(id, codes.join(), (v) => v.reasons.map(({ code }) => code).join() === codes.join());

it("an order that a rule holds waits for approval, says which rule it was, and leaves once it is approved", async () => {
  await save([
    rule("Rush first", tagged("rush"), { do: "send_at_once" }),
    rule("Large orders", { not: false, of: "amount", atLeast: "50" }, { do: "hold" }),
  ]);
  await testApp.change({ editWindowMinutes: 60 });
  const held = buy({ lines: [{ variantId: goods.shirt, quantity: 3 }] });
  const rush = buy({ lines: [{ variantId: goods.shirt, quantity: 3 }], tags: ["Rush"] });
  await state(rush.id, "submitted");
  const view = await reasons(held.id, ["awaiting_approval"]);
  expect(view.reasons[0]?.detail).toEqual({ rule: "Large orders" });
  expect(view.submissions[0]?.rules).toMatchObject([{ name: "Large orders", do: "hold" }]);
  expect(view.history.find(({ code }) => code === "submission.rules_decided")?.data).toEqual({ rules: "Large orders" });
  const { core } = testApp.services;
  const submissionId = view.submissions[0]?.id ?? idOf("");
  const { id: shopId } = await shop();
  await approvals.approve(core.ctx, { shopId, submissionId, userId: null });
  await testApp.waitForOrder(held.id, "waits for the window", (v) => v.submissions[0]?.due?.what === "edit_window");
  testApp.clock.advance(61 * 60_000);
  await state(held.id, "submitted");
});

it("rules change the shipping method, the print SKU and the note of what is sent, and leave out what is never sent", async () => {
  await save([
    rule("Express", always, { do: "ship_by", method: 1 }),
    rule("Soft shirts", always, { do: "use_sku", itemSku: "TEE-BLACK-L" }),
    rule("Care label", always, { do: "add_note", note: "Add the care label" }),
    rule("Gifts", tagged("gift"), { do: "never_send" }),
  ]);
  const changed = buy();
  const left = buy({ tags: ["gift"] });
  await state(changed.id, "submitted");
  expect(printed(changed.name)).toMatchObject([
    { method: 1, items: [{ itemSku: "TEE-BLACK-L", note: "Add the care label" }] },
  ]);
  const line = (await testApp.waitForOrder(left.id, "left out", (v) => v.lines[0]?.reason === "excluded_by_rule"))
    .lines[0];
  expect(line).toMatchObject({ eligibility: "excluded", rule: "Gifts" });
  expect(printed(left.name)).toEqual([]);
  const tried = await tryRule(testApp.services.core.ctx, await shop(), {
    rules: [rule("Gifts", tagged("gift"), { do: "never_send" })],
    at: 0,
  });
  expect(tried).toMatchObject({ outcome: "tried", result: { decided: 1, examples: [{ name: left.name }] } });
  // The rule is deleted: what it left out is printed.
  await save([]);
  await state(left.id, "submitted");
  expect(printed(left.name)).toHaveLength(1);
});

it("orders that wait are decided again when a rule changes, what was sent stays as it is, and a tag lets one go", async () => {
  await testApp.change({ editWindowMinutes: 600 });
  const waiting = buy();
  await testApp.waitForOrder(waiting.id, "waits", (v) => v.submissions[0]?.due?.what === "edit_window");
  await save([rule("Ready", always, { do: "wait_for_tag", tag: "ready" })]);
  await reasons(waiting.id, ["waiting_for_tag"]);
  testApp.clock.advance(601 * 60_000);
  testApp.shopify.editOrder(testApp.shop, waiting.id, { tags: ["Ready"] });
  const sent = await state(waiting.id, "submitted");
  await save([rule("Later", always, { do: "hold" })]);
  expect(printed(waiting.name)).toHaveLength(1);
  expect((await testApp.view(waiting.id))?.submissions[0]?.rules).toEqual(sent.submissions[0]?.rules);
});

it("a rule about customers is not saved without access to them, and holds what nobody can tell", async () => {
  const first = rule("First orders", { not: false, of: "first_order" }, { do: "send_at_once" });
  expect(await save([first])).toMatchObject({
    outcome: "invalid",
    errors: { "0.conditions": expect.any(String) as string },
  });
  const scopes = testApp.shopify.shop(testApp.shop).scopes;
  const { db } = testApp.services.core.ctx;
  await db.shop.update({ where: { domain: testApp.shop }, data: { scopes: [...scopes, "read_customers"].join(",") } });
  expect(await save([first])).toEqual({ outcome: "saved" });
  // Shopify gives no customers all the same: the merchant took the access away a moment ago.
  const unknown = buy();
  expect((await reasons(unknown.id, ["awaiting_approval"])).reasons[0]?.detail).toEqual({
    ...{ rule: "First orders", undecided: "send_at_once" },
  });
  testApp.shopify.grantScopes(testApp.shop, [...scopes, "read_customers"]);
  await state(unknown.id, "submitted");
  const known = buy({ email: "new@example.com" });
  expect((await state(known.id, "submitted")).submissions[0]?.rules).toMatchObject([{ name: "First orders" }]);
  // The customer has ordered twice by the time that the orders are read, as while the app was away.
  await save([]);
  await testApp.change({ editWindowMinutes: 600 });
  const [one, two] = [buy({ email: "back@example.com" }), buy({ email: "back@example.com" })];
  for (const { id } of [one, two])
    await testApp.waitForOrder(id, "waits", (v) => v.submissions[0]?.due?.what === "edit_window");
  expect(await save([rule("First orders", { not: false, of: "first_order" }, { do: "hold" })])).toEqual({
    outcome: "saved",
  });
  expect((await reasons(one.id, ["awaiting_approval"])).reasons[0]?.detail).toEqual({ rule: "First orders" });
  testApp.clock.advance(601 * 60_000);
  await state(two.id, "submitted");
});
