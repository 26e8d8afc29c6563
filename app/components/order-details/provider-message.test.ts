import { describe, expect, it } from "vitest";
import { ATTENTION, ATTENTION_CODES, type AttentionCode } from "../../orders/core/attention.ts";
import type { LineView } from "../../orders/pages/details/line-views.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { ContentView, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { idOf } from "../../../tests/support/ids.ts";
import { mailtoLink } from "../common/provider-message-copy.ts";
import { providerMessage } from "./provider-message.tsx";

const content: ContentView = {
  name: "Ada Buyer",
  email: "ada@buyers.example",
  phone: "+15035550142",
  address1: "12 Elm Road",
  address2: "",
  city: "Louisville",
  zip: "40202",
  province: "Kentucky",
  provinceCode: "KY",
  country: "United States",
  countryCode: "US",
  method: null,
};
const item = { itemSku: "TEE", quantity: 3, title: "Tee, Black", lineId: idOf("line"), orderStatus: null };

function message(
  code: AttentionCode,
  parts: { current?: ContentView; submission?: object; others?: object[]; shipped?: boolean } = {},
) {
  const submission = {
    ...{ id: idOf("s"), reference: "1001-ABC", state: "submitted", kind: "first", replaced: false, replaces: null },
    ...{ serviceOrderId: "P-77", storeName: "Fox store", submittedAt: "2026-11-22T10:00:00Z" },
    ...{ providerUpdatedAt: "2026-11-22 05:00:01", content, otherRecipient: null, items: [item] },
    ...parts.submission,
  } as unknown as SubmissionView;
  const asks = parts.shipped ? ATTENTION[code].afterShipping?.asks : ATTENTION[code].asks;
  const reason = { code, asks, detail: {}, providerMessages: ["Street not found"] } as unknown as ReasonView;
  return providerMessage({
    page: {
      submissions: [submission, ...((parts.others ?? []) as SubmissionView[])],
      lines: [{ id: idOf("line"), quantity: 1 } as unknown as LineView],
    },
    ...{ subject: reason, submission, current: parts.current ?? content, shopName: "Fox shop" },
    formatTime: () => "November 22, 2026 at 5:00 AM EST",
  });
}

describe("the message to the print service", () => {
  it("asks something, and names order and items, wherever only the print service can help", () => {
    const asking = ATTENTION_CODES.filter((code) => ATTENTION[code].asks);
    expect(asking.length).toBeGreaterThan(10);
    for (const code of asking) {
      expect(message(code)).toMatch(/^Hello,\n\nPlease /);
      expect(message(code)).toContain("Order: 1001-ABC\nYour order number: P-77\nStore: Fox store\nSent: November 22");
      expect(message(code)).toContain("- 3 × TEE (Tee, Black)");
    }
  });

  it("stops a canceled order without naming the customer", () => {
    expect(message("cancelled_after_sent")).toContain("Please stop this order.");
    expect(message("cancelled_after_sent")).not.toMatch(/Ada|Elm Road|40202/);
  });

  it("sends the new address beside the old one", () => {
    const text = message("address_changed_after_sent", { current: { ...content, address1: "9 Oak Street" } });
    expect(text).toContain("Ship to:\nAda Buyer\n9 Oak Street\n");
    expect(text).toContain("Address we sent:\nAda Buyer\n12 Elm Road\n");
  });

  it("does not call an unchanged address new", () => {
    const text = message("address_not_verified");
    expect(text).toContain("Please check the address of this order");
    expect(text).toContain("Your message: “Street not found”");
    expect(text.split("12 Elm Road")).toHaveLength(2);
  });

  it("cancels only the items that are no longer ordered", () => {
    expect(message("reduced_after_sent")).toContain("Items to cancel:\n- 2 × TEE (Tee, Black)");
  });

  it("names both orders of which one is to be stopped", () => {
    const others = [{ id: idOf("other"), reference: "1001-NEW", replaces: "1001-ABC", items: [], state: "submitted" }];
    expect(message("printed_after_replaced", { others })).toContain("Order: 1001-ABC\nOther order: 1001-NEW");
  });

  it("no longer asks to stop or to change what has shipped, and names the package", () => {
    const sent = { parcels: [{ trackingNumber: "TRACK-1" }] };
    const cancelled = message("cancelled_after_sent", { shipped: true, submission: sent });
    expect(cancelled).toContain("Please tell us whether you refund this order.");
    expect(cancelled).toContain("Tracking number: TRACK-1");
    const current = { ...content, address1: "9 Oak Street" };
    const moved = message("address_changed_after_sent", { shipped: true, submission: sent, current });
    expect(moved).toContain("can be redirected to the following address.");
    expect(moved).toContain("Ship to:\nAda Buyer\n9 Oak Street\n");
  });

  it("has only the reference in its link", () => {
    expect(mailtoLink("help@print.example", ["1001-ABC"])).toBe("mailto:help%40print.example?subject=Order%201001-ABC");
  });
});
