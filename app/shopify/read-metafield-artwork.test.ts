import { afterEach, beforeEach, expect, it } from "vitest";
import { SHOP } from "../../sandbox/shopify/stand-in.testing.ts";
import { UnavailableError } from "../ports/errors.ts";
import { gidOf } from "../ports/gid.ts";
import type { ReadMetafieldArtwork } from "../ports/artwork.ts";
import { createReadMetafieldArtwork } from "./read-artwork.ts";
import { openStandInClient } from "./stand-in-client.testing.ts";

let setup: Awaited<ReturnType<typeof openStandInClient>>;
let read: ReadMetafieldArtwork;
beforeEach(async () => {
  setup = await openStandInClient();
  read = createReadMetafieldArtwork(setup.client);
});
afterEach(() => setup.close());

const file = (name: string, status: "READY" | "PROCESSING" = "READY") => setup.standIn.addFile(SHOP, { name, status });

it("says of each owner which artwork the metafield names, or why none", async () => {
  const fox = file("fox.png");
  const sizes = file("sizes.pdf");
  const cases = [
    { type: "file_reference", value: `gid://shopify/MediaImage/${fox.id}`, is: { link: fox.url } },
    { type: "file_reference", value: `gid://shopify/GenericFile/${sizes.id}`, is: { link: sizes.url } },
    { type: "url", value: "https://art.example/fox.png", is: { link: "https://art.example/fox.png" } },
    { type: "single_line_text_field", value: " https://art.example/a.png ", is: { link: "https://art.example/a.png" } },
    { type: "url", value: "http://art.example/fox.png", is: { problem: { kind: "no_link" } } },
    { type: "single_line_text_field", value: "fox.png", is: { problem: { kind: "no_link" } } },
    { type: "number_integer", value: "7", is: { problem: { kind: "type", type: "number_integer" } } },
    ...[file("moon.png", "PROCESSING"), file("backup.zip")].map(({ id }) => ({
      ...{ type: "file_reference", value: `gid://shopify/MediaImage/${id}` },
      is: { problem: { kind: "file" } },
    })),
    { type: "file_reference", value: "gid://shopify/MediaImage/1", is: { problem: { kind: "file" } } },
  ];
  const { variants } = setup.standIn.addProduct(SHOP, {
    title: "Many",
    variants: cases.map(({ type, value }) => ({ metafields: [{ namespace: "a.b", key: "front", type, value }] })),
  });
  const gids = variants.map(({ id }) => gidOf("ProductVariant", id));
  const found = await read(SHOP, "a.b.front", [...gids, gidOf("ProductVariant", setup.variant(0))]);
  expect(gids.map((gid) => found.get(gid))).toEqual(cases.map(({ is }) => is));
  expect(found.size).toBe(cases.length);
});

it("reads products as well, some at a time, and asks nothing for a name without a key", async () => {
  const metafields = [{ namespace: "print", key: "front", value: "https://art.example/moon.png" }];
  const products = Array.from({ length: 101 }, () => setup.standIn.addProduct(SHOP, { title: "Moon", metafields }));
  const gids = products.map(({ id }) => gidOf("Product", id));
  expect((await read(SHOP, "print.front", [...gids, gidOf("Product", "1")])).size).toBe(101);
  const requests = () => setup.standIn.core.graphLog.length;
  const before = requests();
  expect((await read(SHOP, "front", gids)).size).toBe(0);
  expect(requests()).toBe(before);
});

it("says how long to wait when Shopify asks to slow down", async () => {
  setup.standIn.faults.next({ kind: "throttled" });
  const failed = await read(SHOP, "print.front", [gidOf("Product", setup.shirt.id)]).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(UnavailableError);
  expect((failed as UnavailableError).retryAfterMs).toBeGreaterThan(0);
});
