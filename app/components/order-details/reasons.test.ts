import { describe, expect, it } from "vitest";
import {
  ATTENTION,
  ATTENTION_CODES,
  codesFoundBy,
  needsStaffAction,
  type AttentionCode,
} from "../../orders/core/attention.ts";
import type { Action } from "../../orders/actions/actions.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { PlannedWaitView } from "../../orders/pages/details/submission-view.ts";
import type { OrderLineId } from "../../ports/ids.ts";
import { idOf } from "../../../tests/support/ids.ts";
import {
  bannerButtons,
  changeIsLastHold,
  groupReasons,
  isHeld,
  nextReason,
  sendsOnceResolved,
  type BannerButton,
} from "./reasons.ts";
import { actionLabel } from "./action-copy.ts";

/** An open reason with everything that its code can offer. */
function reason(code: AttentionCode, changes: Partial<ReasonView> = {}): ReasonView {
  const { phase, message, fix, asks = null, actions = [], orderActions = [] } = ATTENTION[code];
  return {
    ...{ id: idOf(`${code} ${changes.about ?? ""}`), version: "1", code, phase, message, fix, asks },
    shipped: false,
    ...{ since: "2026-11-22T10:00:00Z", submissionId: idOf("s"), about: null, lineId: null },
    ...{ excludable: false, markable: false, productId: null, variantId: null, detail: {}, providerMessages: [] },
    actions: actions as readonly Action[] as Action[],
    orderActions: [...orderActions],
    ...changes,
  };
}

const nameOf = (button: BannerButton | null): string | null => {
  if (!button) return null;
  return "action" in button ? button.action : button.kind === "link" ? button.link.label : button.kind;
};

function buttonsOf(...reasons: ReasonView[]) {
  const [group] = groupReasons(reasons);
  if (!group) throw new Error("no reason");
  const { primary, others } = bannerButtons(group, "1001");
  return { primary: nameOf(primary), others: others.map(nameOf), fix: nextReason(group).fix };
}

describe("the next step of a banner", () => {
  it.each(ATTENTION_CODES)("never dismisses, prints again or confirms unseen: %s", (code) => {
    const { primary } = buttonsOf(reason(code));
    expect(["acknowledge", "resolve", "replace", "confirm_received", "confirm_not_received"]).not.toContain(primary);
  });

  it("exists for every problem that staff has to fix with a button or on a page", () => {
    const without = ATTENTION_CODES.filter(
      (code) => needsStaffAction(code) && buttonsOf(reason(code, { lineId: idOf("line") })).primary === null,
    );
    // A test order may stay as it is. Where Inkbridge itself failed, nothing on these pages fixes that.
    expect(without).toEqual(["test_order", "processing_failed"]);
  });

  it("for a custom item is a change of the item, which no mapping can be of", () => {
    const custom = reason("custom_item_unmapped", { lineId: idOf("line"), excludable: true });
    expect(buttonsOf(custom)).toMatchObject({ primary: "change", others: ["exclude_line"] });
  });

  it("for a text that isn't printed is to add it to the order's print note", () => {
    const unused = reason("details_unused", { lineId: idOf("line"), detail: { properties: ["Engraving"] } });
    const [group] = groupReasons([unused]);
    expect(group && bannerButtons(group, "1001").primary).toMatchObject({
      label: "Add text to print note…",
      addTexts: ["Engraving"],
    });
    expect(buttonsOf(unused).others).toEqual(["Go to settings", "print_without_details", "Review one by one"]);
  });

  it.each([
    ["cancelled_after_sent", "message", ["cancel_at_provider", "acknowledge", "compare"]],
    ["shipment_overdue", "message", ["acknowledge", "replace"]],
    ["payment_pending", "View in Shopify", ["send_unpaid"]],
    ["risk_high", "View in Shopify", ["approve"]],
    ["test_order", null, ["print_test_order", "Go to settings", "View in Shopify"]],
    ["details_unused", "Go to settings", ["print_without_details", "Review one by one"]],
    ["personalization_review", "approve_personalization", ["Review one by one", "View in Shopify"]],
    ["contact_missing", "Go to settings", ["View in Shopify", "change"]],
    ["change_outdated", "change", []],
    ["fulfilled_elsewhere", "print_fulfilled", ["resolve", "View in Shopify"]],
    ["uncertain", "look_up", ["confirm_received", "confirm_not_received"]],
    ["not_sent_yet", null, ["send_now"]],
  ] as const)("of %s is %s", (code, primary, others) => {
    expect(buttonsOf(reason(code))).toMatchObject({ primary, others });
  });
});

const IN_WINDOW: PlannedWaitView = { for: "edit_window", at: "2026-11-21T10:00:00.000Z", pausedUntil: null };

