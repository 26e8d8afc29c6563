import { describe, expect, it } from "vitest";
import type { Facts } from "../facts/facts.ts";
import {
  CONTENT,
  healthyFacts,
  jobFacts,
  providerWrite,
  serviceOrder,
  shopifyOrder,
  submissionRow,
} from "./healthy-facts.testing.ts";
import { INVARIANTS } from "./invariants.ts";

const at = (second: number) => new Date(Date.UTC(2026, 5, 1, 12, 0, second));
const providerOrder = healthyFacts().providerOrders[0] ?? expect.fail();
const webhook = healthyFacts().webhooks[0] ?? expect.fail();
const fulfillment = shopifyOrder().fulfillments[0] ?? expect.fail();
const line = shopifyOrder().lines[0] ?? expect.fail();
const attempt = { startedAt: at(0), endedAt: at(1), failed: false };
const uncertain = { ...attempt, number: 1, outcome: "uncertain", failed: true };
const again = { number: 2, startedAt: at(20), endedAt: at(21), outcome: "accepted", failed: false };
const listScan = (second: number, laterOrderSecond: number, showsEarlierOrder = true) => ({
  at: at(second),
  laterOrdersSentAt: [at(laterOrderSecond)],
  showsEarlierOrder,
});
const sentTwice = (over: object) => ({ submissions: [submissionRow({ attempts: [uncertain, again], ...over })] });

const paused = (from: Date, until: Date | null) => ({
  pauses: [{ shop: submissionRow().shop, periods: [{ value: null, from, until }] }],
});

/** What became of the order at the service; the healthy one was paid for there. */
const atService = (...parts: Parameters<typeof serviceOrder>[0][]): Partial<Facts> => ({
  providerOrders: [{ ...providerOrder, parts: parts.map((part) => serviceOrder(part)) }],
});
const unshipped = { fulfillments: [], lines: [{ ...line, unfulfilled: 2 }] };
const canceledInShopify = (open: string[]): Partial<Facts> => ({
  shopifyOrders: [shopifyOrder({ ...unshipped, cancelled: true })],
  orders: healthyFacts().orders.map((row) => ({ ...row, open })),
});
const cancellation = providerWrite({ kind: "cancel" });

