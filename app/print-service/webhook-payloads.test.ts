import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePrintServiceWebhook } from "./webhook-payloads.ts";

const parseTracking = (body: Uint8Array) => parsePrintServiceWebhook("tracking", body);
const parseStatus = (body: Uint8Array) => parsePrintServiceWebhook("order-status", body);
const bytes = (body: unknown) => Buffer.from(typeof body === "string" ? body : JSON.stringify(body));

describe("tracking event", () => {
  it("is read in the domain's terms, with numbers as text and without extra fields", () => {
    const body = { order_id: 100200, tracking_number: 9400, tracking_url: "https://track.example/9400", carrier: "x" };
    expect(parseTracking(bytes(body))).toEqual({
      kind: "tracking",
      reference: "100200",
      trackingNumber: "9400",
      trackingUrl: "https://track.example/9400",
    });
  });

  it("has a number of any length as it was sent, in quotes or without", () => {
    const digits = fc.bigInt({ min: 1n, max: 10n ** 34n - 1n }).map(String);
    fc.assert(
      fc.property(digits, digits, fc.constantFrom("", '"'), (reference, trackingNumber, quote) => {
        const body = `{"order_id":${quote}${reference}${quote},"tracking_number": ${quote}${trackingNumber}${quote}}`;
        expect(parseTracking(bytes(body))).toMatchObject({ kind: "tracking", reference, trackingNumber });
      }),
    );
  });

  it("is read behind a byte order mark, and with bytes that are no UTF-8", () => {
    const body = Buffer.from('\ufeff{"order_id":"INK-1","tracking_number":"94?"}');
    body[body.indexOf("?")] = 0xff;
    expect(parseTracking(body)).toMatchObject({ kind: "tracking", reference: "INK-1", trackingNumber: "94\ufffd" });
  });

  it.each([" ", "\n", "\r\n\t", "\u00a0", "\ufeff"])("has the link without the %j around it", (blank) => {
    const body = { order_id: "INK-1", tracking_number: "9", tracking_url: `${blank}https://track.example/9${blank}` };
    expect(parseTracking(bytes(body))).toMatchObject({ trackingUrl: "https://track.example/9" });
  });

  it.each(["www.dhl.com/track?id=9", "//t.17track.net/en#nums=9", "\u200ehttps://track.example/9", "x".repeat(5000)])(
    "hands on the link %.30s: what is stored of it is decided with the parcel",
    (tracking_url) => {
      const body = { order_id: "INK-1", tracking_number: "9", tracking_url };
      expect(parseTracking(bytes(body))).toMatchObject({ trackingNumber: "9", trackingUrl: tracking_url });
    },
  );

  it.each([false, [], {}])("counts with its number where its link is %j", (tracking_url) => {
    const body = { order_id: "INK-1", tracking_number: "9", tracking_url };
    expect(parseTracking(bytes(body))).toMatchObject({ trackingNumber: "9", trackingUrl: "" });
  });

  it("has neither NUL nor half surrogates", () => {
    const body = { order_id: "INK-1\u0000", tracking_number: " 94\ud800 ", tracking_url: "" };
    expect(parseTracking(bytes(JSON.stringify(body)))).toEqual({
      kind: "tracking",
      reference: "INK-1",
      trackingNumber: "94\ufffd",
      trackingUrl: "",
    });
  });

  it.each([
    ["no reference", { tracking_number: "1" }, "unreadable:order_id"],
    ["an empty reference", { order_id: "" }, "unreadable:order_id"],
    ["a reference that is an object", { order_id: {} }, "unreadable:order_id"],
    [
      "a number of 300 characters",
      { order_id: "INK-1", tracking_number: "9".repeat(300) },
      "unreadable:tracking_number",
    ],
    ["a parcel that is a list", { order_id: "INK-1", trackings: [["9"]] }, "unreadable:trackings"],
    ["no object", [1], "unreadable:body"],
    ["no JSON", "{", "not_json"],
    ["nothing", "", "not_json"],
    ["too much", `"${"x".repeat(1_000_001)}"`, "too_large"],
    ["too deep", "[".repeat(100_000), "too_deep"],
  ])("%s is a problem", (_, body, problem) => {
    expect(parseTracking(bytes(body))).toEqual({ kind: "unreadable", problem });
  });
});

