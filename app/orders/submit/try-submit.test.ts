import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { address, line } from "../../../tests/support/order-fixtures.ts";
import { whileLockHeld } from "../../../tests/support/held-lock.ts";
import { propertyRuns } from "../../../tests/support/release.ts";
import { RejectedError, UnavailableError, UncertainError } from "../../ports/errors.ts";
import type { CreatedOrder, SyncedOrder } from "../../ports/print-service.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { beat, openShop } from "../receive/open-shop.testing.ts";
import { recheckOrder } from "../receive/recheck-order.ts";
import { stepSubmission } from "./step-submission.ts";
import type { CreatePlaces } from "./try-submit.ts";
import { submit } from "./try-submit.testing.ts";
import { sentFiles } from "../core/sent-content.ts";
import { NO_RECIPIENT } from "../../../tests/support/provider-orders.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const MINUTE = 60_000;

/** A shop with one submission that is due. */
async function due(settings: Partial<ShopSettings> = {}) {
  const shop = await openShop(world, settings);
  await shop.receive();
  shop.shopify.read = () => Promise.resolve(shop.paid());
  const { id, reference } = (await shop.submissions())[0] ?? expect.unreachable();
  const row = () => world.db.submission.findUniqueOrThrow({ where: { id } });
  const attempts = async () =>
    (await world.db.attempt.findMany({ where: { submissionId: id }, orderBy: { number: "asc" } })).map(
      (one) => one.outcome,
    );
  shop.woken.length = 0;
  /** Makes the submission due. */
  async function setDue(): Promise<void> {
    await beat(world);
    await world.db.submission.update({ where: { id }, data: { dueAt: world.ctx.clock.now() } });
  }
  return {
    ...shop,
    id,
    reference,
    row,
    attempts,
    setDue,
    submit: (inPlace?: CreatePlaces) => submit(shop.ctx, id, inPlace),
  };
}

const synced = (reference: string): SyncedOrder => ({
  serviceOrderId: "1",
  reference,
  enteredAt: null,
  storeName: null,
  recipient: NO_RECIPIENT,
  items: [],
  trackings: [],
});

