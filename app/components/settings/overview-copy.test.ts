import { expect, test } from "vitest";
import { shopSettings } from "../../settings/settings.ts";
import { toDraft } from "../../settings-page/settings-draft.ts";
import { OVERVIEW } from "./overview-copy.ts";

/** The line of a page, with these settings. */
function lineOf(page: keyof typeof OVERVIEW, settings: object = {}, over: object = {}): string {
  const draft = toDraft(shopSettings.parse(settings), new Date(0), "UTC");
  const overview = {
    settings: draft,
    paused: false,
    rules: 0,
    channels: { email: 0, webhook: 0 },
    permissions: { limited: 0, all: 4 },
    stores: 0,
    account: { state: "none" },
  } as const;
  return OVERVIEW[page].line({ ...overview, ...over }, "America/New_York");
}

test.each([
  [{}, "Automatically, 30 minutes after the order is placed"],
  [{ editWindowMinutes: 120 }, "Automatically, 2 hours after the order is placed"],
  [{ editWindowMinutes: 0, approval: "manual" }, "After your approval, as orders come in"],
  [{ sending: { mode: "by_hand" } }, "By hand, when you choose Send now"],
  [{ sending: { mode: "at_times" } }, "Automatically, every day at 6:00 pm (America/New_York)"],
  [
    { sending: { mode: "at_times", times: ["00:30", "12:00"], weekdays: [1, 7] } },
    "Automatically, on Monday and Sunday at 12:30 am and 12:00 pm (America/New_York)",
  ],
])("the overview says of %j when orders are sent", (settings, line) => expect(lineOf("sending", settings)).toBe(line));

test("the overview says what is set on each page", () => {
  expect(lineOf("sending", {}, { paused: true })).toBe("Sending is paused");
  expect(lineOf("payment")).toBe("Unpaid orders wait for payment");
  const early = { payment: { cash_on_delivery: "right_away" } };
  expect(lineOf("payment", early)).toBe("Cash on delivery may be sent unpaid");
  expect(lineOf("prices")).toBe("No minimum margin, target margin 40%, billed in USD");
  const fees = { minimumMarginPercent: 20, profit: { paymentFee: { percent: "2.9" } } };
  expect(lineOf("prices", fees)).toBe("Minimum margin 20%, target margin 40%, billed in USD, payment fees are counted");
  expect(lineOf("shipping", { addressChecks: { zip: "hold" }, notifyCustomer: false })).toBe(
    "Standard shipping, addresses that may be wrong are held, fulfilled when the first package ships, no shipping emails",
  );
  const properties = { artworkProperties: { front: ["Print file"] }, replacedArtwork: "tell" };
  expect(lineOf("artwork", properties)).toBe("From mappings and line item properties, replaced files are printed");
  expect(lineOf("personalization", { unusedProperties: "ignore" })).toBe("No print note, other details are ignored");
  expect(lineOf("notifications")).toBe("Nobody is told outside Inkbridge");
  expect(lineOf("notifications", {}, { channels: { email: 2, webhook: 1 } })).toBe(
    "2 email addresses, 1 chat or webhook",
  );
  expect(lineOf("account")).toBe("Not connected");
  expect(lineOf("staff", {}, { permissions: { limited: 1, all: 4 } })).toBe("1 of 4 permissions for chosen staff only");
});
