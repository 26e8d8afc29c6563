import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEncryptor, DecryptionError } from "./encryptor.server.ts";
import { anyText } from "../../tests/support/any-text.ts";

const key = (id: string) => ({ id, key: randomBytes(32) });

describe("encryption", () => {
  const one = key("k1");
  const encryptor = createEncryptor([one]);

  it("opens what it encrypted, in the same context only", () => {
    fc.assert(
      fc.property(anyText(), fc.string(), (text, context) => {
        const plain = text.toWellFormed();
        const ciphertext = encryptor.encrypt(plain, context);
        expect(encryptor.decryptText(ciphertext, context)).toBe(plain);
        expect(() => encryptor.decrypt(ciphertext, `${context}.`)).toThrow(DecryptionError);
      }),
    );
  });

  it("notices any altered byte", () => {
    const ciphertext = encryptor.encrypt("secret", "here");
    for (let at = 0; at < ciphertext.length; at += 1) {
      const altered = Buffer.from(ciphertext);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(() => encryptor.decrypt(altered, "here"), `byte ${at}`).toThrow(DecryptionError);
    }
  });

  it("encrypts with the first key, opens with all, and hashes alike after a rotation", () => {
    const rotated = createEncryptor([key("k2"), one]);
    expect(rotated.decryptText(encryptor.encrypt("old", "x"), "x")).toBe("old");
    expect(() => encryptor.decrypt(rotated.encrypt("new", "x"), "x")).toThrow("CREDENTIALS_KEY");
    expect(rotated.hash("value")).toBe(encryptor.hash("value"));
  });
});
