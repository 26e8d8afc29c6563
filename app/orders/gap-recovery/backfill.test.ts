import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openFreshDatabase } from "../../../tests/support/database.ts";
import { systemIds } from "../../composition/ids.server.ts";
import { UnavailableError } from "../../ports/errors.ts";
import type { SyncedOrder } from "../../ports/print-service.ts";
import { newReference, orderTag } from "../core/reference.ts";
import { backfill, overrideHistoryCheck } from "./backfill.ts";
import { createFakeListContext, type FakeListContext } from "./fake-print-list.testing.ts";
import type { OrderId, ShopId, PrintAccountId } from "../../ports/ids.ts";
import { NO_RECIPIENT } from "../../../tests/support/provider-orders.ts";
import { gidOf, type Gid } from "../../ports/gid.ts";

const HOUR = 3_600_000;
const DOMAIN = "one.myshopify.com";
const GID = gidOf("Order", "1");
let database: Awaited<ReturnType<typeof openFreshDatabase>>;
let fake: FakeListContext;
let account: PrintAccountId;
let shopId: ShopId;

const reference = (gid: Gid<"Order"> = GID) =>
  newReference({ name: "#1", tag: orderTag(fake.ctx.encryptor, DOMAIN, gid) }, systemIds);
const row = (name: string): SyncedOrder => ({
  serviceOrderId: `P-${name}`,
  reference: name,
  enteredAt: "2026-11-21 08:30:00",
  storeName: null,
  recipient: NO_RECIPIENT,
  items: [
    {
      productName: "",
      itemSku: "TEE",
      quantity: 1,
      artworkFront: "f",
      artworkBack: "",
      mockup: "",
      orderStatus: null,
      paymentStatus: null,
    },
  ],
  trackings: [],
});
const runBackfill = () => backfill(fake.ctx, account);
const gap = () => database.db.printAccount.findUniqueOrThrow({ where: { id: account } });
const orphans = async () => (await database.db.orphan.findMany()).map((orphan) => orphan.reference);

async function order(
  gid: Gid<"Order">,
  submission?: { reference: string; state: "submitted" | "ready"; sentAt?: Date },
) {
  const now = fake.ctx.clock.now();
  const created = await database.db.order.create({
    data: {
      id: systemIds.uuid(),
      shopId,
      shopifyGid: gid,
      name: "#1",
      shopifyCreatedAt: now,
      shopifyUpdatedAt: now,
      currency: "USD",
      receivedAt: now,
    },
  });
  if (!submission) return created.id;
  await database.db.submission.create({
    data: {
      id: systemIds.uuid(),
      shopId,
      orderId: created.id,
      printAccountId: account,
      kind: "first",
      createdAt: now,
      ...submission,
    },
  });
  return created.id;
}

/** The order has adopted what the list showed of it. */
async function adopted(orderId: OrderId, found: string) {
  const now = fake.ctx.clock.now();
  const columns = { shopId, orderId, printAccountId: account, kind: "first", reference: found } as const;
  const created = { state: "submitted", createdAt: now, foundAt: now } as const;
  await database.db.submission.create({ data: { id: systemIds.uuid(), ...columns, ...created } });
  await database.db.orphan.updateMany({ data: { adoptedAt: now } });
}

beforeAll(async () => {
  database = await openFreshDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  const { db } = database;
  await db.orphan.deleteMany();
  await db.submission.deleteMany();
  await db.order.deleteMany();
  await db.shop.deleteMany();
  await db.printAccount.deleteMany();
  fake = createFakeListContext(database);
  const now = fake.ctx.clock.now();
  account = systemIds.uuid();
  shopId = systemIds.uuid();
  const bytes = new Uint8Array([1]);
  await db.printAccount.create({
    data: {
      id: account,
      key: account,
      emailHash: account,
      credentialsEncrypted: bytes,
      webhookHeader: "X",
      webhookSecretEncrypted: bytes,
      createdAt: now,
      syncGapFrom: new Date(now.getTime() - HOUR),
      syncGapDetectedAt: now,
    },
  });
  await db.shop.create({
    data: { id: shopId, domain: DOMAIN, installedAt: now, goLiveAt: now, settings: {}, printAccountId: account },
  });
});

