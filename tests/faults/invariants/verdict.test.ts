import { expect, it } from "vitest";
import type { Facts } from "../facts/facts.ts";
import { startTimeline } from "../content/timeline.ts";
import { verdictsOf } from "./verdict.ts";
import { CONTENT, shopifyOrder, healthyFacts, submissionRow } from "./healthy-facts.testing.ts";

const line = shopifyOrder().lines[0] ?? expect.fail();
const made = healthyFacts().providerOrders[0] ?? expect.fail();
const open = { fulfillments: [], mails: [], lines: [{ ...line, unfulfilled: 2 }] };
const withAttention = (...codes: string[]) => healthyFacts().orders.map((row) => ({ ...row, open: codes }));

const verdictFor = (over: Partial<Facts>) => {
  const [account] = verdictsOf(healthyFacts(over));
  return [account?.verdict, account?.printed];
};

it.each<[string, Partial<Facts>, [string, string]]>([
  ["all went well", {}, ["fulfilled", "once"]],
  [
    "a person is alerted to the cause",
    { providerOrders: [], shopifyOrders: [shopifyOrder(open)], orders: withAttention("unmapped_line") },
    ["held", "never"],
  ],
  ["nobody is alerted to the cause", { providerOrders: [], shopifyOrders: [shopifyOrder(open)] }, ["lost", "never"]],
  ["made, and not sent on", { shopifyOrders: [shopifyOrder(open)] }, ["unexplained", "once"]],
  [
    "cancelled before it was sent",
    { providerOrders: [], shopifyOrders: [shopifyOrder({ ...open, cancelled: true })] },
    ["cancelled", "never"],
  ],
  [
    "everything was taken out",
    {
      providerOrders: [],
      shopifyOrders: [shopifyOrder({ ...open, lines: [{ ...line, currentlyWanted: 0, unfulfilled: 0 }] })],
    },
    ["cancelled", "never"],
  ],
  [
    "nothing of it is ours",
    {
      providerOrders: [],
      shopifyOrders: [shopifyOrder({ ...open, lines: [{ ...line, itemSku: null, unfulfilled: 2 }] })],
    },
    ["excluded", "never"],
  ],
  [
    "another service got all of it",
    {
      providerOrders: [],
      shopifyOrders: [
        shopifyOrder({ ...open, lines: [{ ...line, unfulfilled: 0, atService: startTimeline(2, new Date(0)) }] }),
      ],
    },
    ["excluded", "never"],
  ],
  [
    "another service got some of it",
    {
      providerOrders: [],
      shopifyOrders: [
        shopifyOrder({ ...open, lines: [{ ...line, unfulfilled: 1, atService: startTimeline(1, new Date(0)) }] }),
      ],
    },
    ["lost", "never"],
  ],
  [
    "erased and bought before",
    {
      providerOrders: [],
      shopifyOrders: [shopifyOrder(open)],
      orders: healthyFacts().orders.map((row) => ({ ...row, ignoredReason: "redacted" })),
    },
    ["ignored", "never"],
  ],
  [
    "made, and stopped by the printer",
    { shopifyOrders: [shopifyOrder(open)], providerOrders: [{ ...made, stopped: true, numbers: [] }] },
    ["at the printer", "once"],
  ],
  [
    "the merchant has left for good",
    { providerOrders: [], shopifyOrders: [shopifyOrder({ ...open, uninstalledForGood: true })] },
    ["ignored", "never"],
  ],
  [
    "made again, since staff asked for it",
    {
      providerOrders: [made, { ...made, reference: "1001-CCCC", items: [{ ...CONTENT, quantity: 1 }], numbers: [] }],
      shopifyOrders: [shopifyOrder({ reprints: 1, lines: [{ ...line, reprinted: 1 }] })],
    },
    ["fulfilled", "once"],
  ],
  [
    "asked for again, and not made",
    { shopifyOrders: [shopifyOrder({ reprints: 1, lines: [{ ...line, reprinted: 1 }] })] },
    ["lost", "once"],
  ],
  [
    "made again, and not all of it made before",
    {
      providerOrders: [
        { ...made, items: [{ ...CONTENT, quantity: 1 }] },
        { ...made, reference: "1001-CCCC", items: [{ ...CONTENT, quantity: 1 }], numbers: [] },
      ],
      shopifyOrders: [shopifyOrder({ reprints: 1, lines: [{ ...line, unfulfilled: 2, reprinted: 1 }] })],
    },
    ["lost", "once"],
  ],
  ["made twice", { providerOrders: [made, made] }, ["fulfilled", "more"]],
])("%s", (_name, over, expected) => {
  expect(verdictFor(over)).toEqual(expected);
});

it("does not count what a person had replaced", () => {
  const replacement = submissionRow({ id: "sub-2", reference: "1001-BBBB" });
  const submissions = [submissionRow({ replaced: true }), replacement];
  expect(verdictFor({ submissions, providerOrders: [made, { ...made, reference: "1001-BBBB" }] })).toEqual([
    "fulfilled",
    "once",
  ]);
});