/** Each row: the invariant that has to fail, what happened, and the facts that show it. */
const VIOLATIONS: [number, string, Partial<Facts>][] = [
  [1, "an acknowledged webhook is not there", { webhooks: [{ ...webhook, id: "gone" }] }],
  [1, "an acknowledged event is not there", { deliveries: healthyFacts().deliveries.slice(0, 1) }],
  [1, "an acknowledged parcel is not there", { submissions: [submissionRow({ parcels: [] })] }],
  [2, "a reference made twice", { providerOrders: [providerOrder, providerOrder] }],
  [
    2,
    "two references for the same shirts",
    { providerOrders: [providerOrder, { ...providerOrder, reference: "1001-BBBB" }] },
  ],
  [2, "an order of nobody", { providerOrders: [{ ...providerOrder, reference: "1001-CCCC" }] }],
  [
    3,
    "an order that nobody knows",
    {
      providerOrders: [],
      orders: [],
      shopifyOrders: [shopifyOrder({ fulfillments: [], lines: [{ ...line, unfulfilled: 2 }] })],
    },
  ],
  [
    3,
    "printed and not fulfilled, and nobody is alerted",
    { shopifyOrders: [shopifyOrder({ fulfillments: [], lines: [{ ...line, unfulfilled: 2 }] })] },
  ],
  [
    3,
    "a parcel that stands nowhere",
    { shopifyOrders: [shopifyOrder({ fulfillments: [{ ...fulfillment, numbers: [] }] })] },
  ],
  [3, "an order unpaid for days in silence", { unpaidInSilence: ["1001-AAAA"] }],
  [3, "no rest", { unsettled: ["one submission is due"] }],
  [
    3,
    "a delivery never handled",
    { deliveries: healthyFacts().deliveries.map((row) => ({ ...row, state: "waiting" })) },
  ],
  [
    3,
    "a delivery set aside that can be read",
    { deliveries: healthyFacts().deliveries.map((row) => ({ ...row, state: "dead_letter" })) },
  ],
  [4, "a create without a claim", { createCalls: [...healthyFacts().createCalls, { reference: "1001-AAAA" }] }],
  [4, "a create of nobody", { createCalls: [{ reference: "X-YZ" }] }],
  [5, "sent again without any proof", sentTwice({})],
  [5, "sent again after one list scan", sentTwice({ listScans: [listScan(10, 5)] })],
  [5, "sent again after two list scans in a moment", sentTwice({ listScans: [listScan(10, 5), listScan(11, 5)] })],
  [
    5,
    "sent again after list scans without a later order",
    sentTwice({ listScans: [listScan(10, 0), listScan(15, 0)] }),
  ],
  [
    5,
    "sent again after list scans without an earlier order",
    sentTwice({ listScans: [listScan(5, 3), listScan(10, 3, false)] }),
  ],
  [5, "sent again after list scans that came too soon", sentTwice({ listScans: [listScan(2, 1), listScan(3, 2)] })],
  [
    6,
    "two attempts in the air",
    {
      submissions: [
        submissionRow({ attempts: [1, 2].map((number) => ({ ...attempt, number, endedAt: null, outcome: null })) }),
      ],
    },
  ],
  [
    6,
    "two attempts accepted",
    {
      submissions: [submissionRow({ attempts: [1, 2].map((number) => ({ ...attempt, number, outcome: "accepted" })) })],
    },
  ],
  [6, "a claim that outlives its state", { submissions: [submissionRow({ claimed: true })] }],
  [6, "a lookup's claim that outlives its state", { submissions: [submissionRow({ lookupClaimed: true })] }],
  [
    6,
    "a parcel's claim that outlives its state",
    {
      submissions: [
        submissionRow({ parcels: [{ number: "TRK1", state: "fulfilled", label: false, claimed: true, writes: [] }] }),
      ],
    },
  ],
  [7, "a state taken back", { submissions: [submissionRow({ moves: [{ from: "shipped", to: "submitted" }] })] }],
  [7, "a history with a hole", { submissions: [submissionRow({ moves: submissionRow().moves.slice(1) })] }],
  [
    7,
    "a parcel of something that did not ship",
    { submissions: [submissionRow({ state: "submitted", moves: submissionRow().moves.slice(0, 3) })] },
  ],
  [
    8,
    "a parcel on two fulfillments",
    { shopifyOrders: [shopifyOrder({ fulfillments: [fulfillment, { ...fulfillment, id: "f2" }] })] },
  ],
  [
    8,
    "a parcel on another order",
    { shopifyOrders: [shopifyOrder({ key: "o2" }), shopifyOrder({ fulfillments: [] })] },
  ],
  [
    8,
    "two e-mails for one parcel",
    { shopifyOrders: [shopifyOrder({ mails: [...shopifyOrder().mails, ...shopifyOrder().mails] })] },
  ],
  [8, "more fulfilled than ordered", { shopifyOrders: [shopifyOrder({ lines: [{ ...line, maxWanted: 1 }] })] }],
  [8, "more fulfilled than made", { providerOrders: [{ ...providerOrder, items: [{ ...CONTENT, quantity: 1 }] }] }],
  [
    8,
    "goods of another service fulfilled",
    { shopifyOrders: [shopifyOrder({ fulfillments: [{ ...fulfillment, ofService: true }] })] },
  ],
  [
    8,
    "another service's goods marked as in progress",
    { shopifyOrders: [shopifyOrder({ markedAtService: ["fo-1"] })] },
  ],
  [
    8,
    "less counted than fulfilled",
    { submissions: [submissionRow({ lines: submissionRow().lines.map((row) => ({ ...row, fulfilled: 1 })) })] },
  ],
  [9, "a forged webhook was taken", { forgedRequests: [{ what: "a webhook", marker: "forged-1", status: 200 }] }],
  [9, "a forged webhook left its id", { forgedRequests: [{ what: "a webhook", marker: "hook-1", status: 401 }] }],
  [9, "a forged event left a parcel", { forgedRequests: [{ what: "an event", marker: "TRK1", status: null }] }],
  [
    10,
    "an order under another shop",
    {
      orders: healthyFacts().orders.map((row) => ({ ...row, shop: "two.myshopify.com" })),
      submissions: [submissionRow({ shop: "two.myshopify.com", attempts: [] })],
    },
  ],
  [10, "sent by another shop", { submissions: [submissionRow({ shop: "two.myshopify.com" })] }],
  [10, "made on another's account", { providerOrders: [{ ...providerOrder, account: "two@press.example" }] }],
  [10, "made for nobody", { providerOrders: [{ ...providerOrder, orderKey: null }] }],
  [11, "a name in the log", { texts: [{ where: "the log", text: "for Ada Quillfeather" }] }],
  [12, "a bound passed", { bounds: [{ what: "attempts", measured: 11, limit: 10 }] }],
  [13, "an order of an erased shop", { erased: [{ shop: "left.myshopify.com", left: 1 }] }],
  [14, "another note", { providerOrders: [{ ...providerOrder, items: [{ ...CONTENT, note: "ADA", quantity: 2 }] }] }],
  [15, "a job that is active at rest", { jobs: [jobFacts({ state: "active" })] }],
  [15, "a wake-up that nobody took", { jobs: [jobFacts({ state: "waiting" })] }],
  [15, "a job that failed without a reason", { jobs: [jobFacts({ state: "failed" })] }],
  [15, "a reason in words", { jobs: [jobFacts({ state: "failed", failedReason: "12 Elm Road: unknown" })] }],
  [15, "a stack", { jobs: [jobFacts({ state: "failed", failedReason: "TypeError", stack: "at x" })] }],
  [15, "a delayed job without a time", { jobs: [jobFacts({ state: "delayed" })] }],
  [15, "more than ids", { jobs: [jobFacts({ data: { ...(jobFacts().data as object), name: "Ada" } })] }],
  [15, "a text for an id", { jobs: [jobFacts({ data: { ids: ["Ada"] } })] }],
  [15, "more than is kept", { jobs: Array.from({ length: 1_001 }, () => jobFacts()) }],
  [
    16,
    "a bulk edit that left a mapping out",
    { catalog: { ...healthyFacts().catalog, mappings: [{ key: "shirt", wanted: "NEW", stored: "OLD" }] } },
  ],
  [16, "a rule carried out twice", { catalog: { ...healthyFacts().catalog, savedByRule: [{ key: "mug", times: 2 }] } }],
  [16, "a rule that left a variant out", { catalog: { ...healthyFacts().catalog, leftByRule: ["mug is unchanged"] } }],
  [16, "a bulk edit that never ended", { catalog: { ...healthyFacts().catalog, unfinished: ["a bulk edit"] } }],
  [16, "an order held for nothing", { catalog: { ...healthyFacts().catalog, heldWithoutChange: ["#1001"] } }],
  [17, "an order claimed in a pause", paused(at(-60), at(60))],
  [17, "an order claimed in a pause without an end", paused(at(-60), null)],
  [18, "two tags of an order", { shopifyOrders: [shopifyOrder({ printTags: ["Print: waiting", "Print: shipped"] })] }],
  [18, "a hold on what was sent", { shopifyOrders: [shopifyOrder({ heldForPerson: true })] }],
  [19, "an order paid for twice", atService({ payments: 2 })],
  [19, "an order paid for without a claim", { providerWrites: [] }],
  [19, "an order paid for under the claim of a cancellation", { providerWrites: [cancellation] }],
  [20, "a wanted order that was canceled", { ...atService({ cancelled: true }), providerWrites: [cancellation] }],
  [20, "an order canceled without a claim", { ...atService({ cancelled: true }), ...canceledInShopify([]) }],
  [21, "an order paid for that was canceled in Shopify", canceledInShopify([])],
  [22, "more paid on a day than allowed", { paymentLimits: [{ shop: "one.myshopify.com", perDay: "21.05" }] }],
  [22, "paid automatically in a shop that does not", { paymentLimits: [] }],
  [
    22,
    "two orders on one day that are too much together",
    {
      ...atService({}, { id: "P2" }),
      providerWrites: [providerWrite(), providerWrite({ serviceOrderId: "P2" })],
    },
  ],
  [23, "a payment that stays open", { providerWrites: [providerWrite({ isOpen: true })] }],
  [23, "a payment that stays planned", { submissions: [submissionRow({ openWrite: "pay" })] }],
  [23, "a wanted order unpaid in silence", atService({ payments: 0, charged: "0", unpaid: true })],
];

