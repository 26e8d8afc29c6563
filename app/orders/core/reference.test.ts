import fc from "fast-check";
import { expect, it } from "vitest";
import { systemIds } from "../../composition/ids.server.ts";
import { createEncryptor } from "../../encryption/encryptor.server.ts";
import { newReference, orderTag, parseReference } from "./reference.ts";
import { gidOf } from "../../ports/gid.ts";
import { anyText } from "../../../tests/support/any-text.ts";

const ids = { code: (length: number) => "7K3QX9MTZ2".repeat(4).slice(0, length) };
const TAG = "0123ABCD";
const encryptorWithKey = (byte: number) => createEncryptor([{ id: "k", key: Buffer.alloc(32, byte) }]);
const encryptor = encryptorWithKey(7);
const shop = fc.stringMatching(/^[a-z0-9-]{1,20}\.myshopify\.com$/);
const gid = fc.bigInt({ min: 1n, max: 2n ** 63n }).map((number) => gidOf("Order", String(number)));

it.each([
  ["#1001", `1001-${TAG}7K3QX9MT`],
  ["EU-1001/b", `EU-1001-b-${TAG}7K3QX9MT`],
  ["Bestellung Ü 7", `Bestellung-U-7-${TAG}7K3QX9MT`],
  ["＃１００１", `1001-${TAG}7K3QX9MT`],
  ["注文", `order-${TAG}7K3QX9MT`],
  ["", `order-${TAG}7K3QX9MT`],
  ["long words before the number 1001", `the-number-1001-${TAG}7K3QX9MT`],
])("%s: %s", (name, reference) => expect(newReference({ name, tag: TAG }, ids)).toBe(reference));

it("is letters, digits and hyphens, 5 to 32 of them, whatever the name", () => {
  fc.assert(
    fc.property(anyText(), (name) => {
      expect(newReference({ name, tag: TAG }, ids)).toMatch(/^[A-Za-z0-9][A-Za-z0-9-]{3,30}[A-Za-z0-9]$/);
    }),
  );
});

it("keeps a plain name whole, and parseReference returns the name", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9]{1,15}$/), (name) => {
      expect(parseReference(newReference({ name: `#${name}`, tag: TAG }, systemIds))).toEqual({ name, tag: TAG });
    }),
  );
});

it("carries the tag of its order, and of no other", () => {
  fc.assert(
    fc.property(shop, gid, gid, fc.string({ maxLength: 40 }), (domain, one, other, name) => {
      const tag = orderTag(encryptor, domain, one);
      expect(parseReference(newReference({ name, tag }, systemIds))?.tag).toBe(tag);
      expect(orderTag(encryptor, domain, other) === tag).toBe(one === other);
      expect(orderTag(encryptor, `x${domain}`, one)).not.toBe(tag);
      expect(orderTag(encryptorWithKey(8), domain, one)).not.toBe(tag);
    }),
  );
});

it("is new at every call", () => {
  const some = Array.from({ length: 2000 }, () => newReference({ name: "#1001", tag: TAG }, systemIds));
  expect(new Set(some).size).toBe(some.length);
});

it.each([
  "1001",
  "ORDER-1001",
  "1001-abcdefghijklmnop",
  "-0123456789ABCDEF",
  "1001-0123ABCD7K3QX9MTZ",
  "ILLOU-ILOUILOUILOUILOU",
])("does not parse %s", (other) => expect(parseReference(other)).toBeNull());
