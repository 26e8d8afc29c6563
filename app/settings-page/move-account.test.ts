import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { takeTurn } from "../long-runs/engine.ts";
import { createAccountFixture } from "../print-accounts/account-fixture.testing.ts";
import { UnauthorizedError, UnavailableError } from "../ports/errors.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
import type { PrintAccountCalls, SyncedOrder } from "../ports/print-service.ts";
import { whileLockHeld } from "../../tests/support/held-lock.ts";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { NO_RECIPIENT } from "../../tests/support/provider-orders.ts";
import { seedOrder } from "../../tests/support/shops-context.ts";
import { connectAccount } from "./account.ts";
import { accountMoveRun, cancelMove, compareAgain, compareSeen, moveShop, viewMove } from "./move-account.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const US = ["US", 1] as [string, number];
test.each<[string, Parameters<typeof compareSeen>[0], ReturnType<typeof compareSeen>["verdict"]]>([
  ["nothing in either list", {}, "too_few"],
  ["one order in both", { a: [US, US] }, "same"],
  ["orders in neither's list but its own", { a: [US, null], b: [null, US] }, "too_few"],
  [
    "four of five in both, since the newest is not listed yet",
    { a: [US, US], b: [US, US], c: [US, US], d: [US, US], e: [US, null] },
    "same",
  ],
  ["three of four in both", { a: [US, US], b: [US, US], c: [US, US], d: [US, null] }, "too_few"],
  ["more in the other list, which shows what was deleted", { a: [US, US], b: [null, US], c: [null, US] }, "same"],
  ["an order that goes elsewhere", { a: [US, US], b: [US, ["CA", 1]] }, "different"],
  ["an order of another size", { a: [US, US], b: [US, ["US", 2]] }, "different"],
  ["what one list does not show", { a: [US, ["", null]], b: [["", 1], US] }, "same"],
])("%s: %s means %s", (_what, seen, verdict) => {
  expect(compareSeen(seen).verdict).toBe(verdict);
});

test("the counts are those of all orders, and the examples of those that stand in the way", () => {
  const seen = { a: [US, US], b: [US, ["CA", 1]], c: [US, null], d: [null, US] } as Parameters<typeof compareSeen>[0];
  expect(compareSeen(seen)).toEqual({
    ...{ both: 1, different: 1, onlyPresent: 1, onlyOther: 1 },
    ...{ examples: ["b", "c"], verdict: "different" },
  });
});

/** References of one installation. */
const reference = (n: number) => `100${n}-ABCDEFGHJKMNPQR${n}`;
const listed = (n: number, over: Partial<SyncedOrder> = {}): SyncedOrder => ({
  ...{ serviceOrderId: `${n}`, reference: reference(n), enteredAt: null, storeName: null },
  recipient: { ...NO_RECIPIENT, countryCode: "US" },
  items: [
    {
      ...{ productName: "", itemSku: "SKU", quantity: 1, artworkFront: "", artworkBack: "", mockup: "" },
      ...{ orderStatus: null, paymentStatus: null },
    },
  ],
  trackings: [],
  ...over,
});

