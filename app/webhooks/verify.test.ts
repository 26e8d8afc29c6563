import { createHmac, createSecretKey } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasValidShopifySignature, tokenMatches } from "./shopify-endpoint.ts";

const secret = "a secret of the app";
const secretKey = createSecretKey(Buffer.from(secret));
const sign = (body: Buffer, key = secret) => createHmac("sha256", key).update(body).digest("base64");

describe("Shopify's signature", () => {
  it("fits exactly the body it was made for", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), (bytes, at) => {
        const body = Buffer.from(bytes);
        expect(hasValidShopifySignature(body, sign(body), secretKey)).toBe(true);
        const other = Buffer.concat([body, Buffer.from([at % 256])]);
        expect(hasValidShopifySignature(other, sign(body), secretKey)).toBe(false);
      }),
    );
  });

  const body = Buffer.from('{"id":1}');
  it.each([
    ["missing", undefined],
    ["empty", ""],
    ["with another secret", sign(body, "another")],
    ["in hex", createHmac("sha256", secret).update(body).digest("hex")],
    ["too short", sign(body).slice(0, 20)],
    ["with rubbish behind", `${sign(body)}%`],
    ["one letter off", sign(body).replace(/^./, (c) => (c === "A" ? "B" : "A"))],
  ])("does not pass %s", (_name, header) => {
    expect(hasValidShopifySignature(body, header, secretKey)).toBe(false);
  });
});

describe("the access key of an event", () => {
  it("passes with any of the accepted tokens, and no other", () => {
    expect(tokenMatches("new", ["new", "old"])).toBe(true);
    expect(tokenMatches("old", ["new", "old"])).toBe(true);
    expect(tokenMatches("other", ["new", "old"])).toBe(false);
    expect(tokenMatches("", ["new"])).toBe(false);
    expect(tokenMatches("", [""])).toBe(false);
    expect(tokenMatches(undefined, ["new"])).toBe(false);
    expect(tokenMatches("new", [])).toBe(false);
  });
});
