import { describe, expect, it } from "vitest";
import { gid, line, settings, snapshot } from "../../../tests/support/order-fixtures.ts";
import type { LineSnapshot, OrderSnapshot } from "../../ports/order-model.ts";
import type { Rule } from "../../settings/rules.ts";
import { findHolds, type HoldInput, isOtherVariant } from "./find-holds.ts";
import fc from "fast-check";

const NO_NOTE = { note: "", used: [], changed: false, writtenByStaff: false };

const input = (over: Partial<HoldInput> = {}): HoldInput => ({
  snapshot: snapshot(),
  lines: [line()],
  settings: settings(),
  contentOf: () => ({ note: NO_NOTE, links: null }),
  paymentKind: null,
  printAccount: "ok",
  installed: true,
  printFulfilled: false,
  erased: false,
  undecidedOrphans: null,
  cancelledAtProvider: null,
  decisions: { sending: undefined, method: undefined, held: [], decided: [] },
  hash: (value) => `hash(${value.length})`,
  ...over,
});
const codes = (over: Partial<HoldInput>) => findHolds(input(over)).map((hold) => hold.code);

it("has no hold for a paid, assessed order of a connected shop", () => expect(findHolds(input())).toEqual([]));

describe("an approval", () => {
  const rule = (id: string, what: "hold" | "never_send" | "add_note"): Rule => ({
    ...{ id, name: id, on: true, match: "all", conditions: [] },
    action: what === "add_note" ? { do: what, note: "x" } : { do: what },
  });
  const asked = (hold: Rule | null, held: Rule[], approval = "automatic") => {
    const sending = hold ? { rule: hold, isJudged: true } : undefined;
    const decisions = { sending, method: undefined, held, decided: [] };
    return findHolds(input({ decisions, settings: settings({ approval }) }));
  };
  const hold = rule("Large", "hold");
  const never = rule("Never", "never_send");

  it("counts for the rules that ask for it, and for none that asks later", () => {
    expect(asked(null, [])).toEqual([]);
    expect(asked(hold, [])).toMatchObject([{ code: "awaiting_approval", basis: "Large", detail: { rule: "Large" } }]);
    expect(asked(hold, [never])).toMatchObject([{ basis: "Large Never", detail: { rule: "Large, Never" } }]);
    expect(asked(null, [never, rule("Care", "add_note")])).toMatchObject([
      { basis: "Care Never", detail: { rule: "Never, Care", undecided: "add_note" } },
    ]);
  });

  it("of every order counts for a rule that would hold it, and not for one that nobody can judge", () => {
    expect(asked(hold, [], "manual")).toMatchObject([{ code: "awaiting_approval", basis: "" }]);
    expect(asked(hold, [never], "manual")).toMatchObject([{ basis: "Never" }]);
  });
});

describe("the note of an order", () => {
  const note = (over: Partial<OrderSnapshot>, stored: Record<string, unknown> = { orderNotes: "hold" }) =>
    findHolds(input({ snapshot: snapshot(over), settings: settings(stored), hash: (value) => value }));

  it("holds nothing unless the settings say so", () => {
    const over = { note: "Please gift wrap, no invoice", attributes: [{ name: "Gift", value: "Yes" }] };
    expect(note(over, {})).toEqual([]);
    expect(note({ note: " \n" })).toEqual([]);
  });

  it("is read by staff, and read again once it is another one", () => {
    const [held] = note({ note: "Please gift wrap, no invoice" });
    expect(held).toMatchObject({ code: "order_note", subject: "", detail: { attributes: [] } });
    expect(note({ note: "Please gift wrap" })[0]?.basis).not.toBe(held?.basis);
  });

  it("and the cart attributes that the settings name, with their names alone", () => {
    const attributes = [
      { name: "gift message ", value: "For Ada" },
      { name: "utm_source", value: "mail" },
      { name: "Gift message", value: " " },
    ];
    const [held, ...others] = note({ note: "Unread", attributes }, { attributesToReview: ["Gift message"] });
    expect(others).toEqual([]);
    expect(held).toMatchObject({ code: "order_note", detail: { attributes: ["gift message "] } });
    expect(held?.basis).not.toContain("Unread");
    expect(note({ attributes: attributes.slice(1) }, { attributesToReview: ["Gift message"] })).toEqual([]);
  });
});

