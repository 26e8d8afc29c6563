import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { createAccountFixture } from "../print-accounts/account-fixture.testing.ts";
import { readSettings, type SettingName } from "../settings/settings.ts";
import type { SettingsPage } from "../settings/settings-pages.ts";
import { saveDraft, settingsSave, viewSettings } from "./settings-draft.ts";

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
    ctx,
    id,
    view: () => viewSettings(ctx, id, "prices"),
    save: (page: SettingsPage, draft: object, confirmed: SettingName[] = []) =>
      saveDraft(ctx, id, page, { action: "save", draft, confirmed }),
    row,
    applied: async () => readSettings(await row()),
  };
}

test("saving another setting keeps the unreadable one, and what the merchant chose", async () => {
  const { view, save, row, applied } = await shopWithUnreadableMargin();
  expect(await save("shipping", { fallbackPhone: "+1 212 555 0142" })).toEqual({ outcome: "saved" });
  expect(await row()).toMatchObject({ approval: "automatic", notifyCustomer: true, minimumMarginPercent: "12" });
  expect(await applied()).toMatchObject({ approval: "manual", notifyCustomer: false, serviceCurrency: "EUR" });
  const { unreadable, draft } = await view();
  expect(unreadable).toEqual(["minimumMarginPercent"]);
  expect(draft).toMatchObject({ approval: "automatic", notifyCustomer: true, fallbackPhone: "+1 212 555 0142" });
});

test("an unreadable setting is saved as it is shown, and orders are sent as before", async () => {
  const { view, save, applied } = await shopWithUnreadableMargin();
  const { minimumMarginPercent } = (await view()).draft;
  await save("prices", { minimumMarginPercent }, ["minimumMarginPercent"]);
  expect(await applied()).toMatchObject({ approval: "automatic", notifyCustomer: true, minimumMarginPercent: null });
  expect((await view()).unreadable).toEqual([]);
});

test("what somebody else saved meanwhile for an unreadable setting stays, unless the merchant typed a value", async () => {
  const { save, applied } = await shopWithUnreadableMargin();
  await save("prices", { minimumMarginPercent: "15" });
  await save("prices", { minimumMarginPercent: "", nightlySkuCheck: false }, ["minimumMarginPercent"]);
  expect(await applied()).toMatchObject({ minimumMarginPercent: 15, nightlySkuCheck: false });
  await save("prices", { minimumMarginPercent: "20" });
  expect(await applied()).toMatchObject({ minimumMarginPercent: 20 });
});

test("pages that are saved at once keep each other's settings", async () => {
  const { save, applied } = await shopWithUnreadableMargin();
  const saved = await Promise.all([
    save("sending", { editWindowMinutes: "45" }),
    save("prices", { minimumMarginPercent: "15" }),
    save("shipping", { fallbackEmail: "orders@shop.example" }),
    save("account", { printServiceEmail: "help@print.example" }),
  ]);
  expect(saved.map(({ outcome }) => outcome)).toEqual(["saved", "saved", "saved", "saved"]);
  expect(await applied()).toMatchObject({
    editWindowMinutes: 45,
    minimumMarginPercent: 15,
    fallbackEmail: "orders@shop.example",
    printServiceEmail: "help@print.example",
  });
});

test("a page names only what is unreadable on it, and only settings can be confirmed", async () => {
  const { ctx, id } = await shopWithUnreadableMargin();
  expect((await viewSettings(ctx, id, "prices")).unreadable).toEqual(["minimumMarginPercent"]);
  expect((await viewSettings(ctx, id, "sending")).unreadable).toEqual([]);
  expect(settingsSave.safeParse({ action: "save", draft: {}, confirmed: ["goLiveAt"] }).success).toBe(false);
});
