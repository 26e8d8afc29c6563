import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../tests/support/ids.ts";
import { gid, line, mapping } from "../../../tests/support/order-fixtures.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { systemIds } from "../../composition/ids.server.ts";
import { transact } from "../core/append.ts";
import { lockOrder } from "../core/lock.ts";
import { newReference, orderTag, parseReference } from "../core/reference.ts";
import { adoptOrphans } from "./adopt-orphans.ts";
import { createFakeListContext } from "../gap-recovery/fake-print-list.testing.ts";
import { openShop, type OpenShop } from "./open-shop.testing.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import type { Gid } from "../../ports/gid.ts";

const DOMAIN = "one.myshopify.com";
const GID = "gid://shopify/Order/1";
let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const bytes = new Uint8Array([1]);

it("adopts the orphans of an order on accounts that its shop uses or used, and none of other accounts", async () => {
  const { db } = world;
  const { ctx } = createFakeListContext(world);
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

  const adopted = await transact(world, async (tx) => {
    await lockOrder(tx, orderWithOrphans.id);
    return adoptOrphans(tx, ctx, {
      shop: { ...shop, timezone: "UTC", printAccount: null },
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

describe("an order that the service has split, of which an incomplete list showed one part", () => {
  const MUG = { variantGid: gid("ProductVariant", 200), itemSku: "MUG" } as const;
  const goods = [line(), line({ gid: gid("LineItem", 2), variantGid: MUG.variantGid, title: "Mug" })];

  /** A shirt and a mug that wait to be sent under `reference`, and what has the list show a part of them. */
  async function splitOrder(ordered = goods) {
    const shop = await openShop(world);
    await shop.db.mapping.create({
      data: { id: newId(), shopId: shop.shop.id, ...mapping(MUG), updatedAt: new Date() },
    });
    const order = shop.paid({ lines: ordered });
    await shop.receive(order);
    const [waiting] = await shop.submissions();
    const reference = waiting?.reference ?? "";
    const show = (serviceOrderId: string, itemSku: string, printAccountId: PrintAccountId = shop.account.id) =>
      shop.db.orphan.create({
        data: {
          ...{ id: newId(), printAccountId, reference, serviceOrderId },
          tag: parseReference(reference)?.tag ?? "",
          items: [{ itemSku, quantity: 1, artworkHash: "" }],
          foundAt: world.ctx.clock.now(),
        },
      });
    return { shop, order, show };
  }
  const sent = async (shop: OpenShop) =>
    (await shop.submissions()).map(({ kind, state, lines }) => [kind, state, lines.map(({ itemSku }) => itemSku)]);

  it("asks about the rest, and once the list shows the other part, nothing of the order is left to print", async () => {
    const { shop, order, show } = await splitOrder();
    await show("P-1", "TEE-BLACK-M");
    await shop.receive(order);
    expect(await shop.openCodes()).toEqual(["orphan_undecided", "orphan_unmatched"]);
    await show("P-2", "MUG");
    await shop.receive(order);
    expect(await sent(shop)).toEqual([
      ["first", "submitted", ["TEE-BLACK-M", "MUG"]],
      ["supplement", "cancelled", ["MUG"]],
    ]);
    expect(await shop.openCodes()).toEqual([]);
  });

  it("is one submission where the list showed both parts before the order was read", async () => {
    const { shop, order, show } = await splitOrder();
    await show("P-1", "MUG");
    await show("P-2", "TEE-BLACK-M");
    await shop.receive(order);
    expect(await sent(shop)).toEqual([["first", "submitted", ["MUG", "TEE-BLACK-M"]]]);
    expect(await shop.openCodes()).toEqual([]);
  });

  it("asks about a part that is more than was ordered, and counts no line twice", async () => {
    const { shop, order, show } = await splitOrder();
    await show("P-1", "TEE-BLACK-M");
    await show("P-2", "MUG");
    await shop.receive(order);
    await show("P-3", "MUG");
    await shop.receive(order);
    expect(await sent(shop)).toEqual([["first", "submitted", ["TEE-BLACK-M", "MUG"]]]);
    expect(await shop.openCodes()).toEqual(["orphan_unmatched"]);
  });

  /** An account to which the shop has moved from the one it uses here, as after a move and back. */
  async function movedAccount(shop: OpenShop): Promise<PrintAccountId> {
    const now = world.ctx.clock.now();
    const { id } = await shop.db.printAccount.create({
      data: {
        ...{ id: newId(), key: newId(), emailHash: newId(), createdAt: now },
        ...{ credentialsEncrypted: bytes, webhookHeader: "X", webhookSecretEncrypted: bytes },
      },
    });
    const accounts = { fromAccountId: id, toAccountId: shop.account.id };
    const move = { shopId: shop.shop.id, state: "moved", startedAt: now, movedAt: now } as const;
    await shop.db.accountMove.create({ data: { ...move, ...accounts } });
    // The shop has used it.
    await shop.receive(shop.paid({ gid: gid("Order", 99), name: "#99" }));
    await shop.db.submission.updateMany({
      where: { order: { shopifyGid: gid("Order", 99) } },
      data: { printAccountId: id, state: "cancelled" },
    });
    return id;
  }
  it("counts what both accounts of a move show once, whichever list is read first, and a further part that one of them shows", async () => {
    for (const isLater of [false, true]) {
      const { shop, order, show } = await splitOrder();
      const other = await movedAccount(shop);
      const first = async () =>
        (await shop.submissions()).find(({ kind, state }) => kind === "first" && state !== "cancelled");
      const pieces = async () => (await first())?.lines.map(({ itemSku, quantity }) => [itemSku, quantity]);
      await show("P-1", "TEE-BLACK-M");
      if (isLater) await shop.receive(order);
      await show("O-1", "TEE-BLACK-M", other);
      await shop.receive(order);
      expect(await pieces()).toEqual([["TEE-BLACK-M", 1]]);
      await show("O-2", "MUG", other);
      await shop.receive(order);
      expect(await pieces()).toEqual([
        ["TEE-BLACK-M", 1],
        ["MUG", 1],
      ]);
      await show("P-2", "MUG");
      await shop.receive(order);
      expect(await shop.openCodes()).toEqual([]);
      expect(await shop.db.orphan.count({ where: { printAccountId: other, adoptedAt: null } })).toBe(0);
    }
  });
});
