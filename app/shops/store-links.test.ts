import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { createShopLifecycleContext } from "../../tests/support/shops-context.ts";
import { until } from "../../tests/support/until.ts";
import { readAllStores } from "../home/all-stores.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
import { redactShop } from "../privacy/redact-shop.ts";
import { installShop } from "./install.ts";
import { createLinkCode, endLink, enterLinkCode, readLinkedShops } from "./store-links.ts";
import { uninstallShop } from "./uninstall.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const HOUR = 3_600_000;

/** Shops, all of one print account but the last. */
async function setUp() {
  const ctx = createShopLifecycleContext(database);
  const account = async (): Promise<PrintAccountId> => {
    const id: PrintAccountId = ctx.ids.uuid();
    await ctx.db.printAccount.create({
      data: {
        ...{ id, key: randomUUID(), emailHash: randomUUID(), webhookHeader: "h", createdAt: ctx.clock.now() },
        ...{ credentialsEncrypted: new Uint8Array(1), webhookSecretEncrypted: new Uint8Array(1) },
      },
    });
    return id;
  };
  const shared = await account();
  const install = async (printAccountId: PrintAccountId) => {
    const domain = `s-${randomUUID()}.myshopify.com`;
    await installShop(ctx, domain, "");
    return ctx.db.shop.update({ where: { domain }, data: { printAccountId } });
  };
  const [one, two, three] = [await install(shared), await install(shared), await install(shared)];
  const stranger = await install(await account());
  const make = async (shopId: ShopId) => {
    const made = await createLinkCode(ctx, { shopId, userId: "90001" });
    return made.outcome === "created" ? made.code : "";
  };
  const enter = (shopId: ShopId, code: string) => enterLinkCode(ctx, { shopId, userId: "77" }, code);
  const seenBy = async (shopId: ShopId) => (await readAllStores(ctx, shopId, "key")).map(({ domain }) => domain);
  const link = async () => expect(await enter(two.id, await make(one.id))).toBe("linked");
  return { ctx, one, two, three, stranger, make, enter, seenBy, link };
}

test("a code that staff of the other store enters lets both stores see each other's counts, and nobody else's", async () => {
  const { ctx, one, two, three, make, enter, seenBy } = await setUp();
  const code = await make(one.id);
  expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/);
  expect(await seenBy(two.id)).toEqual([two.domain]);
  expect(await enter(two.id, code.toLowerCase().replaceAll("-", " "))).toBe("linked");
  expect(await seenBy(one.id)).toEqual([one.domain, two.domain]);
  expect(await seenBy(two.id)).toEqual([two.domain, one.domain]);
  expect(await seenBy(three.id)).toEqual([three.domain]);
  const [store] = await readAllStores(ctx, one.id, "key");
  expect(store).toMatchObject({
    own: true,
    stages: { waiting: 0, at_provider: 0, shipped: 0, late: 0 },
    inbox: { alarm: 0, blocked: 0, decision: 0 },
    pause: null,
    url: `https://admin.shopify.com/store/${one.domain.split(".")[0]}/apps/key`,
  });
  // Linked with one of two linked stores, a third sees that one alone.
  expect(await enter(three.id, await make(two.id))).toBe("linked");
  expect(await seenBy(three.id)).toEqual([three.domain, two.domain]);
  expect(await seenBy(one.id)).toEqual([one.domain, two.domain]);
});

test("a code works once, for an hour, in stores of the same print account, until another is made", async () => {
  const { ctx, one, two, three, stranger, make, enter } = await setUp();
  const code = await make(one.id);
  expect(await enter(stranger.id, code)).toBe("wrong");
  expect(await enter(one.id, code)).toBe("wrong");
  expect(await enter(two.id, code)).toBe("linked");
  expect(await enter(three.id, code)).toBe("wrong");
  const late = await make(one.id);
  ctx.clock.advance(HOUR + 1);
  expect(await enter(three.id, late)).toBe("wrong");
  const [older, newer] = [await make(one.id), await make(one.id)];
  expect(await enter(three.id, older)).toBe("wrong");
  expect(await enter(three.id, newer)).toBe("linked");
  expect(await enter(three.id, await make(one.id))).toBe("already_linked");
  const rows = await ctx.db.storeLinkCode.findMany();
  expect(JSON.stringify(rows)).not.toContain(newer.replaceAll("-", ""));
});

test("one code that two stores enter at once links one of them", async () => {
  const { one, two, three, make, enter } = await setUp();
  const code = await make(one.id);
  const entered = await Promise.all([enter(two.id, code), enter(three.id, code)]);
  expect(entered.toSorted()).toEqual(["linked", "wrong"]);
});

