import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { openShop } from "../orders/receive/open-shop.testing.ts";
import type { ArtworkCheckResult, ArtworkRecheckResult } from "../ports/artwork.ts";
import type { ShopId } from "../ports/ids.ts";
import { FILES_PER_HOST } from "./record-check.ts";
import { recheckDueFiles } from "./recheck-due-files.ts";

const DAY_MS = 86_400_000;

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());
beforeEach(() => world.db.shop.updateMany({ data: { uninstalledAt: world.ctx.clock.now() } }));

const fileOf = (sha256: string, etag: string | null): ArtworkCheckResult => ({
  ...{ ok: true, type: "application/pdf" },
  file: { sha256, bytes: 1, etag, image: null, document: null },
});

/** A shop with a sold variant, and servers whose files a test replaces. */
async function soldShop() {
  const shop = await openShop(world);
  await shop.receive();
  const requests: string[] = [];
  const files = new Map<string, ArtworkCheckResult>();
  const answer = (link: string) => files.get(link) ?? fileOf("1", '"1"');
  const artwork = {
    check(link: string) {
      requests.push(link);
      return Promise.resolve(answer(link));
    },
    recheck(link: string, etag: string) {
      requests.push(`${link} unless ${etag}`);
      const result = answer(link);
      const isUnchanged = result.ok && result.file?.etag === etag;
      return Promise.resolve<ArtworkRecheckResult>(
        isUnchanged ? { outcome: "unchanged" } : { outcome: "checked", result },
      );
    },
  };
  const shopId: ShopId = shop.shop.id;
  return {
    ...shop,
    ...{ shopId, requests, files },
    map: (artworkFront: string, artworkBack = "") =>
      world.db.mapping.updateMany({ where: { shopId }, data: { artworkFront, artworkBack } }),
    run: () => recheckDueFiles({ ...world.ctx, artwork }, new AbortController().signal),
    rows: () => world.db.printFile.findMany({ where: { shopId }, orderBy: { link: "asc" } }),
  };
}

const FRONT = "https://one.example/front.pdf";
const BACK = "https://two.example/back.pdf";

it("reads the files of sold variants once a night, and downloads none that its server calls unchanged", async () => {
  const shop = await soldShop();
  await shop.map(FRONT, BACK);
  shop.files.set(BACK, fileOf("1", null));
  await shop.run();
  expect(shop.requests.toSorted()).toEqual([FRONT, BACK]);
  expect(await shop.rows()).toMatchObject([
    { link: FRONT, host: "one.example", acceptedHash: "1", changedAt: null, dueAt: null },
    { link: BACK, host: "two.example", acceptedHash: "1" },
  ]);
  await shop.run();
  expect(shop.requests).toHaveLength(2);
  world.advance(DAY_MS);
  await shop.run();
  expect(shop.requests.slice(2).toSorted()).toEqual([`${FRONT} unless "1"`, BACK]);
  expect(await shop.rows()).toMatchObject([
    { checkedAt: world.ctx.clock.now(), dueAt: null },
    { checkedAt: world.ctx.clock.now(), dueAt: null },
  ]);
});

it("reports a file that was replaced, and one that is gone", async () => {
  const shop = await soldShop();
  await shop.map(FRONT, BACK);
  await shop.run();
  world.advance(DAY_MS);
  shop.files.set(FRONT, fileOf("2", '"2"'));
  shop.files.set(BACK, { ok: false, reason: "status", temporary: false });
  await shop.run();
  expect(await shop.rows()).toMatchObject([
    { acceptedHash: "1", changedAt: world.ctx.clock.now(), problem: null },
    { problem: "status", changedAt: null },
  ]);
});

it("asks again an hour later before it reports a failure that may pass", async () => {
  const shop = await soldShop();
  await shop.map(FRONT);
  shop.files.set(FRONT, { ok: false, reason: "timeout", temporary: true });
  await shop.run();
  await shop.run();
  expect([shop.requests.length, (await shop.rows())[0]?.problem]).toEqual([1, null]);
  world.advance(DAY_MS / 24);
  await shop.run();
  expect([shop.requests.length, (await shop.rows())[0]?.problem]).toEqual([2, "timeout"]);
});

it("reads a bounded number of files of one server in a run, and those of others all the same", async () => {
  const shop = await soldShop();
  await shop.map(BACK);
  await shop.run();
  shop.requests.length = 0;
  const links = Array.from({ length: FILES_PER_HOST + 5 }, (_, number) => `https://one.example/${number}.pdf`);
  const due = { shopId: shop.shopId, dueAt: world.ctx.clock.now() };
  await world.db.printFile.createMany({ data: links.map((link) => ({ ...due, link, host: "one.example" })) });
  await world.db.printFile.updateMany({ where: { shopId: shop.shopId, link: BACK }, data: { dueAt: due.dueAt } });
  await shop.run();
  expect(shop.requests.filter((link) => link.startsWith("https://one.example/"))).toHaveLength(FILES_PER_HOST);
  expect(shop.requests).toContain(`${BACK} unless "1"`);
  await shop.run();
  expect(new Set(shop.requests).size).toBe(links.length + 1);
});

it("reads no file that was not sold lately, and forgets one that no mapping has any longer", async () => {
  const shop = await soldShop();
  await shop.map(FRONT);
  await shop.run();
  await shop.map(BACK);
  world.advance(91 * DAY_MS);
  await shop.run();
  expect([shop.requests, await shop.rows()]).toEqual([[FRONT], []]);
});

it("leaves out a shop that has uninstalled the app", async () => {
  const shop = await soldShop();
  await shop.map(FRONT);
  await world.db.shop.update({ where: { id: shop.shopId }, data: { uninstalledAt: world.ctx.clock.now() } });
  await shop.run();
  expect(shop.requests).toEqual([]);
});
