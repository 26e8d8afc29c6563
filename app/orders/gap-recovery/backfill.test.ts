import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openFreshDatabase } from "../../../tests/support/database.ts";
import { systemIds } from "../../composition/ids.server.ts";
import { Unavailable } from "../../ports/errors.ts";
import type { SyncedOrder } from "../../ports/print-service.ts";
import { newReference, orderTag } from "../core/reference.ts";
import { trustPast } from "./sync-gap.ts";
import { learnPast } from "./backfill.ts";
import { playedContext, type Played } from "./fake-print-list.testing.ts";

const HOUR = 3_600_000;
const DOMAIN = "one.myshopify.com";
const GID = "gid://shopify/Order/1";
let database: Awaited<ReturnType<typeof openFreshDatabase>>;
let played: Played;
let account: string;
let shopId: string;

const reference = (gid = GID) => newReference({ name: "#1", tag: orderTag(played.ctx.seal, DOMAIN, gid) }, systemIds);
const row = (name: string): SyncedOrder => ({
  serviceOrderId: `P-${name}`,
  reference: name,
  enteredAt: "2026-11-21 08:30:00",
  storeName: null,
  items: [
    {
      productName: "",
      itemSku: "TEE",
      quantity: 1,
      artworkFront: "f",
      artworkBack: "",
      orderStatus: null,
      paymentStatus: null,
    },
  ],
  trackings: [],
});
const learn = () => learnPast(played.ctx, account);
const gap = () => database.db.printAccount.findUniqueOrThrow({ where: { id: account } });
const strays = async () => (await database.db.stray.findMany()).map((stray) => stray.reference);

async function order(gid: string, submission?: { reference: string; state: "submitted" | "ready"; sentAt?: Date }) {
  const now = played.ctx.clock.now();
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

beforeAll(async () => {
  database = await openFreshDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  const { db } = database;
  await db.stray.deleteMany();
  await db.submission.deleteMany();
  await db.order.deleteMany();
  await db.shop.deleteMany();
  await db.printAccount.deleteMany();
  played = playedContext(db);
  const now = played.ctx.clock.now();
  account = systemIds.uuid();
  shopId = systemIds.uuid();
  const bytes = new Uint8Array([1]);
  await db.printAccount.create({
    data: {
      id: account,
      key: account,
      emailHash: account,
      credentialsSealed: bytes,
      eventHeader: "X",
      eventTokenSealed: bytes,
      createdAt: now,
      gapFrom: new Date(now.getTime() - HOUR),
      gapSeenAt: now,
    },
  });
  await db.shop.create({
    data: { id: shopId, domain: DOMAIN, installedAt: now, goLiveAt: now, settings: {}, printAccountId: account },
  });
});

describe("the past of an account after a gap", () => {
  it("is not asked for before calls that ran have ended and the service has listed them", async () => {
    played.pass(10 * 60_000);
    expect(await learn()).toBe("not_yet");
    expect(played.asked).toEqual([]);
    played.pass(31_000);
    expect(await learn()).toBe("learned");
    expect((await gap()).gapFrom).toBeNull();
    expect(await learn()).toBe("known");
  });

  it("is read from before the gap on, a day wider than the service's zone could make it", async () => {
    played.pass(HOUR);
    await learn();
    expect(played.asked[0]).toEqual({ from: "2026-11-20 08:00:00", to: "2026-11-22 10:00:00" });
  });

  it("is read month by month, and 90 days at most: of what is older Shopify shows nothing", async () => {
    played.pass(HOUR);
    await database.db.printAccount.updateMany({ data: { gapFrom: new Date("2000-01-01T00:00:00Z") } });
    await learn();
    expect(played.asked.map(({ from }) => from.slice(0, 10))).toEqual([
      "2026-08-22",
      "2026-09-21",
      "2026-10-21",
      "2026-11-20",
    ]);
    expect(played.asked.at(-1)?.to).toBe("2026-11-22 10:00:00");
  });

  it("keeps what is not known to be there, once, and leaves other software's orders alone", async () => {
    const [lost, drafted, known] = [
      reference("gid://shopify/Order/7"),
      reference(),
      reference("gid://shopify/Order/2"),
    ];
    const owner = await order(GID, { reference: drafted, state: "ready" });
    await order("gid://shopify/Order/2", { reference: known, state: "submitted", sentAt: played.ctx.clock.now() });
    played.rows = [lost, drafted, known, "SHOP-1001", "other software", ""].map(row);
    played.pass(HOUR);
    expect(await learn()).toBe("learned");
    expect((await strays()).sort()).toEqual([lost, drafted].sort());
    expect(played.woken).toEqual([owner]);
    expect((await database.db.order.findUniqueOrThrow({ where: { id: owner } })).dueAt).not.toBeNull();
  });

  it("is not taken for known where the list cannot be read, and is once it can", async () => {
    played.pass(HOUR);
    played.failure = new Unavailable("away");
    expect(await learn()).toBe("unreadable");
    expect(await gap()).toMatchObject({ gapTrouble: "unreadable" });
    played.failure = null;
    expect(await learn()).toBe("learned");
    expect(await gap()).toMatchObject({ gapFrom: null, gapTrouble: null });
  });

  it("is not taken for known where the service takes no notice of the range; what it shows counts all the same", async () => {
    const lost = reference();
    played.rows = [row(lost)];
    played.heedsRange = false;
    played.pass(HOUR);
    expect(await learn()).toBe("range_not_heeded");
    expect(await strays()).toEqual([lost]);
    expect((await gap()).gapFrom).not.toBeNull();
  });

  it("is not taken for known where the list lacks what was sent just before the gap", async () => {
    const before = new Date(played.ctx.clock.now().getTime() - 2 * HOUR);
    const witness = reference();
    await order(GID, { reference: witness, state: "submitted", sentAt: before });
    played.pass(HOUR);
    expect(await learn()).toBe("witness_missing");
    played.rows = [row(witness)];
    expect(await learn()).toBe("learned");
    expect(played.asked[0]?.from).toBe("2026-11-20 07:00:00");
  });

  it("is not taken for known where the list lacks one of those sent before, or has no end that can be seen", async () => {
    const before = new Date(played.ctx.clock.now().getTime() - 2 * HOUR);
    const [first, second] = [reference(), reference("gid://shopify/Order/2")];
    await order(GID, { reference: first, state: "submitted", sentAt: before });
    await order("gid://shopify/Order/2", { reference: second, state: "submitted", sentAt: before });
    played.pass(HOUR);
    played.rows = [row(second)];
    expect(await learn()).toBe("witness_missing");
    played.rows = [row(first), row(second)];
    played.whole = false;
    expect(await learn()).toBe("not_whole");
    expect(await gap()).toMatchObject({ gapTrouble: "not_whole" });
    played.whole = true;
    expect(await learn()).toBe("learned");
  });

  it("stays unknown where another gap was noticed during the walk", async () => {
    played.pass(HOUR);
    played.during = async () => {
      await database.db.printAccount.updateMany({ data: { gapSeenAt: played.ctx.clock.now() } });
    };
    expect(await learn()).toBe("not_yet");
    expect((await gap()).gapFrom).not.toBeNull();
  });

  it("is taken for known by a person's word, of its own shop, and only where the list is of no help", async () => {
    expect(await trustPast(played.ctx, shopId)).toBe(false);
    played.pass(HOUR);
    played.heedsRange = false;
    played.rows = [row("any")];
    await learn();
    expect(await trustPast(played.ctx, systemIds.uuid())).toBe(false);
    expect(await trustPast(played.ctx, shopId)).toBe(true);
    expect(await learn()).toBe("known");
  });
});