describe("a shop that reaches its account through version 1", () => {
  let fixture: ReturnType<typeof createAccountFixture>;
  let ctx: typeof fixture.ctx & typeof world.ctx;
  let lists: Record<"v1" | "v3", SyncedOrder[] | Error>;
  let reads: number;
  let shop: { id: ShopId; domain: string };
  let token: string;

  beforeEach(async () => {
    fixture = createAccountFixture(world);
    lists = { v1: [listed(1), listed(2)], v3: [listed(1), listed(2)] };
    reads = 0;
    const versions = new Map<PrintAccountId, "v1" | "v3">();
    const { forAccount } = fixture.ctx.printService;
    const v3 = { ...fixture.ctx.signIn.v3, fetchToken: async () => token };
    ctx = {
      ...{ ...world.ctx, ...fixture.ctx },
      signIn: { ...fixture.ctx.signIn, v3 },
      printService: {
        forAccount: (id): PrintAccountCalls => ({
          ...forAccount(id),
          async listAll() {
            const row = await world.db.printAccount.findUniqueOrThrow({ where: { id } });
            versions.set(id, row.interfaceVersion);
            reads += 1;
            const list = lists[row.interfaceVersion];
            if (list instanceof Error) throw list;
            return { rows: list, complete: true };
          },
        }),
      },
    };
    shop = await fixture.newShop();
    token = `token-${randomUUID()}`;
    expect(await connectAccount(ctx, shop, fixture.credentials)).toMatchObject({ outcome: "connected", version: "v1" });
  });

  const accountId = async () => (await fixture.shop(shop.id)).printAccountId;
  const connectV3 = () => connectAccount(ctx, shop, { accessToken: token });
  const view = () => viewMove(ctx, shop.id);
  const turn = (isOver = false) => {
    const stopping = isOver ? AbortSignal.abort() : new AbortController().signal;
    return takeTurn(ctx, accountMoveRun, { id: shop.id, shopId: shop.id }, { stopping, claimMs: 60_000 });
  };
  async function sent(state: "submitted" | "waiting" = "submitted") {
    const { submissionId } = await seedOrder(
      ctx,
      shop.domain,
      `gid://shopify/Order/${Math.random()}`.replace("0.", "1") as never,
      state,
    );
    const data = { sentAt: state === "waiting" ? null : ctx.clock.now() };
    await world.db.submission.update({ where: { id: submissionId }, data });
    return submissionId;
  }
  async function compared() {
    await sent();
    expect(await connectV3()).toEqual({ outcome: "comparing", version: "v3" });
    await turn();
  }

  it("moves at once where it has sent nothing yet", async () => {
    await sent("waiting");
    expect(await connectV3()).toMatchObject({ outcome: "connected", version: "v3" });
    expect(await view()).toBeNull();
  });

  it("compares both lists first, changes nothing until a person moves it, and leaves what was sent where it was", async () => {
    const before = await accountId();
    const submissionId = await sent();
    expect(await connectV3()).toEqual({ outcome: "comparing", version: "v3" });
    expect(await view()).toEqual({ state: "comparing", version: "v3", isWaiting: false, done: 0, total: 6 });
    expect(await moveShop(ctx, shop.id)).toBe("outdated");
    await turn();
    expect(await view()).toMatchObject({
      ...{ state: "compared", verdict: "same", both: 2, onlyPresent: 0, onlyOther: 0, different: 0 },
      isOutdated: false,
    });
    expect(await accountId()).toBe(before);

    expect(await moveShop(ctx, shop.id)).toBe("moved");
    expect(await accountId()).not.toBe(before);
    expect(await world.db.submission.findUniqueOrThrow({ where: { id: submissionId } })).toMatchObject({
      printAccountId: before,
    });
    expect(await view()).toMatchObject({ state: "moved", version: "v3", open: 1 });
    await world.db.submission.update({ where: { id: submissionId }, data: { state: "fulfilled" } });
    expect(await view()).toMatchObject({ open: 0 });
  });

  it("does not move where the lists show different accounts, and keeps no login once the move is given up", async () => {
    lists.v3 = [listed(7), listed(8)];
    await compared();
    expect(await view()).toMatchObject({ verdict: "too_few", both: 0, onlyPresent: 2, onlyOther: 2 });
    expect(await moveShop(ctx, shop.id)).toBe("not_same");
    const { toAccountId: id } = await world.db.accountMove.findUniqueOrThrow({ where: { shopId: shop.id } });
    const accounts = () => world.db.printAccount.count({ where: { id } });
    expect(await accounts()).toBe(1);
    await cancelMove(ctx, shop.id);
    expect(await view()).toBeNull();
    expect(await accounts()).toBe(0);
    expect(await connectV3()).toEqual({ outcome: "comparing", version: "v3" });
  });

  it("continues a comparison that was interrupted, without reading again what was read", async () => {
    await sent();
    await connectV3();
    lists.v3 = new UnavailableError("away");
    await expect(turn()).rejects.toThrow("away");
    expect(await view()).toMatchObject({ state: "comparing", isWaiting: true, done: 0 });
    lists.v3 = [listed(1), listed(2)];
    await world.db.longRun.deleteMany({ where: { id: shop.id } });
    await world.db.accountMove.update({
      where: { shopId: shop.id },
      data: { partsRead: 5, seen: { [reference(9)]: [["US", 1], null] } },
    });
    reads = 0;
    await turn();
    expect(reads).toBe(2);
    expect(await view()).toMatchObject({ state: "compared", both: 2, onlyPresent: 1, verdict: "too_few" });
  });

  it("says that a login was rejected, and compares again when it is asked to", async () => {
    lists.v1 = new UnauthorizedError("no");
    await sent();
    await connectV3();
    await expect(turn()).rejects.toThrow("no");
    expect(await view()).toEqual({ state: "failed", version: "v3", problem: "account_rejected" });
    lists.v1 = [listed(1)];
    await compareAgain(ctx, shop.id);
    await turn();
    expect(await view()).toMatchObject({ state: "compared", verdict: "same" });
  });

  it("compares again after a day, and after its login was changed", async () => {
    await compared();
    fixture.ctx.clock.advance(86_400_001);
    expect(await view()).toMatchObject({ state: "compared", isOutdated: true });
    expect(await moveShop(ctx, shop.id)).toBe("outdated");
    await connectAccount(ctx, shop, fixture.credentials);
    expect(await view()).toBeNull();
    expect(await moveShop(ctx, shop.id)).toBe("outdated");
  });

  it("moves once, although two people move it at the same moment", async () => {
    await compared();
    const { version } = await world.db.shop.findUniqueOrThrow({ where: { id: shop.id } });
    expect(await Promise.all([moveShop(ctx, shop.id), moveShop(ctx, shop.id)])).toEqual(["moved", "moved"]);
    expect(await world.db.shop.findUniqueOrThrow({ where: { id: shop.id } })).toMatchObject({ version: version + 1 });
  });

  it("stays moved where somebody gives the move up at the moment at which another person makes it", async () => {
    await compared();
    await whileLockHeld(
      world.pool,
      async (client) => {
        const moved = `UPDATE "AccountMove" SET "state" = 'moved', "movedAt" = now() WHERE "shopId" = $1 RETURNING "toAccountId"`;
        await client.query(`SELECT 1 FROM "Shop" WHERE "id" = $1 FOR NO KEY UPDATE`, [shop.id]);
        await client.query(
          `WITH m AS (${moved}) UPDATE "Shop" SET "printAccountId" = m."toAccountId" FROM m WHERE "id" = $1`,
          [shop.id],
        );
      },
      () => cancelMove(ctx, shop.id),
    );
    expect(await view()).toMatchObject({ state: "moved", open: 1 });
  });

  it("waits for a claim that is just made with the former account, which ends there", async () => {
    const former = await accountId();
    await compared();
    const submissionId = await sent("waiting");
    const outcome = await whileLockHeld(
      world.pool,
      // As a claim does: the shop stays as it is until the claim is committed.
      async (client) => {
        await client.query(`SELECT 1 FROM "Shop" WHERE "id" = $1 FOR SHARE`, [shop.id]);
        await client.query(`UPDATE "Submission" SET "state" = 'submitting', "printAccountId" = $2 WHERE "id" = $1`, [
          submissionId,
          former,
        ]);
      },
      () => moveShop(ctx, shop.id),
    );
    expect(outcome).toBe("moved");
    expect(await world.db.submission.findUniqueOrThrow({ where: { id: submissionId } })).toMatchObject({
      ...{ state: "submitting", printAccountId: former },
    });
    expect(await view()).toMatchObject({ open: 2 });
  });

  it("takes a sync gap with it: what the former account may not know, the new one does not know, either", async () => {
    await compared();
    const syncGapFrom = new Date(ctx.clock.now().getTime() - 3_600_000);
    const gap = { syncGapFrom, syncGapDetectedAt: ctx.clock.now() };
    await world.db.printAccount.update({ where: { id: (await accountId()) ?? expect.unreachable() }, data: gap });
    await moveShop(ctx, shop.id);
    expect(
      await world.db.printAccount.findUniqueOrThrow({ where: { id: (await accountId()) ?? expect.unreachable() } }),
    ).toMatchObject(gap);
  });

  it("moves back by the same comparison, and keeps one row for each version of one email", async () => {
    await compared();
    await moveShop(ctx, shop.id);
    const second = await accountId();
    const id = await sent();
    await world.db.submission.update({ where: { id }, data: { printAccountId: second } });
    expect(await connectAccount(ctx, shop, fixture.credentials, { through: "v1" })).toEqual({
      outcome: "comparing",
      version: "v1",
    });
    await turn();
    expect(await moveShop(ctx, shop.id)).toBe("moved");
    const { email } = fixture.credentials;
    expect(await connectAccount(ctx, shop, { email, password: "of version 3" }, { through: "v3" })).toEqual({
      outcome: "comparing",
      version: "v3",
    });
    const move = await world.db.accountMove.findUniqueOrThrow({ where: { shopId: shop.id } });
    expect(move.toAccountId).not.toBe(move.fromAccountId);
    expect(move.toAccountId).not.toBe(second);
  });
});
