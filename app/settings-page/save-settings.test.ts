import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { createAccountFixture } from "../print-accounts/account-fixture.testing.ts";
import { readSettings } from "../settings/settings.ts";
import { saveDraft, viewSettings } from "./settings-draft.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

/** A shop that sends orders and emails customers automatically, with a minimum margin that cannot be read. */
async function shopWithUnreadableMargin() {
  const { ctx, newShop } = createAccountFixture(database);
  const { id } = await newShop();
  const stored = { approval: "automatic", notifyCustomer: true, minimumMarginPercent: "12", serviceCurrency: "EUR" };
  await database.db.shop.update({ where: { id }, data: { settings: stored } });
  const row = async () => (await database.db.shop.findUniqueOrThrow({ where: { id } })).settings;
  return {
    view: () => viewSettings(ctx, id),
    save: (input: object) => saveDraft(ctx, id, input),
    row,
    applied: async () => readSettings(await row()),
  };
}

test("saving another setting keeps the unreadable one, and what the merchant chose", async () => {
  const { view, save, row, applied } = await shopWithUnreadableMargin();
  expect(await save({ fallbackPhone: "+1 212 555 0142" })).toEqual({ outcome: "saved" });
  expect(await row()).toMatchObject({ approval: "automatic", notifyCustomer: true, minimumMarginPercent: "12" });
  expect(await applied()).toMatchObject({ approval: "manual", notifyCustomer: false, serviceCurrency: "EUR" });
  const { unreadable, draft } = await view();
  expect(unreadable).toEqual(["minimumMarginPercent"]);
  expect(draft).toMatchObject({ approval: "automatic", notifyCustomer: true, fallbackPhone: "+1 212 555 0142" });
});

test("an unreadable setting is saved as it is shown, and orders are sent as before", async () => {
  const { view, save, applied } = await shopWithUnreadableMargin();
  const { minimumMarginPercent } = (await view()).draft;
  await save({ minimumMarginPercent, confirmed: ["minimumMarginPercent"] });
  expect(await applied()).toMatchObject({ approval: "automatic", notifyCustomer: true, minimumMarginPercent: null });
  expect((await view()).unreadable).toEqual([]);
});

test("what somebody else saved meanwhile for an unreadable setting stays, unless the merchant typed a value", async () => {
  const { save, applied } = await shopWithUnreadableMargin();
  await save({ minimumMarginPercent: "15" });
  await save({ minimumMarginPercent: "", testOrders: "print", confirmed: ["minimumMarginPercent"] });
  expect(await applied()).toMatchObject({ minimumMarginPercent: 15, testOrders: "print" });
  await save({ minimumMarginPercent: "20", confirmed: [] });
  expect(await applied()).toMatchObject({ minimumMarginPercent: 20 });
});

test("only settings can be confirmed", async () => {
  const { save } = await shopWithUnreadableMargin();
  expect(await save({ confirmed: ["goLiveAt"] })).toMatchObject({ outcome: "invalid" });
});
