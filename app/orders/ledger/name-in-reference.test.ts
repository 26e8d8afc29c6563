import { expect, test } from "vitest";
import { systemIds } from "../../composition/ids.server.ts";
import { newReference } from "../reference.ts";
import { nameInReference } from "./name-in-reference.ts";

test("the name of an order is found in a reference that we made, and in no other text", () => {
  expect(nameInReference(newReference("#1001", systemIds))).toBe("1001");
  expect(nameInReference(newReference("EU-1001", systemIds))).toBe("EU-1001");
  for (const other of ["1001", "ORDER-1001", "1001-abcdefghij", "-ABCDEFGHJK"])
    expect(nameInReference(other)).toBeNull();
});
