import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSealer, SealError } from "./encryptor.server.ts";

const key = (id: string) => ({ id, key: randomBytes(32) });

describe("sealing", () => {
  const one = key("k1");
  const sealer = createSealer([one]);

  it("opens what it sealed, in the same context only", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (text, context) => {
        const plain = text.toWellFormed();
        const box = sealer.seal(plain, context);
        expect(sealer.openText(box, context)).toBe(plain);
        expect(() => sealer.open(box, `${context}.`)).toThrow(SealError);
      }),
    );
  });

  it("notices any altered byte", () => {
    const box = sealer.seal("secret", "here");
    for (let at = 0; at < box.length; at += 1) {
      const altered = Buffer.from(box);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(() => sealer.open(altered, "here"), `byte ${at}`).toThrow(SealError);
    }
  });

  it("seals with the first key, opens with all, and hashes alike after a rotation", () => {
    const rotated = createSealer([key("k2"), one]);
    expect(rotated.openText(sealer.seal("old", "x"), "x")).toBe("old");
    expect(() => sealer.open(rotated.seal("new", "x"), "x")).toThrow("CREDENTIALS_KEY");
    expect(rotated.hash("value")).toBe(sealer.hash("value"));
  });
});
