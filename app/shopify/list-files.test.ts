import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SHOP } from "../../sandbox/shopify/stand-in.testing.ts";
import { RejectedError, UnavailableError } from "../ports/errors.ts";
import type { ShopFiles } from "../ports/shop-catalog.ts";
import type { AdminClient } from "./client.ts";
import { createHostedFiles, createShopFiles } from "./files.ts";
import { openStandInClient } from "./stand-in-client.testing.ts";

let setup: Awaited<ReturnType<typeof openStandInClient>>;
let files: ShopFiles;
beforeEach(async () => {
  setup = await openStandInClient();
  files = createShopFiles(setup.client);
});
afterEach(() => setup.close());

const ALL = { searchText: "", after: null };
const allow = () => setup.standIn.grantScopes(SHOP, [...setup.standIn.shop(SHOP).scopes, "read_files"]);

it("lists what can be printed, newest first, without what Shopify is still processing or gave up", async () => {
  allow();
  setup.standIn.addFile(SHOP, { name: "fox.png", width: 3000, height: 3600 });
  for (const status of ["UPLOADED", "PROCESSING", "FAILED"] as const)
    setup.standIn.addFile(SHOP, { name: "moon.png", status });
  setup.standIn.addFile(SHOP, { name: "backup.zip" });
  setup.standIn.addFile(SHOP, { name: "moon-sizes.pdf" });
  const listed = await files.listFiles(SHOP, ALL);
  expect(listed).toMatchObject({
    files: [
      { name: "moon-sizes.pdf", pixels: null },
      { name: "fox.png", pixels: { width: 3000, height: 3600 } },
    ],
    next: null,
  });
  expect(listed.files[1]?.link).toMatch(/^https:\/\/cdn\.shopify\.com\/.*\/fox\.png\?v=\d+$/);
  const found = await files.listFiles(SHOP, { ...ALL, searchText: "siz" });
  expect(found.files.map(({ name }) => name)).toEqual(["moon-sizes.pdf"]);
});

it("continues where a page ended", async () => {
  allow();
  for (let number = 1; number <= 21; number += 1) setup.standIn.addFile(SHOP, { name: `fox-${number}.png` });
  const { next } = await files.listFiles(SHOP, ALL);
  const rest = await files.listFiles(SHOP, { ...ALL, after: next });
  expect([rest.files.map(({ name }) => name), rest.next]).toEqual([["fox-1.png"], null]);
});

it("is refused without the scope", () => expect(files.listFiles(SHOP, ALL)).rejects.toThrow(RejectedError));

it("hands a file to the place that Shopify named, and to none that this one leads to", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    response.writeHead(request.url === "/place" ? 302 : 200, { location: "/elsewhere" }).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/place`;
  const target = { url, resourceUrl: url, parameters: [] };
  const run = () => Promise.resolve({ stagedUploadsCreate: { userErrors: [], stagedTargets: [target] } });
  const files = createHostedFiles({ run } as unknown as AdminClient);
  await expect(files.add("a-shop", { name: "a.png", bytes: new Uint8Array(1) })).rejects.toThrow(UnavailableError);
  expect(asked).toEqual(["POST /place"]);
  server.close();
});
