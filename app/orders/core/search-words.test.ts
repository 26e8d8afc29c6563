import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { address, snapshot } from "../../../tests/support/order-fixtures.ts";
import { newId } from "../../../tests/support/ids.ts";
import { createEncryptor } from "../../encryption/encryptor.server.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import type { ShopId } from "../../ports/ids.ts";
import { orderSearchHashes, queryHashes, searchWords } from "./search-words.ts";

const ctx = { encryptor: createEncryptor([{ id: "k1", key: randomBytes(32) }]) };
const shopId: ShopId = newId();

function finds(search: string, order: OrderSnapshot, searchingShop = shopId): boolean {
  const hashes = new Set(orderSearchHashes(ctx, shopId, order));
  const wanted = queryHashes(ctx, searchingShop, search);
  return wanted.length > 0 && wanted.every((hash) => hashes.has(hash));
}

const customer = snapshot({
  email: "Zoe.Reader@example.org",
  customerEmail: null,
  shippingAddress: address({
    firstName: "Zoë",
    lastName: "O’Brien-Müller",
    name: "Zoë O’Brien-Müller",
    city: "São Paulo",
    zip: "SW1A 1AA",
    country: "Brazil",
    countryCode: "BR",
  }),
});

test("words have no case, accents or apostrophes", () => {
  expect(searchWords("Zoë O’Brien-Müller, Łódź; STRAßE")).toEqual(["zoe", "obrien", "muller", "lodz", "strasse"]);
  expect(searchWords("王 芳")).toEqual(["王", "芳"]);
  expect(searchWords(" ,.# ")).toEqual([]);
});

test("a customer is found by the beginning of each word, in any sequence", () => {
  const found = ["zoe", "ZOË mül", "muller zoe", "o'brien", "sao", "paulo", "SW1A 1AA", "sw1a1aa", "brazil", "br"];
  for (const search of [...found, "zoe.reader@example.org", "zoe.rea"])
    expect([search, finds(search, customer)]).toEqual([search, true]);
});

test("a customer is not found by another word, a part inside of a word, or fewer than three letters of one", () => {
  for (const search of ["anna", "zoe anna", "eader", "zo", "bra paulinho", "#", ""])
    expect([search, finds(search, customer)]).toEqual([search, false]);
});

test("the same customer in another shop has other hashes", () => {
  expect(finds("zoe", customer, newId())).toBe(false);
});

test("any name finds its order, also half typed, and the hashes of an order are bounded", () => {
  const names = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(names, fc.nat({ max: 40 }), (parts, cut) => {
      const name = parts.join(" ");
      const order = snapshot({ shippingAddress: address({ name, firstName: null, lastName: null }) });
      const hashes = orderSearchHashes(ctx, shopId, order);
      expect(hashes.length).toBeLessThanOrEqual(150);
      const [first = ""] = searchWords(name);
      if (first === "") return;
      expect(finds(first, order)).toBe(true);
      const typed = Array.from(first).slice(0, Math.max(3, cut)).join("");
      expect(finds(typed, order)).toBe(true);
    }),
  );
});
