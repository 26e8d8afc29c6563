// @vitest-environment jsdom
import { renderView } from "../common/render-view.testing.ts";
import { createElement } from "react";
import { expect, it } from "vitest";
import { idOf } from "../../../tests/support/ids.ts";
import type { RecipientNow } from "../../orders/pages/details/live-snapshot.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { ShopProvider } from "../common/shop-context.tsx";
import type { PageShop } from "../../shops/page-shop.ts";
import { CustomerCard, needsShopify } from "./customer-card.tsx";

const RECIPIENT = {
  ...{ name: "Ada Buyer", email: "ada@buyers.example", phone: "+15035550142", address1: "12 Elm Road", address2: "" },
  ...{ city: "Louisville", zip: "40202", province: "Kentucky", provinceCode: "KY" },
  ...{ country: "United States", countryCode: "US" },
};

/** An order of which nothing can be sent yet, as of one whose items aren't mapped. */
function unmapped(changes: Partial<OrderDetails> = {}, submission: Partial<SubmissionView> = {}): OrderDetails {
  const waiting = { id: idOf("submission"), state: "waiting", replaced: false, content: null, contentErasedAt: null };
  const submissions = [{ ...waiting, ...submission }] as SubmissionView[];
  return {
    number: "1001",
    reasons: [],
    shippingTitle: "Express",
    erased: false,
    change: null,
    submissions,
    ...changes,
  } as OrderDetails;
}

function shown(page: OrderDetails, inShopify: RecipientNow["current"] | undefined) {
  const card = createElement(CustomerCard, { page, inShopify });
  const view = renderView(createElement(ShopProvider, { value: { timezone: "UTC" } as PageShop }, card));
  const text = view.container.textContent;
  view.close();
  return { text, asks: needsShopify(page) };
}

it("the customer card of an order whose items aren't mapped shows the address in Shopify", () => {
  const { asks, text } = shown(unmapped(), { status: "read", recipient: RECIPIENT });
  expect(asks).toBe(true);
  for (const part of ["Ada Buyer", "In Shopify now", "12 Elm Road", "Express"]) expect(text).toContain(part);
  expect(text).not.toContain("complete");
});

it("the customer card says that there is no address only where Shopify has none", () => {
  expect(shown(unmapped(), { status: "none" }).text).toContain("The order has no shipping address.");
  expect(shown(unmapped(), undefined).text).not.toContain("address.");
});

it.each([
  ["on request", unmapped({ erased: true }), "The customer's personal data was erased"],
  ["by age", unmapped({}, { contentErasedAt: "2026-11-21T09:00:00Z" }), "Erased on Nov 21"],
])("the customer card shows nothing of Shopify's where the data was erased %s", (_how, page, text) => {
  expect(shown(page, undefined)).toEqual({ asks: false, text: expect.stringContaining(text) as string });
});

it("the customer card calls a shipping service by its name, and by its code where that is not known", () => {
  const content = { ...RECIPIENT, method: "SVC_DHL" } as SubmissionView["content"];
  const submission = { content, kind: "first", submittedAt: null, otherRecipient: null } as Partial<SubmissionView>;
  const named = shown(unmapped({}, { ...submission, serviceName: "DHL Express" }), undefined).text;
  expect(named).toContain("DHL Express");
  expect(named).not.toContain("SVC_DHL");
  expect(shown(unmapped({}, { ...submission, serviceName: null }), undefined).text).toContain("SVC_DHL");
});
