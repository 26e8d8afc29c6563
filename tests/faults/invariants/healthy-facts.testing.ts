import type { Bought, Facts, SubmissionRow } from "../facts/facts.ts";

const at = (second: number) => new Date(Date.UTC(2026, 5, 1, 12, 0, second));

/** An order that went well: bought, made once, fulfilled once. */
export function boughtOrder(over: Partial<Bought> = {}): Bought {
  return {
    key: "o1",
    shop: "one.myshopify.com",
    gid: "gid://shopify/Order/1",
    cancelled: false,
    appGone: false,
    beforeReturn: false,
    lines: [{ gid: "line-1", itemSku: "TEE", most: 2, now: 2, unfulfilled: 0 }],
    fulfilments: [
      {
        id: "f1",
        live: true,
        byApp: true,
        location: "here",
        numbers: ["TRK1"],
        lines: [{ lineGid: "line-1", quantity: 2 }],
      },
    ],
    mails: [{ fulfilmentId: "f1", kind: "shipping_confirmation", numbers: ["TRK1"] }],
    ...over,
  };
}

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
    lines: [{ lineGid: "line-1", itemSku: "TEE", quantity: 2, fulfilled: 2 }],
    attempts: [{ number: 1, startedAt: at(0), endedAt: at(1), outcome: "accepted", vain: false }],
    walks: [],
    personSaidAbsent: [],
    moves: [
      { from: "draft", to: "ready" },
      { from: "ready", to: "submitting" },
      { from: "submitting", to: "submitted" },
      { from: "submitted", to: "shipped" },
      { from: "shipped", to: "fulfilled" },
    ],
    parcels: [{ number: "TRK1", state: "fulfilled", claimed: false, writes: [] }],
    ...over,
  };
}

/** Facts of a run in which all went well: no invariant finds anything in it. */
export function healthy(over: Partial<Facts> = {}): Facts {
  return {
    bought: [boughtOrder()],
    made: [
      {
        reference: "1001-AAAA",
        account: "one@press.example",
        for: "o1",
        items: [{ itemSku: "TEE", quantity: 2 }],
        numbers: ["TRK1"],
        stopped: false,
      },
    ],
    creates: [{ reference: "1001-AAAA" }],
    hooks: [{ id: "hook-1", shop: "one.myshopify.com", topic: "orders/create", acknowledged: true }],
    events: [{ account: "one@press.example", reference: "1001-AAAA", number: "TRK1", acknowledged: true }],
    forged: [{ what: "a webhook, one byte off", marker: "forged-1", status: 401 }],
    unreadable: [],
    orders: [{ shop: "one.myshopify.com", gid: "gid://shopify/Order/1", leftAlone: null, redacted: false, open: [] }],
    submissions: [submissionRow()],
    deliveries: [
      {
        id: "d1",
        source: "shopify",
        scope: "one.myshopify.com",
        deliveryId: "hook-1",
        state: "done",
        attempts: 0,
      },
      {
        id: "d2",
        source: "print_service",
        scope: "one@press.example",
        deliveryId: "d2",
        state: "done",
        attempts: 0,
      },
    ],
    restless: [],
    texts: [{ where: "the log", text: "all is well" }],
    secrets: [{ what: "a name", word: "Quillfeather" }],
    bounds: [{ what: "attempts of a submission", measured: 1, most: 10 }],
    quietPeriodMs: 3_000,
    erased: [{ shop: "left.myshopify.com", left: 0 }],
    accounts: [{ shop: "one.myshopify.com", account: "one@press.example" }],
    ...over,
  };
}
