import { describe, expect, it } from "vitest";
import { address, line, mapping, settings, snapshot } from "../../../tests/support/order-fixtures.ts";
import { idOf } from "../../../tests/support/ids.ts";
import type { ChangedField, LineSnapshot, OrderSnapshot } from "../../ports/order-model.ts";
import type { ChangedValues } from "../core/order-change.ts";
import {
  findChangeHolds,
  forReprint,
  givenOfLine,
  givenOfOrder,
  isChangeUsable,
  outdatedFields,
  seenBasis,
  type CurrentChange,
  type GivenValues,
} from "./current-changes.ts";

const SETTINGS = settings();
const hash = (value: string) => `hash of ${value}`;
const lineGiven = (over: Partial<LineSnapshot> = {}, given = mapping()) =>
  givenOfLine({ snapshot: line(over), given }, snapshot(), SETTINGS, hash);
const orderGiven = (over: Partial<OrderSnapshot> = {}, values: ChangedValues = {}) =>
  givenOfOrder(snapshot(over), [], values, SETTINGS, hash);

/** A change that staff made while this was given. */
function changed(values: ChangedValues, { basis }: GivenValues, erased = false): CurrentChange {
  const at = new Date("2026-11-21T09:00:00Z");
  const untouched = { orderLineId: null, userId: null, contentEncrypted: null, endedAt: null };
  const unwritten = { withheld: 0, addressWrite: null, addressWriteAt: null };
  const row = { id: idOf("c1"), orderId: idOf("o1"), createdAt: at, ...untouched, ...unwritten };
  const fields = Object.keys(values) as ChangedField[];
  return { row: { ...row, fields, basis }, values: erased ? {} : values, erased, sentBefore: 0 };
}

describe("a change of staff", () => {
  it("is not outdated while what it was made from is given", () => {
    expect(outdatedFields(changed({ note: "Fold twice" }, lineGiven()), lineGiven({ title: "Renamed" }))).toEqual([]);
  });

  it("is outdated once another value is given", () => {
    const change = changed({ artworkFront: "https://art.example/mine.png", note: "Fold" }, lineGiven());
    const now = lineGiven({}, mapping({ artworkFront: "https://art.example/new.png" }));
    expect(outdatedFields(change, now)).toEqual(["artworkFront"]);
    expect(seenBasis(change, now)).not.toBe(seenBasis(change, lineGiven()));
  });

  it("is not outdated where the value that is given now is the one that staff wanted", () => {
    const change = changed({ email: "new@shop.example" }, orderGiven());
    expect(outdatedFields(change, orderGiven({ email: "new@shop.example" }))).toEqual([]);
    expect(outdatedFields(change, orderGiven({ email: "third@shop.example" }))).toEqual(["email"]);
  });

  it("of a quantity is outdated by any other quantity, also by the one that staff wanted", () => {
    const change = changed({ quantity: 1 }, lineGiven({ quantity: 2 }));
    expect(outdatedFields(change, lineGiven({ quantity: 1 }))).toEqual(["quantity"]);
  });

  it("keeps its order from being sent unseen", () => {
    const facts = { snapshot: snapshot(), settings: SETTINGS, hash };
    const changedLine = (change: CurrentChange) => [{ snapshot: line({ quantity: 3 }), given: mapping(), change }];
    const outdated = changed({ quantity: 1 }, lineGiven({ quantity: 2 }));
    expect(findChangeHolds({ ...facts, ofOrder: undefined, lines: changedLine(outdated) })).toMatchObject([
      { code: "change_outdated", subject: line().gid, detail: { changeId: "c1", changed: ["quantity"] } },
    ]);
    const erased = changed({ note: "Fold" }, lineGiven(), true);
    expect(findChangeHolds({ ...facts, ofOrder: erased, lines: [] })).toMatchObject([
      { code: "change_outdated", subject: "", basis: "erased" },
    ]);
    const current = changed({ note: "Fold" }, lineGiven({ quantity: 3 }));
    expect(findChangeHolds({ ...facts, ofOrder: undefined, lines: changedLine(current) })).toEqual([]);
  });
});

describe("an order with a change can be sent", () => {
  const faster = changed({ method: 2 }, orderGiven());
  it.each<[string, boolean, CurrentChange | undefined, OrderSnapshot]>([
    ["where there is none", true, undefined, snapshot()],
    ["to a country with the chosen shipping", true, faster, snapshot()],
    ["to no country without it", false, faster, snapshot({ shippingAddress: address({ countryCode: "FR" }) })],
    ["not once its content is erased", false, changed({ note: "Fold" }, lineGiven(), true), snapshot()],
  ])("%s: %s", (_name, usable, change, shown) => expect(isChangeUsable(change, shown)).toBe(usable));
});

it("a reprint has the values that staff changed, and a quantity of its own", () => {
  const change = changed({ quantity: 1, note: "Fold" }, lineGiven({ quantity: 2 }));
  const { values, row } = forReprint({ ofOrder: undefined, ofLine: () => change }).ofLine(idOf("l1")) ?? {};
  expect(values).toEqual({ note: "Fold" });
  expect(row?.fields).toEqual(["note"]);
});