describe("the history of an account after a gap", () => {
  it("is not asked for before calls that ran have ended and the service has listed them", async () => {
    fake.advance(10 * 60_000);
    expect(await runBackfill()).toBe("too_early");
    expect(fake.requestedRanges).toEqual([]);
    fake.advance(31_000);
    expect(await runBackfill()).toBe("completed");
    expect((await gap()).syncGapFrom).toBeNull();
    expect(await runBackfill()).toBe("no_gap");
  });

  it("is read from before the gap on, a day wider than the service's zone could make it", async () => {
    fake.advance(HOUR);
    await runBackfill();
    expect(fake.requestedRanges[0]).toEqual({ from: "2026-11-20 08:00:00", to: "2026-11-22 10:00:00" });
  });

  it("is read in parts of two weeks, and 90 days at most: of what is older Shopify shows nothing", async () => {
    fake.advance(HOUR);
    await database.db.printAccount.updateMany({ data: { syncGapFrom: new Date("2000-01-01T00:00:00Z") } });
    await runBackfill();
    expect(fake.requestedRanges.map(({ from }) => from.slice(0, 10))).toEqual([
      "2026-08-22",
      "2026-09-05",
      "2026-09-19",
      "2026-10-03",
      "2026-10-17",
      "2026-10-31",
      "2026-11-14",
    ]);
    expect(fake.requestedRanges.at(-1)?.to).toBe("2026-11-22 10:00:00");
  });

  it("keeps what is not known to be there, once, and leaves other software's orders alone", async () => {
    const [orphaned, drafted, known] = [
      reference("gid://shopify/Order/7"),
      reference(),
      reference("gid://shopify/Order/2"),
    ];
    const owner = await order(GID, { reference: drafted, state: "ready" });
    await order("gid://shopify/Order/2", { reference: known, state: "submitted", sentAt: fake.ctx.clock.now() });
    fake.rows = [orphaned, drafted, known, "SHOP-1001", "other software", ""].map(row);
    fake.advance(HOUR);
    expect(await runBackfill()).toBe("completed");
    expect((await orphans()).sort()).toEqual([orphaned, drafted].sort());
    expect(fake.wokenOrders).toEqual([owner]);
    expect((await database.db.order.findUniqueOrThrow({ where: { id: owner } })).dueAt).not.toBeNull();
  });

  it("keeps each order into which the service split one, also those that only the complete list shows", async () => {
    const split = reference();
    const parts = ["P-1", "P-2"].map((serviceOrderId) => ({ ...row(split), serviceOrderId }));
    const owner = await order(GID);
    fake.rows = parts.slice(0, 1);
    fake.complete = false;
    fake.advance(HOUR);
    expect(await runBackfill()).toBe("incomplete");
    await adopted(owner, split);
    fake.rows = parts;
    fake.complete = true;
    expect(await runBackfill()).toBe("completed");
    const stored = await database.db.orphan.findMany({ orderBy: { serviceOrderId: "asc" } });
    expect(stored).toMatchObject([
      { reference: split, serviceOrderId: "P-1", items: [{ itemSku: "TEE", quantity: 1 }] },
      { reference: split, serviceOrderId: "P-2", items: [{ itemSku: "TEE", quantity: 1 }] },
    ]);
  });

  it("stays incomplete while the list cannot be read, and is complete once it can", async () => {
    fake.advance(HOUR);
    fake.failure = new UnavailableError("away");
    expect(await runBackfill()).toBe("unreadable");
    expect(await gap()).toMatchObject({ syncGapProblem: "unreadable" });
    fake.failure = null;
    expect(await runBackfill()).toBe("completed");
    expect(await gap()).toMatchObject({ syncGapFrom: null, syncGapProblem: null });
  });

  it("stays incomplete where the service ignores the range; the orders it shows are recorded all the same", async () => {
    const orphaned = reference();
    fake.rows = [row(orphaned)];
    fake.honorsDateFilter = false;
    fake.advance(HOUR);
    expect(await runBackfill()).toBe("date_filter_ignored");
    expect(await orphans()).toEqual([orphaned]);
    expect((await gap()).syncGapFrom).not.toBeNull();
  });

  it("stays incomplete where the list lacks what was sent just before the gap", async () => {
    const before = new Date(fake.ctx.clock.now().getTime() - 2 * HOUR);
    const knownReference = reference();
    await order(GID, { reference: knownReference, state: "submitted", sentAt: before });
    fake.advance(HOUR);
    expect(await runBackfill()).toBe("known_order_missing");
    fake.rows = [row(knownReference)];
    expect(await runBackfill()).toBe("completed");
    expect(fake.requestedRanges[0]?.from).toBe("2026-11-20 07:00:00");
  });

  it("stays incomplete where the list lacks one order sent before, or has no visible end", async () => {
    const before = new Date(fake.ctx.clock.now().getTime() - 2 * HOUR);
    const [first, second] = [reference(), reference("gid://shopify/Order/2")];
    await order(GID, { reference: first, state: "submitted", sentAt: before });
    await order("gid://shopify/Order/2", { reference: second, state: "submitted", sentAt: before });
    fake.advance(HOUR);
    fake.rows = [row(second)];
    expect(await runBackfill()).toBe("known_order_missing");
    fake.rows = [row(first), row(second)];
    fake.complete = false;
    expect(await runBackfill()).toBe("incomplete");
    expect(await gap()).toMatchObject({ syncGapProblem: "incomplete" });
    fake.complete = true;
    expect(await runBackfill()).toBe("completed");
  });

  it("stays unknown where another gap was noticed during the list scan", async () => {
    fake.advance(HOUR);
    fake.whileReading = async () => {
      await database.db.printAccount.updateMany({ data: { syncGapDetectedAt: fake.ctx.clock.now() } });
    };
    expect(await runBackfill()).toBe("too_early");
    expect((await gap()).syncGapFrom).not.toBeNull();
  });

  it("is overridden by staff of its own shop only, and only where the list cannot be used", async () => {
    expect(await overrideHistoryCheck(fake.ctx, shopId)).toBe(false);
    fake.advance(HOUR);
    fake.honorsDateFilter = false;
    fake.rows = [row("any")];
    await runBackfill();
    expect(await overrideHistoryCheck(fake.ctx, systemIds.uuid())).toBe(false);
    expect(await overrideHistoryCheck(fake.ctx, shopId)).toBe(true);
    expect(await runBackfill()).toBe("no_gap");
  });
});