const violations = (number: number, facts: Facts) =>
  INVARIANTS.filter((one) => one.number === number).flatMap((one) => one.check(facts).violations);

describe("the invariants", () => {
  it("find nothing where all is well, and look at something each", () => {
    for (const { number, check } of INVARIANTS) {
      const { count, violations } = check(healthyFacts());
      expect([number, violations]).toEqual([number, []]);
      // In a run without trouble nothing is ever sent twice: that one has nothing to look at.
      if (number !== 5) expect([number, count > 0]).toEqual([number, true]);
    }
  });

  it.each(VIOLATIONS)("%i finds: %s", (number, _what, over) => {
    expect(violations(number, healthyFacts(over)).length).toBeGreaterThan(0);
  });

  it("are numbered, and each is shown to fail", () => {
    expect(INVARIANTS.map((one) => one.number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
    ]);
    expect(new Set(VIOLATIONS.map(([number]) => number)).size).toBe(23);
  });

  it("let a job be delayed, and fail with a code", () => {
    const jobs = [
      jobFacts({ state: "delayed", delayMs: 60_000 }),
      jobFacts({ state: "failed", failedReason: "create not_processed HTTP 503" }),
      jobFacts({ state: "failed", failedReason: "worker_lost" }),
      jobFacts({ state: "failed", failedReason: "create rejected HTTP 422, UnavailableError" }),
    ];
    expect(violations(15, healthyFacts({ jobs }))).toEqual([]);
  });

  it("take two list scans with later orders, or a person's word, for proof", () => {
    expect(violations(5, healthyFacts(sentTwice({ listScans: [listScan(5, 3), listScan(10, 3)] })))).toEqual([]);
    expect(violations(5, healthyFacts(sentTwice({ confirmedAbsentAt: [at(10)] })))).toEqual([]);
  });

  it("take a denial of the detail between the attempts for enough, where the service refuses to make an order twice, only", () => {
    const repeated = (minute: number) => sentTwice({ deniedAt: [at(minute)] });
    expect(violations(5, healthyFacts({ ...repeated(10), refusesRepeats: true }))).toEqual([]);
    expect(violations(5, healthyFacts(repeated(10)))).toHaveLength(1);
    expect(violations(5, healthyFacts({ ...sentTwice({}), refusesRepeats: true }))).toHaveLength(1);
    expect(violations(5, healthyFacts({ ...repeated(0), refusesRepeats: true }))).toHaveLength(1);
  });

  it("do not ask after the rows of a shop that was erased", () => {
    const bought = [shopifyOrder({ uninstalledForGood: true })];
    expect(violations(2, healthyFacts({ shopifyOrders: bought, submissions: [] }))).toEqual([]);
    expect(violations(4, healthyFacts({ shopifyOrders: bought, submissions: [] }))).toEqual([]);
  });

  it("let a delivery wait for access to the shop of a merchant who left without a word, only", () => {
    const deliveries = healthyFacts().deliveries.map((row) => ({ ...row, state: "waiting", awaitsAccess: true }));
    const [shopify = expect.fail()] = deliveries;
    const shopifyOrders = [shopifyOrder({ uninstalledForGood: true })];
    expect(violations(3, healthyFacts({ shopifyOrders, deliveries: [shopify] }))).toEqual([]);
    expect(violations(3, healthyFacts({ deliveries: [shopify] }))).not.toEqual([]);
    const told = [{ ...shopify, awaitsAccess: false }];
    expect(violations(3, healthyFacts({ shopifyOrders, deliveries: told }))).not.toEqual([]);
  });

  it("let an order be canceled at the service that nobody wants, and its state with it", () => {
    const canceled = {
      ...canceledInShopify([]),
      ...atService({ refunded: true, cancelled: true }),
      providerWrites: [providerWrite(), cancellation],
      submissions: [
        submissionRow({
          ...{ state: "cancelled", parcels: [] },
          moves: [...submissionRow().moves.slice(0, 3), { from: "submitted", to: "cancelled" }],
        }),
      ],
    };
    for (const number of [2, 3, 7, 20, 21])
      expect([number, violations(number, healthyFacts(canceled))]).toEqual([number, []]);
    // Nobody takes a state back that the service did not.
    expect(violations(7, healthyFacts({ ...canceled, ...atService({}) }))).not.toEqual([]);
  });

  it("let an order be paid for that is canceled in Shopify, where somebody is told, or that has shipped before", () => {
    expect(violations(21, healthyFacts(canceledInShopify(["cancelled_after_sent"])))).toEqual([]);
    expect(violations(21, healthyFacts({ shopifyOrders: [shopifyOrder({ cancelled: true })] }))).toEqual([]);
  });

  it("let payments of two days, and those of a person, exceed a day's limit together", () => {
    const both = atService({}, { id: "P2" });
    for (const other of [{ day: "2026-06-02" }, { isAutomatic: false }]) {
      const providerWrites = [providerWrite(), providerWrite({ serviceOrderId: "P2", ...other })];
      expect(violations(22, healthyFacts({ ...both, providerWrites }))).toEqual([]);
    }
  });

  it("let a wanted order stay unpaid where somebody is told", () => {
    const unpaid = atService({ payments: 0, charged: "0", unpaid: true });
    const orders = healthyFacts().orders.map((row) => ({ ...row, open: ["payment_due_at_provider"] }));
    expect(violations(23, healthyFacts({ ...unpaid, orders }))).toEqual([]);
  });

  it("let a parcel stand once for each location that its goods leave from", () => {
    const half = { ...fulfillment, lines: [{ lineGid: "line-1", quantity: 1 }] };
    const bought = [shopifyOrder({ fulfillments: [half, { ...half, id: "f2", location: "there" }] })];
    expect(violations(8, healthyFacts({ shopifyOrders: bought }))).toEqual([]);
  });
});