describe("a submission that is due", () => {
  it("is read from Shopify once more, sent once, and recorded as accepted", async () => {
    const order = await due();
    await order.submit();
    expect(order.shopify.reads).toBe(1);
    expect(order.printService.created).toMatchObject([
      { account: order.account.id, order: { reference: order.reference } },
    ]);
    expect(await order.row()).toMatchObject({
      state: "submitted",
      sentAt: world.ctx.clock.now(),
      everUncertain: false,
    });
    expect(await order.attempts()).toEqual(["accepted"]);
  });

  it("is sent once, however many workers try at once", async () => {
    const order = await due();
    await Promise.all(Array.from({ length: 6 }, () => stepSubmission(order.ctx, order.id)));
    expect(order.printService.created).toHaveLength(1);
    expect(await order.attempts()).toEqual(["accepted"]);
    expect(await order.row()).toMatchObject({ state: "submitted" });
  });

  it("has its claim committed before the print service is called", async () => {
    const order = await due();
    let atCall: unknown;
    order.printService.create = async ({ reference }) => {
      const { state, claimToken } = await order.row();
      atCall = { state, isClaimed: claimToken !== null, attempts: await order.attempts() };
      return { reference, updatedAt: null, items: [] };
    };
    await order.submit();
    expect(atCall).toEqual({ state: "submitting", isClaimed: true, attempts: [null] });
  });

  it("reads the account's token before its claim, and not between claim and call", async () => {
    const order = await due();
    const prepared: unknown[] = [];
    order.printService.prepareCreate = async () => {
      const { state } = await order.row();
      prepared.push({ state, attempts: await order.attempts() });
    };
    await order.submit();
    expect(prepared).toEqual([{ state: "ready", attempts: [] }]);
  });

  it("is tried, and the failure recorded, where the account's token cannot be had", async () => {
    const order = await due();
    const refused = () => Promise.reject(new UnavailableError("no token"));
    order.printService.prepareCreate = refused;
    order.printService.create = refused;
    await order.submit();
    expect(await order.attempts()).toEqual(["not_processed"]);
    expect(await order.row()).toMatchObject({ state: "ready", claimToken: null });
  });

  it("is not claimed where the account's token could not be read: nothing would be sent", async () => {
    const order = await due();
    order.printService.prepareCreate = () => Promise.reject(new Error("no connection to the database"));
    await expect(order.submit()).rejects.toThrow("no connection");
    expect(await order.attempts()).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "ready", claimToken: null });
  });

  it("takes its place for claim and call alone", async () => {
    const order = await due();
    const seen: unknown[] = [];
    const look = async () => {
      const { state } = await order.row();
      seen.push([order.shopify.reads, order.printService.created.length, state]);
    };
    await order.submit(async (call) => {
      await look();
      const result = await call();
      await look();
      return result;
    });
    expect(seen).toEqual([
      [1, 0, "ready"],
      [1, 1, "submitting"],
    ]);
    expect(await order.row()).toMatchObject({ state: "submitted" });
  });

  it("reads the order once more where the wait for the place was long", async () => {
    const order = await due();
    const at = new Date(order.paid().updatedAt.getTime() + MINUTE);
    await order.submit((call) => {
      order.shopify.read = () => Promise.resolve(order.paid({ updatedAt: at, cancelledAt: at }));
      world.advance(1_001);
      return call();
    });
    expect(order.printService.created).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "cancelled" });
  });

  it("stays due where the process stops before the submission gets its place", async () => {
    const order = await due();
    const before = await order.row();
    await order.submit(() => Promise.resolve(null));
    expect(await order.row()).toMatchObject({ state: "ready", dueAt: before.dueAt, tries: 0 });
    expect(await order.attempts()).toEqual([]);
  });

  it("sends what Shopify shows now, not what a webhook showed", async () => {
    const order = await due();
    const now = order.paid({
      updatedAt: new Date(order.paid().updatedAt.getTime() + MINUTE),
      lines: [line({ quantity: 4, remaining: 4 })],
    });
    order.shopify.read = () => Promise.resolve(now);
    await order.submit();
    // The pre-send checks were made for other content, so the step starts again.
    expect(order.printService.created).toEqual([]);
    expect(order.woken).toEqual([order.id]);
    await order.submit();
    expect(order.printService.created.map(({ order: sent }) => sent.items.map((item) => item.quantity))).toEqual([[4]]);
  });

  it.each<[string, Partial<OrderSnapshot>, string, string[]]>([
    ["corrected", { shippingAddress: address({ zip: "62702" }) }, "ready", []],
    ["canceled", { cancelledAt: new Date() }, "cancelled", []],
    ["left as it was", {}, "rejected", ["rejected"]],
  ])(
    "is decided again after a rejection where the order was %s during the call",
    async (_what, change, state, codes) => {
      const order = await due();
      const shown = order.paid({ updatedAt: order.later(1), ...change });
      order.printService.create = async () => {
        await order.receive(shown);
        order.shopify.read = () => Promise.resolve(shown);
        throw new RejectedError("422");
      };
      await order.submit();
      expect(await order.row()).toMatchObject({ state: "rejected" });
      await recheckOrder(order.ctx, (await order.row()).orderId);
      expect(await order.row()).toMatchObject({ state });
      expect(await order.openCodes()).toEqual(codes);
    },
  );

  it("is not sent when the order was canceled in Shopify without a webhook", async () => {
    const order = await due();
    const at = new Date(order.paid().updatedAt.getTime() + MINUTE);
    order.shopify.read = () => Promise.resolve(order.paid({ updatedAt: at, cancelledAt: at }));
    await order.submit();
    expect(order.printService.created).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "cancelled" });
  });

  it("waits while Shopify shows an older order than the webhook did", async () => {
    const order = await due();
    order.shopify.read = () => Promise.resolve(order.paid({ updatedAt: new Date(0) }));
    await order.submit();
    expect(order.printService.created).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "ready", tries: 1 });
  });

  it.each([
    ["that Shopify does not show", () => Promise.resolve(null), ["order_not_found"]],
    ["while Shopify cannot be read", () => Promise.reject(new UnavailableError("busy", { retryAfterMs: MINUTE })), []],
  ])("is not sent %s, and is tried again later", async (_what, read, codes) => {
    const order = await due();
    const before = world.ctx.clock.now().getTime();
    order.shopify.read = read;
    await order.submit();
    expect(order.printService.created).toEqual([]);
    const { state, dueAt, tries } = await order.row();
    expect([state, tries]).toEqual(["ready", 1]);
    expect(dueAt?.getTime()).toBeGreaterThanOrEqual(before + MINUTE);
    expect(await order.openCodes()).toEqual(codes);
  });

  it("is looked for less and less often where Shopify does not show it", async () => {
    const order = await due();
    order.shopify.read = () => Promise.resolve(null);
    const waits: number[] = [];
    for (let times = 0; times < 20; times += 1) {
      await order.submit();
      const waitMs = ((await order.row()).dueAt?.getTime() ?? 0) - world.ctx.clock.now().getTime();
      waits.push(waitMs / world.ctx.policy.recheckIntervalMs);
      world.advance(waitMs);
    }
    expect(waits[0]).toBe(1);
    expect(waits.at(-1)).toBe(12);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  });

  it("is held where an artwork link cannot be read, and sent once the link can be read", async () => {
    const order = await due();
    const ctx = {
      ...order.ctx,
      artwork: { check: () => Promise.resolve({ ok: false as const, reason: "timeout" as const, temporary: true }) },
    };
    await submit(ctx, order.id);
    expect(await order.openCodes()).toEqual(["artwork_unreadable"]);
    expect(await order.row()).toMatchObject({ state: "waiting" });
    await order.setDue();
    await stepSubmission(order.ctx, order.id);
    expect(order.printService.created).toHaveLength(1);
    expect(await order.openCodes()).toEqual([]);
  });

  it("keeps the hash of each file that was at its link just before sending", async () => {
    const order = await due();
    const file = { bytes: 4_100, sha256: "5e88", etag: null, image: null, document: null };
    const check = () => Promise.resolve({ ok: true as const, type: "image/svg+xml", file });
    await submit({ ...order.ctx, artwork: { check } }, order.id);
    const attempt = await world.db.attempt.findFirst({ where: { submissionId: order.id } });
    expect(sentFiles(attempt?.lines)).toEqual([{ position: 0, side: "front", bytes: 4_100, sha256: "5e88" }]);
  });
});