it.each(["#INK-1", " INK-1 ", "INK-1"])("an event about %j is about INK-1", (order_id) => {
  expect(parseTracking(bytes({ order_id, tracking_number: "9" }))).toMatchObject({ reference: "INK-1" });
  expect(parseStatus(bytes({ order_id, order_items: [] }))).toMatchObject({ reference: "INK-1" });
});

it.each([
  ["an empty list", { trackings: [] }, []],
  ["a text", { tracking: "9" }, []],
  ["a list with another number", { trackings: [null, { tracking_number: "8" }] }, ["8"]],
  ["numbered parcels", { trackings: { 0: { tracking_number: "8" }, 2: { tracking_number: "7" } } }, ["8", "7"]],
])("a number counts beside %s", (_, beside, others) => {
  const read = parseTracking(bytes({ order_id: "INK-1", tracking_number: "9", tracking_url: "", ...beside }));
  expect(read).toMatchObject({ kind: "tracking", trackingNumber: "9" });
  const further = read.kind === "tracking" ? (read.others ?? []) : [];
  expect(further.map(({ trackingNumber }) => trackingNumber)).toEqual(others);
});

describe("status event", () => {
  it.each([
    [["No such street", "no such city"], "No such street no such city"],
    [{ address: ["No such street"] }, "No such street"],
    [false, null],
    [[], null],
    [{}, null],
  ])("with the error %j counts", (message_error, messageError) => {
    const order_items = [{ item_sku: "A", order_status: "Not verify", message_error }];
    expect(parseStatus(bytes({ order_id: "INK-1", order_items }))).toMatchObject({ items: [{ messageError }] });
  });

  it("has each of the items that are numbered in place of a list", () => {
    const item = (item_sku: string) => ({ item_sku, order_status: "In production" });
    const order_items = { 1: item("A"), 3: item("B"), 4: null };
    expect(parseStatus(bytes({ order_id: "INK-1", order_items }))).toMatchObject({
      items: [{ itemSku: "A" }, { itemSku: "B" }],
    });
  });

  it("is read in our words", () => {
    const order_items = [
      { item_sku: "MUG-11OZ", order_status: "Not verify", message_error: "no such street" },
      { item_sku: "POSTER-A3", order_status: "In production", message_error: "" },
      { item_sku: 77, order_status: "In production" },
    ];
    expect(parseStatus(bytes({ order_id: "INK-1", order_items }))).toEqual({
      kind: "status",
      reference: "INK-1",
      items: [
        { itemSku: "MUG-11OZ", orderStatus: "Not verify", messageError: "no such street" },
        { itemSku: "POSTER-A3", orderStatus: "In production", messageError: null },
        { itemSku: "77", orderStatus: "In production", messageError: null },
      ],
    });
  });

  it("with one item in place of the array is about that item", () => {
    const order_items = { item_sku: "MUG-11OZ", order_status: "Not verify", message_error: "no such street" };
    expect(parseStatus(bytes({ order_id: "INK-1", order_items }))).toMatchObject({
      items: [{ itemSku: "MUG-11OZ", orderStatus: "Not verify", messageError: "no such street" }],
    });
    expect(parseStatus(bytes({ order_id: "INK-1", order_items: {} }))).toMatchObject({ items: [] });
  });

  it("takes null for no items", () => {
    expect(parseStatus(bytes({ order_id: "INK-1", order_items: null }))).toMatchObject({
      kind: "status",
      items: [],
    });
  });

  it("with more items than an order has is rejected before they are parsed", () => {
    expect(parseStatus(bytes(`{"order_id":"INK-1","order_items":[${"1,".repeat(490_000)}1]}`))).toEqual({
      kind: "unreadable",
      problem: "unreadable:order_items",
    });
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.uint8Array()), (body) => {
        const raw = typeof body === "string" ? Buffer.from(body) : body;
        expect(typeof parseStatus(raw).kind).toBe("string");
        expect(typeof parseTracking(raw).kind).toBe("string");
      }),
    );
  });
});
