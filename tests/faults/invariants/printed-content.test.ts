import { describe, expect, it } from "vitest";
import { beginChange, startTimeline } from "../content/timeline.ts";
import type { ItemContent } from "../content/line-content.ts";
import type { NeededWord, ProviderOrderFacts, ShopifyLine, ShopifyOrderFacts } from "../facts/facts.ts";
import { CONTENT, healthyFacts, RECIPIENT, shopifyOrder } from "./healthy-facts.testing.ts";
import { contentErrors } from "./printed-content.ts";
import { verdictsOf } from "./verdict.ts";

const at = (second: number) => new Date(Date.UTC(2026, 5, 1, 12, 0, second));
const made = (over: Partial<ProviderOrderFacts> = {}): ProviderOrderFacts => ({
  ...(healthyFacts().providerOrders[0] ?? expect.fail()),
  at: at(60),
  ...over,
});
const item = (over: Partial<ItemContent>) => [{ ...CONTENT, ...over, quantity: 2 }];
const withLine = (over: Partial<ShopifyLine>): ShopifyOrderFacts => {
  const [line] = shopifyOrder().lines;
  return shopifyOrder({ lines: [{ ...(line ?? expect.fail()), ...over }] });
};

/** A value that changed in this second. */
function changed<T>(before: T, after: T, second: number) {
  const timeline = startTimeline(before, at(0));
  beginChange(timeline, after, at(second))(at(second));
  return timeline;
}

it("finds nothing where the service has what the merchant saw", () => {
  expect(contentErrors(shopifyOrder(), made())).toEqual([]);
});

it.each<[string, Partial<ProviderOrderFacts>]>([
  ["another SKU", { items: item({ itemSku: "TEE-XL" }) }],
  ["another front", { items: item({ artworkFront: "https://art.example/other.png" }) }],
  ["a back that nobody ordered", { items: item({ artworkBack: "https://art.example/back.png" }) }],
  ["another mockup", { items: item({ mockup: "https://art.example/mockup.png" }) }],
  ["no note", { items: item({ note: "" }) }],
  ["another street", { recipient: { ...RECIPIENT, shipping_address1: "14 Elm Road" } }],
  ["another method", { method: 1 }],
  ["more of one content than ordered", { items: [...item({}), ...item({})] }],
])("finds %s", (_what, over) => {
  expect(contentErrors(shopifyOrder(), made(over))).toHaveLength(1);
});

it("finds more than staff wanted printed, and nothing to print of what staff withholds", () => {
  const limited = withLine({ limits: changed<number | null>(null, 1, 10), unfulfilled: 0 });
  const one = made({ items: [{ ...CONTENT, quantity: 1 }] });
  expect(contentErrors(limited, made())).toEqual(["1001-AAAA: " + `2 of ${JSON.stringify(CONTENT)}, 1 wanted at most`]);
  expect(contentErrors(limited, one)).toEqual([]);
  const withdrawn = withLine({ limits: changed<number | null>(1, null, 10) });
  expect(contentErrors(withdrawn, made())).toEqual([]);
  const verdict = (order: ShopifyOrderFacts, provider: ProviderOrderFacts) =>
    verdictsOf(healthyFacts({ shopifyOrders: [order], providerOrders: [provider] }))[0]?.printed;
  expect(verdict(limited, made())).toBe("more");
  expect(verdict(limited, one)).toBe("once");
});

it("finds more than the merchant had not given to another service by then", () => {
  const given = (second: number) => withLine({ atService: changed(0, 1, second), unfulfilled: 0 });
  expect(contentErrors(given(10), made())).toHaveLength(1);
  expect(contentErrors(given(59), made())).toEqual([]);
  expect(contentErrors(given(10), made({ items: [{ ...CONTENT, quantity: 1 }] }))).toEqual([]);
});

describe("an edit", () => {
  const corrected = { ...RECIPIENT, shipping_address1: "14 Elm Road" };
  const editedAt = (second: number) => shopifyOrder({ recipients: changed(RECIPIENT, corrected, second) });

  it("counts from when the app had to read it; while it races the create call, both contents are right", () => {
    expect(contentErrors(editedAt(10), made())).toHaveLength(1);
    expect(contentErrors(editedAt(59), made())).toEqual([]);
    expect(contentErrors(editedAt(59), made({ recipient: corrected }))).toEqual([]);
    expect(contentErrors(editedAt(10), made({ recipient: corrected }))).toEqual([]);
  });

  it("of a mapping counts in the same way, and so does a line that staff left out", () => {
    const contents = changed<ItemContent | null>(
      CONTENT,
      { ...CONTENT, artworkFront: "https://art.example/2.png" },
      10,
    );
    expect(contentErrors(withLine({ contents }), made())).toHaveLength(1);
    expect(contentErrors(withLine({ contents: changed<ItemContent | null>(CONTENT, null, 10) }), made())).toHaveLength(
      1,
    );
    expect(contentErrors(withLine({ contents: changed<ItemContent | null>(CONTENT, null, 55) }), made())).toEqual([]);
  });
});

describe("the word of a person", () => {
  const word = (basis: string): NeededWord => ({ approvals: ["approve_personalization"], basis });
  const given = (second: number) => [{ value: "approve_personalization", from: at(second), until: at(second) }];

  it("has to be given before, and for this content", () => {
    const words = [startTimeline<NeededWord | null>(word("ANNA"), at(0))];
    expect(contentErrors({ ...withLine({ words }) }, made())).toHaveLength(1);
    expect(contentErrors({ ...withLine({ words }), given: given(30) }, made())).toEqual([]);
    expect(contentErrors({ ...withLine({ words }), given: given(70) }, made())).toHaveLength(1);
    const otherText = [changed<NeededWord | null>(word("ANNA"), word("BERTA"), 35)];
    expect(contentErrors({ ...withLine({ words: otherText }), given: given(30) }, made())).toHaveLength(1);
  });

  it("counts for what was shown at each click until one was answered", () => {
    const words = [changed<NeededWord | null>(word("ANNA"), word("BERTA"), 35)];
    const clicked = (until: Date | null) => [{ value: "approve_personalization", from: at(30), until }];
    expect(contentErrors({ ...withLine({ words }), given: clicked(at(33)) }, made())).toHaveLength(1);
    expect(contentErrors({ ...withLine({ words }), given: clicked(at(36)) }, made())).toEqual([]);
    expect(contentErrors({ ...withLine({ words }), given: clicked(null) }, made())).toEqual([]);
  });

  it("is not needed once the reason is gone", () => {
    const unpaid = changed<NeededWord | null>({ approvals: ["send_unpaid"], basis: "PENDING" }, null, 50);
    expect(contentErrors(shopifyOrder({ words: [unpaid] }), made())).toEqual([]);
    expect(contentErrors(shopifyOrder({ words: [unpaid] }), made({ at: at(40) }))).toHaveLength(1);
  });
});

it("allows what is released and printed before the page says so", () => {
  const held = startTimeline<NeededWord | null>({ approvals: [], basis: "held by staff" }, at(0));
  expect(contentErrors(shopifyOrder({ words: [held] }), made())).toHaveLength(1);
  beginChange(held, null, at(59))(at(62));
  expect(contentErrors(shopifyOrder({ words: [held] }), made())).toEqual([]);
});

it("is on the verdict of the order", () => {
  const [verdict] = verdictsOf(healthyFacts({ providerOrders: [made({ items: item({ note: "ADA" }) })] }));
  expect(verdict).toMatchObject({ verdict: "fulfilled", printed: "once" });
  expect(verdict?.printedWrongly).toHaveLength(1);
});