it("holds a customer's order on a practice account, and takes what nobody waits for", () => {
  const held = (over: Parameters<typeof snapshot>[0]) => codes({ printAccount: "practice", snapshot: snapshot(over) });
  expect(held({})).toEqual(["practice_account"]);
  expect(held({ test: true })).toEqual([]);
  expect(held({ developmentStore: true })).toEqual([]);
  // A webhook cannot tell: the order is read before it is sent.
  expect(held({ developmentStore: null, complete: false })).toEqual([]);
});

describe("payment", () => {
  it.each(["pending", "authorized", "partially_paid", "voided", "expired", null, "something_new"])(
    "holds %s",
    (status) => {
      expect(codes({ snapshot: snapshot({ financialStatus: status }) })).toEqual(["payment_pending"]);
    },
  );
  it.each(["paid", "partially_refunded"])("does not hold %s", (status) => {
    expect(codes({ snapshot: snapshot({ financialStatus: status }) })).toEqual([]);
  });
  it("that was refunded in full, while items are still to be sent, is for staff to decide", () => {
    const refunded = snapshot({ financialStatus: "refunded" });
    const payment = { authorized: "right_away", cash_on_delivery: "right_away" } as const;
    expect(findHolds(input({ snapshot: refunded, settings: settings({ payment }) }))).toMatchObject([
      { code: "payment_refunded", detail: { financialStatus: "refunded" } },
    ]);
    const fulfilled = [line({ quantity: 1, remaining: 0 })];
    expect(codes({ snapshot: refunded, lines: fulfilled })).toEqual([]);
    expect(codes({ snapshot: refunded, lines: fulfilled, printFulfilled: true })).toEqual(["payment_refunded"]);
  });
});

describe("a payment that is still to come", () => {
  const holds = (financialStatus: string, paymentKind: HoldInput["paymentKind"], payment: object) =>
    codes({ snapshot: snapshot({ financialStatus }), paymentKind, settings: settings({ payment }) });

  it.each([
    ["authorized", null, "authorized"],
    ["pending", "cash_on_delivery", "cash_on_delivery"],
    ["pending", "net_terms", "net_terms"],
    ["pending", "pay_later", "pay_later"],
    ["partially_paid", "cash_on_delivery", "cash_on_delivery"],
    ["partially_paid", "net_terms", "net_terms"],
    ["partially_paid", "pay_later", "pay_later"],
  ] as const)("%s, %s: the setting of its kind decides", (status, kind, key) => {
    expect(holds(status, kind, {})).toEqual(["payment_pending"]);
    expect(holds(status, kind, { [key]: "after_approval" })).toEqual(["payment_approval"]);
    expect(holds(status, kind, { [key]: "right_away" })).toEqual([]);
  });

  it("of another kind waits for the payment, whatever the settings say of the others", () => {
    const all = {
      authorized: "right_away",
      cash_on_delivery: "right_away",
      net_terms: "right_away",
      pay_later: "right_away",
    };
    expect(holds("pending", null, all)).toEqual(["payment_pending"]);
    expect(holds("voided", "cash_on_delivery", all)).toEqual(["payment_pending"]);
    expect(holds("partially_paid", null, all)).toEqual(["payment_pending"]);
    expect(holds("expired", "net_terms", all)).toEqual(["payment_pending"]);
  });

  it("is approved as it is: another status needs another approval", () => {
    const basis = (financialStatus: string) => findHolds(input({ snapshot: snapshot({ financialStatus }) }))[0]?.basis;
    expect(basis("authorized")).not.toBe(basis("expired"));
  });
});

describe("a test order", () => {
  const test = snapshot({ test: true });
  it("is held, unless the shop's print account is one for tests", () => {
    expect(codes({ snapshot: test })).toEqual(["test_order"]);
    expect(codes({ snapshot: test, settings: settings({ testOrders: "print" }) })).toEqual([]);
  });
});

it.each(["pickup", "local_delivery"] as const)("holds an item for %s, line by line", (delivery) => {
  const other = line({ gid: gid("LineItem", 7), delivery });
  expect(findHolds(input({ lines: [line(), other, line({ delivery: null })] }))).toEqual([
    { code: "not_by_parcel", subject: other.gid, basis: delivery, detail: { delivery } },
  ]);
});

describe("risk and holds in Shopify", () => {
  it.each([
    ["high", ["risk_high"]],
    ["pending", ["risk_pending"]],
    ["medium", []],
    ["low", []],
    ["unknown", []],
  ] as const)("%s: %j", (risk, expected) => expect(codes({ snapshot: snapshot({ risk }) })).toEqual(expected));

  it("holds an order of which an item to be sent is on hold there, or due on a later date", () => {
    const other = (blockedBy: LineSnapshot["blockedBy"]) => [line(), line({ gid: gid("LineItem", 7), blockedBy })];
    expect(codes({ lines: other("hold") })).toEqual(["held_in_shopify"]);
    expect(codes({ lines: other("schedule") })).toEqual(["scheduled_in_shopify"]);
    expect(codes({ lines: other(null) })).toEqual([]);
  });
});