describe("nothing is sent", () => {
  it("while no fresh heartbeat of a worker proves that the database is complete", async () => {
    const order = await due();
    world.advance(world.ctx.policy.heartbeatTimeoutMs + 1);
    await order.submit();
    expect(order.printService.created).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "ready", tries: 1, claimToken: null });
    await order.setDue();
    await order.submit();
    expect(order.printService.created).toHaveLength(1);
  });

  it("on an account whose sync gap is not backfilled", async () => {
    const order = await due();
    await world.db.printAccount.update({ where: { id: order.account.id }, data: { syncGapFrom: new Date(0) } });
    await order.submit();
    expect(order.printService.created).toEqual([]);
    expect(await order.attempts()).toEqual([]);
  });

  it("for a shop that uninstalled the app: the submission waits without a due time", async () => {
    const order = await due();
    await world.db.shop.update({ where: { id: order.shop.id }, data: { uninstalledAt: new Date() } });
    await order.submit();
    expect(order.shopify.reads).toBe(0);
    expect(await order.row()).toMatchObject({ state: "waiting", dueAt: null });
    expect(await order.openCodes()).toEqual(["shop_uninstalled"]);
  });

  it.each<[string, (order: Awaited<ReturnType<typeof due>>) => [sql: string, ...values: unknown[]]]>([
    ["that is uninstalled", ({ shop }) => [`UPDATE "Shop" SET "uninstalledAt" = now() WHERE "id" = $1`, shop.id]],
    [
      "whose settings are saved",
      ({ shop }) => [`UPDATE "Shop" SET "settings" = '{"approval":"manual"}' WHERE "id" = $1`, shop.id],
    ],
    ["that pauses its sending", ({ shop }) => [`UPDATE "Shop" SET "sendingPausedAt" = now() WHERE "id" = $1`, shop.id]],
    [
      "that moves to another time zone",
      ({ shop }) => [`UPDATE "Shop" SET "timezone" = 'Europe/Berlin' WHERE "id" = $1`, shop.id],
    ],
    [
      "that disconnects its print account",
      ({ shop }) => [`UPDATE "Shop" SET "printAccountId" = NULL WHERE "id" = $1`, shop.id],
    ],
  ])("for a shop %s while the claim is made", async (_what, change) => {
    const order = await due();
    const [sql, ...values] = change(order);
    // The account's lock stops the claim before the last read of the shop.
    await whileLockHeld(
      world.pool,
      async (client) => {
        await client.query(`SELECT 1 FROM "PrintAccount" WHERE "id" = $1 FOR UPDATE`, [order.account.id]);
        await client.query(sql, values);
      },
      order.submit,
    );
    expect(order.printService.created).toEqual([]);
    expect(order.woken).toEqual([order.id]);
    expect(await order.attempts()).toEqual([]);
  });

  it("beyond the calls that the policy allows an account at once; the rest waits and counts as no try", async () => {
    const orders = [await due()];
    const [first] = orders as [(typeof orders)[number]];
    const limit = world.ctx.policy.accountConcurrency;
    for (let n = 0; n < limit + 2; n += 1) {
      const other = await due();
      await world.db.shop.update({ where: { id: other.shop.id }, data: { printAccountId: first.account.id } });
      orders.push(other);
    }
    let open = 0;
    let most = 0;
    const answers: (() => void)[] = [];
    const create = async ({ reference }: { reference: string }): Promise<CreatedOrder> => {
      most = Math.max(most, (open += 1));
      await new Promise<void>((resolve) => void answers.push(resolve));
      open -= 1;
      return { reference, updatedAt: null, items: [] };
    };
    for (const one of orders) one.printService.create = create;
    const runs = orders.map(async (one) => {
      await stepSubmission(one.ctx, one.id);
      // The submission was released for another account: a second step sends it.
      await stepSubmission(one.ctx, one.id);
    });
    const all = Promise.all(runs);
    const release = setInterval(() => answers.splice(0).forEach((answer) => answer()), 200);
    await all.finally(() => clearInterval(release));
    expect(most).toBeLessThanOrEqual(limit);
    const rows = await Promise.all(orders.map((one) => one.row()));
    expect(rows.filter((row) => row.state === "submitted").length).toBeGreaterThan(0);
    expect(rows.filter((row) => row.state === "ready").every((row) => row.tries === 0 && row.claimToken === null)).toBe(
      true,
    );
  });
});

