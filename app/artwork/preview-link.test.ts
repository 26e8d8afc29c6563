import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { idOf } from "../../tests/support/ids.ts";
import { createEncryptor } from "../encryption/encryptor.server.ts";
import { LINK_MAX } from "./artwork-link.ts";
import { previewPath, readPreviewPath, RENEWED_AFTER_MS } from "./preview-link.ts";

const time = { now: new Date("2026-11-21T09:07:00Z") };
const clock = { now: () => time.now };
const ctx = { clock, encryptor: createEncryptor([{ id: "k1", key: randomBytes(32) }]) };
const picture = { shopId: idOf("shop"), link: "https://art.example/fox.png?a=1&b=ü", version: "1" } as const;

/** What the route reads of the address, with some of its parts exchanged. */
function read(path: string | null, changed: Record<string, string> = {}) {
  const params = new URL(path ?? "", "https://app.example").searchParams;
  for (const [name, value] of Object.entries(changed)) params.set(name, value);
  return readPreviewPath(ctx, params);
}

test("a signed address shows its picture until it expires, and stays the same for a page that reloads itself", () => {
  time.now = new Date("2026-11-21T09:07:00Z");
  const path = previewPath(ctx, picture);
  time.now = new Date("2026-11-21T09:29:00Z");
  expect(previewPath(ctx, picture)).toBe(path);
  expect(read(path)).toEqual(picture);
  time.now = new Date("2026-11-21T09:59:59Z");
  expect(previewPath(ctx, picture)).not.toBe(path);
  expect(read(path)).toEqual(picture);
  time.now = new Date("2026-11-21T10:00:00Z");
  expect(read(path)).toBeNull();
});

test("an address for another picture, shop or time is not one that the app has made", () => {
  const path = previewPath(ctx, picture);
  expect(read(path)).toEqual(picture);
  const later = String(Date.now() + 100 * RENEWED_AFTER_MS);
  const forged: Record<string, string>[] = [
    { link: "https://internal.example/fox.png" },
    { version: "2" },
    { shop: idOf("other shop") },
    { until: later },
    { until: "NaN" },
    { signature: "" },
    { signature: "0".repeat(64) },
  ];
  for (const changed of forged) expect([changed, read(path, changed)]).toEqual([changed, null]);
  const other = { clock, encryptor: createEncryptor([{ id: "k1", key: randomBytes(32) }]) };
  expect(readPreviewPath(other, new URL(path ?? "", "https://app.example").searchParams)).toBeNull();
});

test("nothing is signed where there is no link, or one that no page shows", () => {
  for (const link of ["", `https://art.example/${"x".repeat(LINK_MAX)}`])
    expect(previewPath(ctx, { ...picture, link })).toBeNull();
});
