import { expect, it } from "vitest";
import { sortMatches, type Matched } from "./catalog-match.tsx";

const choice = (itemSku: string) => ({ itemSku, title: itemSku, outOfStock: false, attributes: [] });
const matched = (key: string, match: Matched["match"]): Matched => ({ key, name: key, match });
const MATCHES = [
  matched("empty", { kind: "sure", choice: choice("A") }),
  matched("same", { kind: "sure", choice: choice("B") }),
  matched("typed", { kind: "sure", choice: choice("C") }),
  matched("near", { kind: "doubtful", choices: [choice("D")] }),
  matched("near, typed", { kind: "doubtful", choices: [choice("D")] }),
  matched("several", { kind: "doubtful", choices: [choice("E"), choice("F")] }),
  matched("chosen", { kind: "doubtful", choices: [choice("E"), choice("F")] }),
  matched("none", { kind: "open" }),
];
const FIELDS: Readonly<Record<string, string>> = { same: " B ", typed: "MINE", "near, typed": "MINE", chosen: "F" };

it("fills in what is sure, and leaves what a person has entered", () => {
  const sorted = sortMatches(MATCHES, (key) => FIELDS[key] ?? "");
  expect(sorted.missing).toEqual([{ key: "empty", itemSku: "A" }]);
  expect(sorted.same).toEqual([{ key: "same", itemSku: "B" }]);
  expect(sorted.others).toEqual([{ key: "typed", itemSku: "C" }]);
  expect(sorted.doubtful.map(({ key }) => key)).toEqual(["near", "near, typed", "several"]);
  expect(sorted.suggestions).toEqual([{ key: "near", itemSku: "D" }]);
  expect(sorted.open.map(({ key }) => key)).toEqual(["none"]);
});
