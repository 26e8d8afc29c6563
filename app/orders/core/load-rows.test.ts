import { Prisma } from "../../../prisma/client/client.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../tests/support/ids.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { readRows } from "../../database/rows.ts";
import { gidOf } from "../../ports/gid.ts";
import { append, transact, type NewRows } from "./append.ts";
import { lockAndLoad, readOrderByGid, withIds } from "./load-rows.ts";
import { lockSubmission } from "./lock.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const LINE = {
  gid: gidOf("LineItem", "1"),
  sku: "TEE-BLACK-M",
  quantity: 2,
  artwork: "https://files.example.com/1.png",
};
const BYTES = new Uint8Array([0, 92, 255]);
const AT = new Date("2026-11-21T09:00:00.123Z");

type Table = Exclude<keyof NewRows, "OrderLine" | "Submission" | "SubmissionLine">;

/** An order with a row in each table, appended with a value in every column. */
async function storedOrder() {
  const { order, shop, submission, account } = await world.order([LINE], "submitted");
  const [submissionId, orderId, shopId] = [submission.id, order.id, shop.id];
  const claim = { claimToken: newId(), claimedAt: AT, dueAt: AT };
  const parcelId = newId();
  const rows: Pick<NewRows, Table> = {
    Parcel: {
      id: parcelId,
      shopId,
      submissionId,
      trackingNumber: "T 'Ü\\",
      trackingUrl: "",
      carrier: "Ü 'Post",
      firstSeenAt: AT,
      reportedBy: "list",
      linkCorrectedAt: AT,
      awaitingShipmentUntil: AT,
      state: "waiting",
      tries: 1,
      failures: 2,
      version: 3,
      ...claim,
    },
    Attempt: {
      id: newId(),
      submissionId,
      number: 1,
      printAccountId: account.id,
      startedAt: AT,
      endedAt: AT,
      outcome: "uncertain",
      httpStatus: 502,
      messageEncrypted: BYTES,
      payloadHash: "h",
      alreadyThere: true,
      lines: [{ position: 0 }],
    },
    Lookup: {
      id: newId(),
      submissionId,
      at: AT,
      kind: "list_scan",
      result: "absent",
      laterOrders: ["R-1"],
      detail: { rows: 1 },
    },
    Attention: {
      id: newId(),
      shopId,
      orderId,
      submissionId,
      code: "rejected",
      subject: "s",
      basis: "b",
      detail: { a: [null] },
      deliveryId: newId(),
      openedAt: AT,
      clearedAt: AT,
      clearedBy: "person",
    },
    ShopifyWrite: {
      id: newId(),
      parcelId,
      kind: "create",
      fulfillmentGid: gidOf("Fulfillment", "1"),
      lines: [],
      notified: true,
      outcome: "claimed",
      startedAt: AT,
      endedAt: AT,
    },
    OrderChange: {
      id: newId(),
      orderId,
      orderLineId: null,
      fields: ["note", "quantity"],
      contentEncrypted: BYTES,
      basis: { note: "n" },
      withheld: 1,
      addressWrite: "claimed",
      addressWriteAt: AT,
      userId: "7",
      createdAt: AT,
      endedAt: null,
    },
    FlowEvent: {
      id: newId(),
      shopId,
      orderId,
      trigger: "order_sent",
      subjectId: submissionId,
      skuEvent: { a: 1 },
      createdAt: AT,
      tries: 1,
      settledAt: AT,
      outcome: "dispatched",
      ...claim,
    },
    History: {
      id: newId(),
      shopId,
      orderId,
      submissionId,
      at: AT,
      code: "submission.accepted",
      actor: "person",
      data: { user: null },
    },
  };
  await transact(world, async (tx) => {
    for (const [table, row] of Object.entries(rows)) await append(tx, table as Table, [row as never]);
  });
  return { rows, order, submissionId };
}

it("a row is stored as it was appended", async () => {
  const { rows } = await storedOrder();
  for (const [table, row] of Object.entries(rows)) {
    const stored = await readRows(world.sql, table as Table, Prisma.sql`WHERE "id" = ${row.id}::uuid`);
    expect(stored, table).toEqual([row]);
  }
});

it("what is loaded of an order is what Prisma reads", async () => {
  const { db } = world;
  const { rows, order, submissionId } = await storedOrder();
  await db.submission.update({ where: { id: submissionId }, data: { payloadEncrypted: BYTES, replacedAt: AT } });
  const [loaded] = await transact(world, (tx) => lockAndLoad(tx, withIds([order.id])));
  const { lines, submissions, ...row } = await db.order.findUniqueOrThrow({
    where: { id: order.id },
    include: { lines: true, submissions: { include: { lines: true } } },
  });
  const [{ payloadEncrypted, providerOrderEncrypted: _unread, ...submission }] = submissions as [
    (typeof submissions)[0],
  ];
  expect(payloadEncrypted).toEqual(BYTES);
  const asLoaded = [{ ...submission, hasPayload: true, attempts: 1 }];
  const { messageEncrypted: _words, ...attempt } = rows.Attempt;
  const { Attention, Parcel, ShopifyWrite } = rows;
  expect(loaded).toMatchObject({ order: row, submissions: asLoaded, attempts: [attempt] });
  expect(loaded).toMatchObject({ attentions: [Attention], parcels: [Parcel], writes: [ShopifyWrite] });
  const byGid = await world.sql.transaction((tx) => readOrderByGid(tx, order.shopId, order.shopifyGid));
  expect(byGid).toEqual({ ...row, lines, submissions: asLoaded });
  const locked = await world.sql.transaction((tx) => lockSubmission(tx, submissionId));
  expect(locked).toEqual({ ...submissions[0], lines: undefined, order: { cancelledAt: null } });
});
