import { afterAll, beforeAll, expect, it } from "vitest";
import { openFreshDatabase } from "../../../tests/support/database.ts";
import { systemIds } from "../../composition/ids.server.ts";
import { lockOrder } from "../core/lock.ts";
import { newReference, orderTag } from "../core/reference.ts";
import { adoptStrays } from "./adopt-orphans.ts";
import { playedContext } from "../gap-recovery/fake-print-list.testing.ts";

const DOMAIN = "one.myshopify.com";
const GID = "gid://shopify/Order/1";
let database: Awaited<ReturnType<typeof openFreshDatabase>>;

beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const bytes = new Uint8Array([1]);

it("takes up what was sent for the order on an account of its shop, now or before, and nothing of anybody else's", async () => {
  const { db } = database;
  const { ctx } = playedContext(db);
  const now = ctx.clock.now();
  const account = async () => {
    const id = systemIds.uuid();
    const secrets = { credentialsSealed: bytes, eventHeader: "X", eventTokenSealed: bytes };
    await db.printAccount.create({ data: { id, key: id, emailHash: id, createdAt: now, ...secrets } });
    return id;
  };
  const [own, former, foreign] = [await account(), await account(), await account()];
  const shop = await db.shop.create({
    data: { id: systemIds.uuid(), domain: DOMAIN, installedAt: now, goLiveAt: now, settings: {}, printAccountId: own },
  });
  const seen = { shopifyCreatedAt: now, shopifyUpdatedAt: now, receivedAt: now };
  const order = (gid: string) =>
    db.order.create({
      data: { id: systemIds.uuid(), shopId: shop.id, shopifyGid: gid, name: "#1", currency: "USD", ...seen },
    });
  const [found, older] = [await order(GID), await order("gid://shopify/Order/0")];
  await db.submission.create({
    data: {
      id: systemIds.uuid(),
      shopId: shop.id,
      orderId: older.id,
      printAccountId: former,
      kind: "first",
      reference: "0-OLDER",
      state: "fulfilled",
      createdAt: now,
    },
  });
  const tag = orderTag(ctx.seal, DOMAIN, GID);
  const stray = async (printAccountId: string) => {
    const reference = newReference({ name: "#1", tag }, systemIds);
    await db.stray.create({
      data: { id: systemIds.uuid(), printAccountId, reference, tag, items: [], foundAt: now },
    });
    return reference;
  };
  const [ofOwn, ofFormer] = [await stray(own), await stray(former)];
  await stray(foreign);

  const adopted = await db.$transaction(async (tx) => {
    await lockOrder(tx, found.id);
    return adoptStrays(tx, ctx, {
      shop: { ...shop, printAccount: null },
      order: found,
      lines: [],
      submissions: [],
      cancelled: false,
    });
  });

  expect(adopted).toBe(2);
  const rows = await db.submission.findMany({ where: { orderId: found.id } });
  expect(rows.map(({ reference, printAccountId }) => [reference, printAccountId]).sort()).toEqual(
    [
      [ofOwn, own],
      [ofFormer, former],
    ].sort(),
  );
  expect(await db.stray.count({ where: { printAccountId: foreign, adoptedAt: null } })).toBe(1);
});
