import { afterAll, beforeAll, expect, it } from "vitest";
import { openFreshDatabase } from "../../../tests/support/database.ts";
import { systemIds } from "../../composition/ids.server.ts";
import { lockOrder } from "../core/lock.ts";
import { newReference, orderTag } from "../core/reference.ts";
import { adoptOrphans } from "./adopt-orphans.ts";
import { createFakeListContext } from "../gap-recovery/fake-print-list.testing.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import type { Gid } from "../../ports/gid.ts";

const DOMAIN = "one.myshopify.com";
const GID = "gid://shopify/Order/1";
let database: Awaited<ReturnType<typeof openFreshDatabase>>;

beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const bytes = new Uint8Array([1]);

it("adopts the orphans of an order on accounts that its shop uses or used, and none of other accounts", async () => {
  const { db } = database;
  const { ctx } = createFakeListContext(db);
  const now = ctx.clock.now();
  const account = async () => {
    const id = systemIds.uuid();
    const secrets = { credentialsEncrypted: bytes, webhookHeader: "X", webhookSecretEncrypted: bytes };
    await db.printAccount.create({ data: { id, key: id, emailHash: id, createdAt: now, ...secrets } });
    return id;
  };
  const [own, former, foreign] = [await account(), await account(), await account()];
  const shop = await db.shop.create({
    data: { id: systemIds.uuid(), domain: DOMAIN, installedAt: now, goLiveAt: now, settings: {}, printAccountId: own },
  });
  const timestamps = { shopifyCreatedAt: now, shopifyUpdatedAt: now, receivedAt: now };
  const order = (gid: Gid<"Order">) =>
    db.order.create({
      data: { id: systemIds.uuid(), shopId: shop.id, shopifyGid: gid, name: "#1", currency: "USD", ...timestamps },
    });
  const [orderWithOrphans, olderOrder] = [await order(GID), await order("gid://shopify/Order/0")];
  await db.submission.create({
    data: {
      id: systemIds.uuid(),
      shopId: shop.id,
      orderId: olderOrder.id,
      printAccountId: former,
      kind: "first",
      reference: "0-OLDER",
      state: "fulfilled",
      createdAt: now,
    },
  });
  const tag = orderTag(ctx.encryptor, DOMAIN, GID);
  const orphan = async (printAccountId: PrintAccountId) => {
    const reference = newReference({ name: "#1", tag }, systemIds);
    await db.orphan.create({
      data: { id: systemIds.uuid(), printAccountId, reference, tag, items: [], foundAt: now },
    });
    return reference;
  };
  const [onOwnAccount, onFormerAccount] = [await orphan(own), await orphan(former)];
  await orphan(foreign);

  const adopted = await db.$transaction(async (tx) => {
    await lockOrder(tx, orderWithOrphans.id);
    return adoptOrphans(tx, ctx, {
      shop: { ...shop, printAccount: null },
      order: orderWithOrphans,
      lines: [],
      submissions: [],
      cancelled: false,
    });
  });

  expect(adopted).toHaveLength(2);
  const rows = await db.submission.findMany({ where: { orderId: orderWithOrphans.id } });
  expect(rows.map(({ reference, printAccountId }) => [reference, printAccountId]).sort()).toEqual(
    [
      [onOwnAccount, own],
      [onFormerAccount, former],
    ].sort(),
  );
  expect(await db.orphan.count({ where: { printAccountId: foreign, adoptedAt: null } })).toBe(1);
});
