import fc from "fast-check";
import { expect, it } from "vitest";
import { newReference } from "./reference.ts";

const ids = { code: (length: number) => "7K3QX9MTZ2".repeat(4).slice(0, length) };

it.each([
  ["#1001", "1001-7K3QX9MTZ2"],
  ["EU-1001/b", "EU-1001-b-7K3QX9MTZ2"],
  ["Bestellung Ü 7", "Bestellung-U-7-7K3QX9MTZ2"],
  ["＃１００１", "1001-7K3QX9MTZ2"],
  ["注文", "order-7K3QX9MTZ2"],
  ["", "order-7K3QX9MTZ2"],
  ["long words before the number 1001", "before-the-number-1001-7K3QX9MTZ2".slice(1)],
])("%s: %s", (name, reference) => expect(newReference(name, ids)).toBe(reference));

it("is letters, digits and hyphens, 5 to 32 of them, whatever the name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), (name) => {
      expect(newReference(name, ids)).toMatch(/^[A-Za-z0-9][A-Za-z0-9-]{3,30}[A-Za-z0-9]$/);
    }),
  );
});

it("keeps a plain name whole", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9]{1,21}$/), (name) => {
      expect(newReference(`#${name}`, ids).startsWith(`${name}-`)).toBe(true);
    }),
  );
});
