import fc from "fast-check";
import { expect, test } from "vitest";
import { idOf } from "../../../tests/support/ids.ts";
import { leastAdvanced, PROGRESS_TABS } from "../pages/list/tabs.ts";
import { shopSettings } from "../../settings/settings.ts";
import { ATTENTION_CODES, needsStaffAction, type AttentionCode } from "./attention.ts";
import { holdReason, printStage } from "./shopify-status.ts";
import { PRINT_STAGES, statusTag } from "./state-names.ts";
import { SUBMISSION_STATES, type SubmissionState } from "./states.ts";

const submissionsOf = (states: readonly SubmissionState[]) =>
  states.map((state, at) => ({ id: idOf(`s${at}`), state }));
const states = fc.array(fc.constantFrom(...SUBMISSION_STATES), { maxLength: 3 });
const reason = (code: AttentionCode, at = 0) => ({ code, submissionId: `s${at}` });

test("an order is tagged with the tab of the orders list that it is on", () => {
  fc.assert(
    fc.property(states, (given) => {
      const state = leastAdvanced(given);
      const tab = Object.entries(PROGRESS_TABS).find(([, of]) => (of as readonly string[]).includes(state ?? ""));
      const expected = tab?.[0] ?? (state === undefined ? null : "cancelled");
      expect(printStage({ submissions: submissionsOf(given), reasons: [] })).toBe(expected);
    }),
  );
});

test("what needs a person comes before where the order is", () => {
  const of = (code: AttentionCode) => printStage({ submissions: submissionsOf(["shipped"]), reasons: [reason(code)] });
  for (const code of ATTENTION_CODES) expect(of(code)).toBe(needsStaffAction(code) ? "attention" : "shipped");
});

test("a tag is no longer than Shopify's 40 characters, whatever prefix the settings take", () => {
  const { tagPrefix } = shopSettings.shape.inShopify.parse({ tagPrefix: "An extraordinary one" });
  const longest = shopSettings.shape.inShopify.safeParse({ tagPrefix: `${tagPrefix}s` });
  expect(longest.success).toBe(false);
  for (const stage of PRINT_STAGES) {
    const tag = statusTag({ tags: true, holds: false, tagPrefix }, stage);
    expect(tag.length).toBeLessThanOrEqual(40);
    expect(tag.startsWith(`${tagPrefix} `)).toBe(true);
  }
  for (const wrong of ["", " ", "a,b", " Print", "Print "])
    expect(shopSettings.shape.inShopify.safeParse({ tagPrefix: wrong }).success).toBe(false);
});

test("an order is held in Shopify for the most pressing reason that needs a person, and while nothing of it was sent", () => {
  const held = (given: SubmissionState[], ...reasons: ReturnType<typeof reason>[]) =>
    holdReason({ submissions: submissionsOf(given), reasons });
  expect(held(["waiting"], reason("awaiting_approval"), reason("unmapped_line"))).toBe("unmapped_line");
  expect(held(["rejected"], reason("awaiting_approval"))).toBe("awaiting_approval");
  expect(held(["waiting"], reason("risk_pending"))).toBeNull();
  // Shopify holds it already, or says when it is due.
  expect(held(["waiting"], reason("held_in_shopify"), reason("scheduled_in_shopify"))).toBeNull();
  expect(held(["waiting", "submitted"], reason("awaiting_approval"))).toBeNull();
  expect(held(["cancelled", "waiting"], reason("awaiting_approval", 1))).toBe("awaiting_approval");
  expect(held(["cancelled"], reason("awaiting_approval"))).toBeNull();
});