describe("a second create call", () => {
  /** A submission whose first create call the service answered without accepting the order. */
  const unprocessed = async () => {
    const order = await due();
    order.printService.create = () => Promise.reject(new UnavailableError("busy", { httpStatus: 429 }));
    await order.submit();
    expect(await order.attempts()).toEqual(["not_processed"]);
    order.printService.create = ({ reference }) => Promise.resolve({ reference, updatedAt: null, items: [] });
    world.advance(10 * MINUTE);
    await order.setDue();
    return order;
  };

  it("is made only after detail has shown no order", async () => {
    const order = await unprocessed();
    await order.submit();
    expect(order.printService.detailAsked.map(({ account }) => account)).toContain(order.account.id);
    expect(order.printService.created).toHaveLength(2);
    expect(await order.attempts()).toEqual(["not_processed", "accepted"]);
    expect(await world.db.lookup.findMany({ where: { submissionId: order.id } })).toMatchObject([
      { kind: "detail", result: "absent" },
    ]);
  });

  it("is not made where detail shows the order: the service has it", async () => {
    const order = await unprocessed();
    order.printService.detail = () => Promise.resolve(synced(order.reference));
    await order.submit();
    expect(order.printService.created).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "submitted" });
  });

  it("is not made while detail cannot be read", async () => {
    const order = await unprocessed();
    order.printService.detail = () => Promise.reject(new UnavailableError("busy"));
    await order.submit();
    expect(order.printService.created).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "ready", claimToken: null });
  });

  it("is not made past an attempt that started after the detail was read", async () => {
    const order = await unprocessed();
    let asked = false;
    order.printService.detail = async () => {
      // Another worker has sent the submission in between, and the service has not answered clearly.
      if (!asked) {
        asked = true;
        const { id: submissionId } = order;
        await world.db.attempt.create({
          data: {
            id: world.ctx.ids.uuid(),
            submissionId,
            number: 2,
            startedAt: world.ctx.clock.now(),
            outcome: "not_processed",
          },
        });
      }
      return null;
    };
    await order.submit();
    expect(order.printService.created).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "ready", claimToken: null });
  });
});

const ANSWERS = fc.array(
  fc.record({
    create: fc.constantFrom("accepted", "busy", "lost", "rejected"),
    made: fc.boolean(),
    workers: fc.integer({ min: 1, max: 3 }),
    detail: fc.constantFrom("shows", "busy"),
  }),
  { minLength: 1, maxLength: 5 },
);

describe("whatever the print service answers, and however many workers come", () => {
  it("an order is created at most once, and none that the service has stays unsent", async () => {
    await fc.assert(
      fc.asyncProperty(ANSWERS, async (answers) => {
        const order = await due();
        let made = 0;
        for (const answer of answers) {
          order.printService.create = ({ reference }) => {
            if (answer.create === "accepted" || (answer.made && answer.create !== "rejected")) made += 1;
            if (answer.create === "busy") return Promise.reject(new UnavailableError("busy", { httpStatus: 429 }));
            if (answer.create === "lost") return Promise.reject(new UncertainError("no answer"));
            if (answer.create === "rejected") return Promise.reject(new RejectedError("no", { httpStatus: 422 }));
            return Promise.resolve({ reference, updatedAt: null, items: [] });
          };
          order.printService.detail = () =>
            answer.detail === "busy"
              ? Promise.reject(new UnavailableError("busy"))
              : Promise.resolve(made > 0 ? synced(order.reference) : null);
          world.advance(10 * MINUTE);
          await beat(world);
          const { state } = await order.row();
          if (state === "ready" || state === "waiting") await order.setDue();
          await Promise.all(Array.from({ length: answer.workers }, () => submit(order.ctx, order.id)));
        }
        expect(made).toBeLessThanOrEqual(1);
        const { state } = await order.row();
        expect(["ready", "waiting", "submitted", "uncertain", "rejected"]).toContain(state);
        expect(order.printService.created.length).toBe((await order.attempts()).length);
      }),
      { numRuns: propertyRuns(15), interruptAfterTimeLimit: 30_000, markInterruptAsFailure: false },
    );
  });
});