it("holds for the shop's own state", () => {
  expect(codes({ printAccount: "none" })).toEqual(["no_print_account"]);
  expect(codes({ printAccount: "rejected" })).toEqual(["print_account_rejected"]);
  expect(codes({ installed: false })).toEqual(["shop_uninstalled"]);
  expect(codes({ erased: true })).toEqual(["personal_data_erased"]);
  expect(codes({ settings: settings({ approval: "manual" }) })).toEqual(["awaiting_approval"]);
});

describe("personalization", () => {
  const stored = { personalizationProperties: ["Name on shirt", "Number"] };
  const personal = (value: string) => line({ gid: gid("LineItem", 7), properties: [{ name: "name on shirt", value }] });
  const found = (value: string, note: object, rules: object = {}) =>
    findHolds(
      input({
        settings: settings({ ...stored, ...rules }),
        lines: [line(), personal(value)],
        contentOf: () => ({ note: { ...NO_NOTE, ...note }, links: null }),
      }),
    );
  const printed = { note: "the name", used: ["NAME on shirt"] };

  it("is reviewed line by line, and the hold contains no value", () => {
    expect(found("Zo\u00eb", printed)).toEqual([
      {
        code: "personalization_review",
        subject: gid("LineItem", 7),
        basis: expect.stringMatching(/^hash/),
        detail: { properties: ["Name on shirt"] },
      },
    ]);
    expect(found(" ", printed)).toEqual([]);
  });

  it("is reviewed again when the text changes", () => {
    const basis = (value: string) => found(value, printed)[0]?.basis;
    expect(basis("Ada")).toBe(basis("Ada"));
    expect(basis("Ada")).not.toBe(basis("Adam"));
  });

  it.each([{}, { unusedProperties: "ignore" }, { ignoredProperties: ["Name on shirt"] }])(
    "to review that reaches neither note nor artwork is no review, but a text that is left out, with the settings %j",
    (rules) => {
      expect(found("Ada", {}, rules)).toMatchObject([
        { code: "details_unused", subject: gid("LineItem", 7), detail: { properties: ["Name on shirt"] } },
      ]);
    },
  );

  it("to review that is a link to artwork is printed", () => {
    const rules = { artworkProperties: { front: ["Name on shirt"], back: [], mockup: [] } };
    expect(found("https://art.example/a.png", {}, rules)).toMatchObject([{ code: "personalization_review" }]);
  });

  it("is reviewed with the note that staff wrote, since only a person can tell whether the text is in it", () => {
    const note = { note: "Back: Ada", writtenByStaff: true };
    expect(found("Ada", note)).toMatchObject([{ code: "personalization_review" }]);
    expect(found("Ada", note, { personalizationProperties: [] })).toMatchObject([
      { code: "personalization_review", detail: { properties: ["name on shirt"] } },
    ]);
    expect(found("Ada", note, { personalizationProperties: [], unusedProperties: "ignore" })).toEqual([]);
  });
});

const title = fc.option(fc.string());
const change = fc.constantFrom("deleted" as const, "options" as const, "details" as const, null);

it("an item with the title of the mapped variant is printed, whatever became of the variant", () => {
  fc.assert(
    fc.property(fc.string(), change, (mappedTitle, variantChange) => {
      const item = { variantTitle: ` ${mappedTitle.toUpperCase()}` };
      fc.pre(mappedTitle.toUpperCase().toLowerCase() === mappedTitle.toLowerCase());
      expect(isOtherVariant(item, { mappedTitle, variantChange })).toBe(false);
    }),
  );
});

it("only a changed option value makes another title another variant", () => {
  fc.assert(
    fc.property(title, title, change, (variantTitle, mappedTitle, variantChange) => {
      const other = isOtherVariant({ variantTitle }, { mappedTitle, variantChange });
      expect(other && variantChange !== "options").toBe(false);
    }),
  );
});

it.each([
  ["Navy / M", "Black / M", true],
  ["black / m", "Black / M", false],
  [null, "Default Title", false],
  ["Black", "Default Title", true],
  [null, null, false],
])("an item %s, mapped as %s, is another: %s", (variantTitle, mappedTitle, other) =>
  expect(isOtherVariant({ variantTitle }, { mappedTitle, variantChange: "options" })).toBe(other),
);
