import type { ItemContent } from "../content/line-content.ts";
import { startTimeline } from "../content/timeline.ts";
import type {
  ShopifyOrderFacts,
  Facts,
  JobFacts,
  ProviderWriteRow,
  ServiceOrderFacts,
  SubmissionRow,
} from "../facts/facts.ts";

const at = (second: number) => new Date(Date.UTC(2026, 5, 1, 12, 0, second));

export const CONTENT: ItemContent = {
  itemSku: "TEE",
  artworkFront: "https://art.example/front.png",
  artworkBack: "",
  mockup: "",
  note: "ADA 7",
};
export const RECIPIENT = { shipping_name: "Ada Quillfeather", shipping_address1: "12 Elm Road" };

/** An order that went well: bought, made once, fulfilled once. */
export function shopifyOrder(over: Partial<ShopifyOrderFacts> = {}): ShopifyOrderFacts {
  return {
    key: "o1",
    shop: "one.myshopify.com",
    gid: "gid://shopify/Order/1",
    cancelled: false,
    uninstalledForGood: false,
    createdBeforeReinstall: false,
    fulfillmentResolved: false,
    lines: [
      {
        gid: "line-1",
        itemSku: "TEE",
        leftOut: false,
        reprinted: 0,
        maxWanted: 2,
        limits: startTimeline<number | null>(null, at(0)),
        atService: startTimeline(0, at(0)),
        currentlyWanted: 2,
        unfulfilled: 0,
        contents: startTimeline<ItemContent | null>(CONTENT, at(0)),
        words: [],
      },
    ],
    recipients: startTimeline(RECIPIENT, at(0)),
    methods: startTimeline<number | null>(null, at(0)),
    words: [],
    given: [],
    reprints: 0,
    fulfillments: [
      {
        id: "f1",
        live: true,
        byApp: true,
        location: "here",
        numbers: ["TRK1"],
        lines: [{ lineGid: "line-1", quantity: 2 }],
        ofService: false,
      },
    ],
    mails: [{ fulfillmentId: "f1", kind: "shipping_confirmation", numbers: ["TRK1"] }],
    printTags: ["Print: fulfilled"],
    heldForPerson: false,
    markedAtService: [],
    ...over,
  };
}

/** The job of a run that ended well. */
export const jobFacts = (over: Partial<JobFacts> = {}): JobFacts => ({
  queue: "submission",
  id: "1",
  state: "completed",
  data: { ids: ["01a2b3c4-0000-7000-8000-000000000001"], run: "01a2b3c4-0000-7000-8000-000000000002" },
  failedReason: null,
  stack: "",
  delayMs: 0,
  ...over,
});

export function submissionRow(over: Partial<SubmissionRow> = {}): SubmissionRow {
  return {
    id: "sub-1",
    shop: "one.myshopify.com",
    orderGid: "gid://shopify/Order/1",
    reference: "1001-AAAA",
    kind: "first",
    state: "fulfilled",
    replaced: false,
    claimed: false,
    lookupClaimed: false,
    lines: [{ lineGid: "line-1", itemSku: "TEE", quantity: 2, fulfilled: 2 }],
    attempts: [{ number: 1, startedAt: at(0), endedAt: at(1), outcome: "accepted", failed: false }],
    listScans: [],
    deniedAt: [],
    confirmedAbsentAt: [],
    moves: [
      { from: "waiting", to: "ready" },
      { from: "ready", to: "submitting" },
      { from: "submitting", to: "submitted" },
      { from: "submitted", to: "shipped" },
      { from: "shipped", to: "fulfilled" },
    ],
    parcels: [{ number: "TRK1", state: "fulfilled", label: false, claimed: false, writes: [] }],
    openWrite: null,
    ...over,
  };
}

/** An order of the service that was paid for automatically, once. */
export const serviceOrder = (over: Partial<ServiceOrderFacts> = {}): ServiceOrderFacts => ({
  ...{ id: "P1", payments: 1, charged: "21.06", refunded: false, unpaid: false, cancelled: false },
  ...over,
});

/** Its payment. */
export const providerWrite = (over: Partial<ProviderWriteRow> = {}): ProviderWriteRow => ({
  ...{ shop: "one.myshopify.com", reference: "1001-AAAA", serviceOrderId: "P1", kind: "pay" },
  ...{ isAutomatic: true, day: "2026-06-01", isOpen: false },
  ...over,
});

/** Facts of a run in which all went well: no invariant finds anything in it. */
export function healthyFacts(over: Partial<Facts> = {}): Facts {
  return {
    shopifyOrders: [shopifyOrder()],
    providerOrders: [
      {
        reference: "1001-AAAA",
        account: "one@press.example",
        orderKey: "o1",
        at: at(1),
        recipient: RECIPIENT,
        method: null,
        items: [{ ...CONTENT, quantity: 2 }],
        numbers: ["TRK1"],
        stopped: false,
        parts: [serviceOrder()],
      },
    ],
    createCalls: [{ reference: "1001-AAAA" }],
    webhooks: [{ id: "hook-1", shop: "one.myshopify.com", topic: "orders/create", acknowledged: true }],
    providerEvents: [{ account: "one@press.example", reference: "1001-AAAA", number: "TRK1", acknowledged: true }],
    forgedRequests: [{ what: "a webhook, one byte off", marker: "forged-1", status: 401 }],
    unreadableIds: [],
    orders: [
      { shop: "one.myshopify.com", gid: "gid://shopify/Order/1", ignoredReason: null, redacted: false, open: [] },
    ],
    submissions: [submissionRow()],
    providerWrites: [providerWrite()],
    paymentLimits: [{ shop: "one.myshopify.com", perDay: "40" }],
    deliveries: [
      {
        id: "d1",
        source: "shopify",
        scope: "one.myshopify.com",
        deliveryId: "hook-1",
        state: "done",
        tries: 0,
        awaitsAccess: false,
      },
      {
        id: "d2",
        source: "print_service",
        scope: "one@press.example",
        deliveryId: "d2",
        state: "done",
        tries: 0,
        awaitsAccess: false,
      },
    ],
    unpaidInSilence: [],
    unsettled: [],
    texts: [{ where: "the log", text: "all is well" }],
    secrets: [{ what: "a name", word: "Quillfeather" }],
    bounds: [{ what: "attempts of a submission", measured: 1, limit: 10 }],
    catalog: {
      mappings: [{ key: "shirt", wanted: "TEE", stored: "TEE" }],
      leftByRule: [],
      savedByRule: [{ key: "shirt", times: 1 }],
      unfinished: [],
      heldWithoutChange: [],
    },
    jobs: [jobFacts()],
    providerLagMs: 3_000,
    refusesRepeats: false,
    erased: [{ shop: "left.myshopify.com", left: 0 }],
    accounts: [{ shop: "one.myshopify.com", account: "one@press.example" }],
    pauses: [{ shop: "one.myshopify.com", periods: [{ value: null, from: at(10), until: at(40) }] }],
    ...over,
  };
}