describe("an approval", () => {
  const labelIn = (waits: PlannedWaitView | null, action: Action, reasons: readonly ReasonView[]) => {
    const order = { reasons, submissions: [{ id: idOf("s"), waits }] };
    const sends = sendsOnceResolved(order, { action, submissionId: idOf("s") });
    return actionLabel(action, { sends, held: isHeld(reasons, idOf("s")) });
  };
  const labelOf = (action: Action, ...reasons: ReasonView[]) => labelIn(null, action, reasons);
  const [review, risk, note] = [reason("personalization_review"), reason("risk_high"), reason("order_note")];

  it("says that it sends the order where nothing else holds the order", () => {
    expect(labelOf("approve_personalization", review)).toBe("Approve and send");
    expect(labelOf("approve", risk, note)).toBe("Approve and send");
    expect(labelOf("release", reason("held_by_staff"))).toBe("Release and send");
  });

  it("promises no sending where another hold remains", () => {
    expect(labelOf("approve_personalization", review, risk)).toBe("Approve personalization");
    expect(labelOf("approve", review, risk)).toBe("Approve");
  });

  it("promises no sending while the edit window is open", () => {
    const inWindow = (action: Action, ...reasons: ReasonView[]) => labelIn(IN_WINDOW, action, reasons);
    expect(inWindow("approve_personalization", review)).toBe("Approve personalization");
    expect(inWindow("approve", risk, note)).toBe("Approve");
    expect(inWindow("release", reason("held_by_staff"))).toBe("Release order");
  });

  it("is not needed to put an order on hold, or to keep it there", () => {
    expect([labelOf("hold"), labelOf("hold", risk)]).toEqual(["Put on hold", "Keep on hold"]);
  });

  it("of an outdated change says so, too", () => {
    const outdated = reason("change_outdated", { lineId: idOf("line") });
    const isLast = (reasons: ReasonView[], line: OrderLineId | null, waits: PlannedWaitView | null = null) =>
      changeIsLastHold({ reasons, submissions: [{ id: idOf("s"), waits }] }, line);
    expect(isLast([outdated], idOf("line"))).toBe(true);
    expect(isLast([outdated], idOf("line"), IN_WINDOW)).toBe(false);
    expect(isLast([outdated, risk], idOf("line"))).toBe(false);
    expect(isLast([outdated], null)).toBe(false);
  });
});

describe("an address that the print service refused", () => {
  it("is corrected in Shopify first, and reported to the print service then", () => {
    expect(buttonsOf(reason("address_not_verified")).primary).toBe("View in Shopify");
    const both = buttonsOf(reason("address_not_verified"), reason("address_changed_after_sent"));
    expect(both).toEqual({
      primary: "message",
      others: ["View in Shopify", "replace", "acknowledge", "compare"],
      fix: ATTENTION.address_changed_after_sent.fix,
    });
  });
});

describe("an address that changed before the order shipped to the old one", () => {
  it("leads to the customer, to a reprint, and to the print service about the package", () => {
    const [group] = groupReasons([
      reason("address_changed_after_sent", { shipped: true, asks: "redirect", actions: [] }),
    ]);
    if (!group) throw new Error("no reason");
    const named = (mayReprint: boolean) => {
      const { primary, others } = bannerButtons(group, "1001", mayReprint);
      return [nameOf(primary), ...others.map(nameOf)];
    };
    const compare = "compare";
    expect(named(true)).toEqual(["reprint", "Contact customer in Shopify", "message", compare]);
    expect(named(false)).toEqual(["message", "Contact customer in Shopify", compare]);
  });
});

describe("what arose after sending", () => {
  it.each([...codesFoundBy("order_change"), "items_differ", "address_differs", "refund_at_provider"] as const)(
    "leads to what was sent beside what both sides show: %s",
    (code) => expect(buttonsOf(reason(code)).others).toContain("compare"),
  );
});

describe("reasons", () => {
  it("of one submission and one cause share a banner", () => {
    const codes = ["address_not_verified", "items_differ", "address_differs"] as const;
    const groups = groupReasons(codes.map((code) => reason(code)));
    expect(groups.map(({ reasons }) => reasons.map(({ code }) => code))).toEqual([
      ["address_not_verified", "address_differs"],
      ["items_differ"],
    ]);
  });

  it("of two submissions do not", () => {
    const other = reason("address_differs", { submissionId: idOf("other") });
    expect(groupReasons([reason("address_not_verified"), other])).toHaveLength(2);
  });

  it("of several lines share a banner, and offer the line's own buttons beside the line", () => {
    const line = (about: string) =>
      reason("artwork_missing", { about, lineId: idOf(about), excludable: true, productId: "7", variantId: "9" });
    const [group] = groupReasons([line("Tee"), line("Mug")]);
    expect(group?.reasons.map(({ about }) => about)).toEqual(["Tee", "Mug"]);
    expect(buttonsOf(line("Tee"), line("Mug"))).toMatchObject({ primary: "Edit mapping", others: [] });
    expect(buttonsOf(line("Tee"))).toMatchObject({ others: ["change", "exclude_line"] });
  });
});
