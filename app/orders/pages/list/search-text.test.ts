import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "../../../../tests/support/ids.ts";
import { createEncryptor } from "../../../encryption/encryptor.server.ts";
import type { ShopId } from "../../../ports/ids.ts";
import { cleanSearch, DEFAULT_QUERY, readListQuery, viewQuery, writeListQuery } from "./list-query.ts";
import { decryptSearch, encryptSearch } from "./search-text.ts";

const ctx = { encryptor: createEncryptor([{ id: "k1", key: randomBytes(32) }]) };
const shopId: ShopId = newId();

test("any search survives its address, which does not show it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }).map(cleanSearch), (text) => {
      const address = writeListQuery({ ...DEFAULT_QUERY, search: encryptSearch(ctx, shopId, text) }).toString();
      expect(decryptSearch(ctx, shopId, readListQuery(new URLSearchParams(address)).search)).toBe(text);
      if (text.length > 3) expect(address).not.toContain(text);
    }),
  );
});

test("plain text in an address is searched for as it is; what cannot be decrypted is no search", () => {
  expect(decryptSearch(ctx, shopId, "1001")).toBe("1001");
  expect(decryptSearch(ctx, shopId, "e.AAAA")).toBe("");
  expect(decryptSearch(ctx, newId(), encryptSearch(ctx, shopId, "Mara"))).toBe("");
});

test("a saved view keeps no search", () => {
  expect(viewQuery({ ...DEFAULT_QUERY, tab: "waiting", search: "Mara", after: "x" })).toEqual({
    ...DEFAULT_QUERY,
    tab: "waiting",
  });
});
