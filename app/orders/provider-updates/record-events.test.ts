import { afterAll, beforeAll, expect, it } from "vitest";
import { whileLockHeld } from "../../../tests/support/held-lock.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { count, record } from "../../../tests/support/statement-recorder.ts";
import { gidOf } from "../../ports/gid.ts";
import { recordEvents, type ProviderEvent } from "./record-events.ts";
import { statusEvent } from "./status.ts";
import { trackingEvent } from "./tracking.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const shirt = { gid: gidOf("LineItem", "1"), sku: "SHIRT-M", quantity: 1 };
const parcelOf = (reference: string, trackingNumber = "T-1") =>
  trackingEvent(world.ctx, { reference, trackingNumber, trackingUrl: "", reportedBy: "event" });
const statusOf = (reference: string, orderStatus: string) =>
  statusEvent(world.ctx, {
    ...{ reference, reportedBy: "event", deliveryId: null },
    items: [{ itemSku: shirt.sku, orderStatus, messageError: null }],
  });
const together = (...events: ProviderEvent[]) => recordEvents(world.ctx, events, { skipLocked: true });

it("records the events of an order in turn, and of an unknown order nothing", async () => {
  const one = await world.order([shirt], "submitted", { fulfillWhen: "all_shipped" });
  const other = await world.order([shirt]);
  const { reference } = one.submission;
  const recorded = await together(
    parcelOf(reference),
    parcelOf("NOBODYS-1"),
    parcelOf("no reference of ours"),
    statusOf(reference, "Shipped"),
    statusOf(other.submission.reference, "In production"),
    parcelOf(reference, "t 1"),
  );
  const [ofOne, ofOther] = [{ orderId: one.order.id }, { orderId: other.order.id }];
  const unknown = { outcome: "unknown_reference" };
  expect(recorded).toEqual([
    { outcome: "recorded", ...ofOne },
    ...[unknown, unknown],
    { outcome: "recorded", ...ofOne },
    { outcome: "recorded", ...ofOther },
    { outcome: "known", ...ofOne },
  ]);
  const parcels = await world.db.parcel.findMany({ where: { submissionId: one.submission.id } });
  expect(parcels).toMatchObject([{ trackingNumber: "T-1", state: "waiting", awaitingShipmentUntil: null }]);
  expect(await world.stateOf(one.submission.id)).toBe("shipped");
  expect(await world.stateOf(other.submission.id)).toBe("in_production");
  const account = await world.db.printAccount.findUniqueOrThrow({ where: { id: one.account.id } });
  expect(account.reportsShipping).toBe(true);
});

it("an event of one account changes no order of another, also beside an event of the right one", async () => {
  const { submission, account } = await world.order([shirt]);
  const { account: other } = await world.order([shirt]);
  const { reference } = submission;
  const recorded = await together(
    { ...parcelOf(reference, "FORGED"), accountId: other.id },
    { ...parcelOf(reference, "T-1"), accountId: account.id },
  );
  expect(recorded.map((one) => one?.outcome)).toEqual(["unknown_reference", "recorded"]);
  const parcels = await world.db.parcel.findMany({ where: { submissionId: submission.id } });
  expect(parcels.map(({ trackingNumber }) => trackingNumber)).toEqual(["T-1"]);
});

it("an order that went to another account while its event waited is unknown to the account of the event", async () => {
  const { order, submission, account } = await world.order([shirt]);
  const { account: other } = await world.order([shirt]);
  const recorded = await whileLockHeld(
    world.pool,
    async (holder) => {
      await holder.query(`SELECT FROM "Order" WHERE "id" = $1 FOR UPDATE`, [order.id]);
      await holder.query(`UPDATE "Submission" SET "printAccountId" = $2 WHERE "id" = $1`, [submission.id, other.id]);
    },
    () => recordEvents(world.ctx, [{ ...parcelOf(submission.reference), accountId: account.id }]),
  );
  expect(recorded).toEqual([{ outcome: "unknown_reference" }]);
  expect(await world.stateOf(submission.id)).toBe("submitted");
});

it("leaves out an order that another transaction has locked, and alone waits for it", async () => {
  const [free, held] = [await world.order([shirt]), await world.order([shirt])];
  const recorded = await whileLockHeld(
    world.pool,
    (holder) => holder.query(`SELECT FROM "Order" WHERE "id" = $1 FOR UPDATE`, [held.order.id]),
    () => recordEvents(world.ctx, [parcelOf(held.submission.reference)]),
    {
      last: async () => {
        const set = await together(parcelOf(held.submission.reference), parcelOf(free.submission.reference));
        expect(set).toEqual([null, { outcome: "recorded", orderId: free.order.id }]);
        expect(await world.stateOf(held.submission.id)).toBe("submitted");
      },
    },
  );
  expect(recorded).toEqual([{ outcome: "recorded", orderId: held.order.id }]);
  expect(await world.stateOf(held.submission.id)).toBe("shipped");
});

it("keeps nothing of a set whose end fails, and wakes nothing", async () => {
  const orders = [await world.order([shirt]), await world.order([shirt])];
  const woken: string[] = [];
  const ctx = { ...world.ctx, wake: { ...world.ctx.wake, parcel: (id: string) => void woken.push(id) } };
  const events = orders.map(({ submission }) => parcelOf(submission.reference));
  const ended = recordEvents(ctx, events, {}, () => Promise.reject(new Error("a delivery was deleted")));
  await expect(ended).rejects.toThrow("a delivery was deleted");
  for (const { submission } of orders) {
    expect(await world.stateOf(submission.id)).toBe("submitted");
    expect(await world.db.parcel.count({ where: { submissionId: submission.id } })).toBe(0);
  }
  expect(woken).toEqual([]);
  await recordEvents(ctx, events);
  expect(woken).toHaveLength(2);
});

it("takes as many statements for a set as for one event", async () => {
  const orders = [];
  for (let n = 0; n < 9; n += 1) orders.push(await world.order([shirt]));
  const [first, ...others] = orders.map(({ submission }) => parcelOf(submission.reference));
  const alone = count(await record(() => recordEvents(world.ctx, [first!])));
  const set = count(await record(() => together(...others)));
  expect(set).toEqual(alone);
});
