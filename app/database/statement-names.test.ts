import { expect, it } from "vitest";
import { createStatementNames } from "./statement-names.ts";

it("one text has one name, and another text another", () => {
  const nameOf = createStatementNames();
  const name = nameOf("SELECT 1 WHERE $1", 1);
  expect(name).toBeDefined();
  expect(nameOf("SELECT 1 WHERE $1", 1)).toBe(name);
  expect(nameOf("SELECT 2 WHERE $1", 1)).not.toBe(name);
});

it("a statement without parameters has none, nor one that a new column would break", () => {
  const nameOf = createStatementNames();
  expect(nameOf("COMMIT", 0)).toBeUndefined();
  expect(nameOf(`SELECT * FROM "Order" WHERE "id" = $1`, 1)).toBeUndefined();
});

it("texts beyond the limit have none, and those before keep theirs", () => {
  const nameOf = createStatementNames(1);
  const first = nameOf("SELECT $1", 1);
  expect(nameOf("SELECT $1, $2", 2)).toBeUndefined();
  expect(nameOf("SELECT $1", 1)).toBe(first);
});
