import { describe, expect, it } from "vitest";
import type { ClaimView } from "../../orders/pages/details/claim-views.ts";
import { idOf } from "../../../tests/support/ids.ts";
import { claimMessage, customerMessage } from "./claim-copy.ts";

const claim = (over: Partial<ClaimView> = {}): ClaimView => ({
  ...{ id: idOf("c"), version: 0, kind: "damaged", state: "open", submissionId: idOf("s"), answer: null },
  ...{ trackingNumber: null, openedAt: "", openedBy: null, askedAt: null, answeredAt: null, answeredBy: null },
  ...{ closedAt: null, description: "The seam is open.", answerText: "", photos: [], reprint: null },
  lines: [{ lineId: idOf("l"), title: "Fox shirt, Black / M", quantity: 2 }],
  ...over,
});
const submission = {
  ...{ reference: "1001-ABC", serviceOrderId: "S-9", storeName: null },
  parcels: ["T-1", "T-2"].map((trackingNumber) => ({ trackingNumber })),
  items: [{ lineId: idOf("l"), itemSku: "TEE-BLACK-M" }],
} as unknown as Parameters<typeof claimMessage>[0]["submission"];

describe("the message to the print service", () => {
  it("has all that support needs to find the order, and both packages where none is named", () => {
    expect(claimMessage({ claim: claim({ photos: [idOf("1"), idOf("2")] }), submission, shopName: "Fox Goods" })).toBe(
      [
        "Hello,\n",
        "Our customer reports that the following items arrived damaged. Please tell us whether you print them again or refund them.\n",
        "Order: 1001-ABC\nYour order number: S-9\nTracking number: T-1\nTracking number: T-2\n",
        "Items:\n- 2 × TEE-BLACK-M (Fox shirt, Black / M)\n",
        "What happened: The seam is open.\n",
        "Attached: 2 photos\n",
        "Thank you,\nFox Goods",
      ].join("\n"),
    );
  });

  it("names the package that the claim is about", () => {
    const text = claimMessage({ claim: claim({ trackingNumber: "T-2" }), submission, shopName: "" });
    expect([text.includes("T-1"), text.includes("T-2"), text.includes("Attached")]).toEqual([false, true, false]);
  });
});

describe("the message to the customer", () => {
  const promise = "We're printing these items again";
  it.each([
    ["no reprint", null, false],
    ["a reprint that stands", { reference: "R", state: "submitted" as const }, true],
    ["a reprint that was canceled", { reference: "R", state: "cancelled" as const }, false],
  ])("with %s promises nothing else", (_, reprint, promised) => {
    const text = customerMessage(claim({ reprint, answer: "refund" }), "#1001", "Fox Goods");
    expect([text.includes(promise), text.includes("refund"), text.includes("- 2 × Fox shirt")]).toEqual([
      ...[promised, false, true],
    ]);
  });
});
