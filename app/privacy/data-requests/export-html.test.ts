import { expect, test } from "vitest";
import { htmlOf } from "./export-html.ts";

test("a file for a customer holds every value, readable, and runs nothing that somebody wrote into an order", () => {
  const html = htmlOf("Order <b>", {
    shippingAddress: { address1: `1 "Elm" Road`, address2: "", company: null },
    personalization: [{ name: "Name", value: "<script>alert('x')</script>" }],
    practiceAccount: false,
    sentAt: new Date("2026-11-21T09:00:00.123Z"),
    history: [],
  });
  expect(html).toContain("<h2>Order &lt;b&gt;</h2>");
  expect(html).toContain('<dt class="group">Shipping address</dt>');
  expect(html).toContain("<dt>Address 1</dt>");
  expect(html).toContain("1 &quot;Elm&quot; Road");
  expect(html).toContain("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;");
  expect(html).toContain("2026-11-21 09:00:00");
  expect(html).toContain("<dt>Practice account</dt><dd>No</dd>");
  expect(html).not.toMatch(/Address 2|Company|History|<script/);
});

test("the text of a webhook is folded away", () => {
  expect(htmlOf("Order", { content: "x".repeat(5_000) })).toContain("<details><summary>Show</summary>");
  expect(htmlOf("Order", { content: "a short note" })).not.toContain("<details>");
});