test("after ten wrong codes in an hour, no code is tried", async () => {
  const { ctx, one, two, make, enter } = await setUp();
  const tries = await Promise.all(Array.from({ length: 12 }, (_, at) => enter(two.id, `0000-0000-00${10 + at}`)));
  expect(tries.filter((outcome) => outcome === "wrong")).toHaveLength(10);
  expect(tries.filter((outcome) => outcome === "too_many")).toHaveLength(2);
  expect(await enter(two.id, await make(one.id))).toBe("too_many");
  ctx.clock.advance(HOUR + 1);
  expect(await enter(two.id, await make(one.id))).toBe("linked");
});

test("either side ends a link, another shop does not, and both see who did what", async () => {
  const { ctx, one, two, three, seenBy, link } = await setUp();
  await link();
  const [linked] = await readLinkedShops(ctx, one.id);
  if (!linked) throw new Error("no link");
  expect(await endLink(ctx, { shopId: three.id, userId: "7" }, linked.linkId)).toBe(false);
  expect(await seenBy(one.id)).toHaveLength(2);
  expect(await endLink(ctx, { shopId: one.id, userId: "90001" }, linked.linkId)).toBe(true);
  expect(await endLink(ctx, { shopId: two.id, userId: "77" }, linked.linkId)).toBe(false);
  expect(await seenBy(two.id)).toEqual([two.domain]);
  const done = (shopId: ShopId) =>
    ctx.db.staffAction.findMany({ where: { shopId }, orderBy: { id: "asc" }, select: { kind: true, data: true } });
  expect(await done(one.id)).toEqual([
    { kind: "store_code_created", data: {} },
    { kind: "stores_linked", data: { store: two.domain } },
    { kind: "stores_unlinked", data: { store: two.domain } },
  ]);
  expect(await done(two.id)).toEqual([
    { kind: "stores_linked", data: { store: one.domain } },
    { kind: "stores_unlinked", data: { store: one.domain, by: "other" } },
  ]);
});

test("stores that no longer share a print account show each other nothing", async () => {
  const { ctx, one, two, stranger, seenBy, link } = await setUp();
  await link();
  await ctx.db.shop.update({ where: { id: two.id }, data: { printAccountId: stranger.printAccountId } });
  expect(await seenBy(one.id)).toEqual([one.domain]);
  expect(await seenBy(two.id)).toEqual([two.domain]);
  expect(await readLinkedShops(ctx, one.id)).toMatchObject([{ domain: two.domain, active: false }]);
});

test("an uninstallation ends the links of a store, on both sides, and so does an erasure", async () => {
  const { ctx, one, two, three, make, enter, seenBy, link } = await setUp();
  await link();
  expect(await enter(three.id, await make(two.id))).toBe("linked");
  await make(one.id);
  expect(await uninstallShop(ctx, one.domain)).toBe("uninstalled");
  expect(await seenBy(two.id)).toEqual([two.domain, three.domain]);
  expect(await ctx.db.storeLinkCode.count({ where: { shopId: one.id } })).toBe(0);
  await ctx.db.shop.update({ where: { id: two.id }, data: { uninstalledAt: ctx.clock.now() } });
  expect(await seenBy(three.id)).toEqual([three.domain]);
  await redactShop(ctx, two.domain);
  expect(await readLinkedShops(ctx, three.id)).toEqual([]);
});

test("an uninstallation also ends the link that the other store is making at that moment", async () => {
  const { ctx, one, two, make, enter } = await setUp();
  const code = await make(one.id);
  const waiting = async (count: number) =>
    (await ctx.db.$executeRaw`SELECT FROM pg_stat_activity
      WHERE "datname" = current_database() AND "wait_event_type" = 'Lock' AND "query" LIKE '%StoreLinkCode%'`) ===
    count;
  const [entered, uninstalled] = await ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "StoreLinkCode" WHERE "shopId" = ${one.id}::uuid FOR UPDATE`;
    const entering = enter(two.id, code);
    await until("the code is about to be taken", () => waiting(1));
    const uninstalling = uninstallShop(ctx, one.domain);
    await until("the uninstallation waits for it", () => waiting(2));
    return [entering, uninstalling];
  });
  expect([await entered, await uninstalled]).toEqual(["linked", "uninstalled"]);
  expect(await readLinkedShops(ctx, two.id)).toEqual([]);
});

test("a store that was uninstalled since the page was opened enters no code", async () => {
  const { ctx, one, two, make, enter } = await setUp();
  const code = await make(one.id);
  await uninstallShop(ctx, two.domain);
  expect(await enter(two.id, code)).toBe("no_account");
});
