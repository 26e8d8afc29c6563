import type { AttemptOutcome } from "../../../prisma/client/client.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { syncedOrder } from "../../../tests/support/provider-orders.ts";
import { UnauthorizedError, UnavailableError } from "../../ports/errors.ts";
import type { PrintAccountId, RowId } from "../../ports/ids.ts";
import { newId } from "../../../tests/support/ids.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { openShop } from "../receive/open-shop.testing.ts";
import { lookUpBeforeResend } from "./lookup-before-resend.ts";
import { readStep } from "./read-step.ts";
import { submit } from "./try-submit.testing.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const DAY = 86_400_000;

interface Attempted {
  outcome: AttemptOutcome;
  httpStatus?: number;
  account?: PrintAccountId;
  daysAgo?: number;
}

/** A ready submission with earlier attempts, oldest first. */
async function attempted(attempts: Attempted[]) {
  const shop = await openShop(world);
  await shop.receive();
  const [submission] = await shop.submissions();
  const { id, reference } = submission ?? expect.unreachable();
  const rows = attempts.map(({ outcome, httpStatus, account, daysAgo = 0 }, at) => {
    const startedAt = new Date(world.ctx.clock.now().getTime() - daysAgo * DAY);
    const sent = { number: at + 1, printAccountId: account ?? shop.account.id, startedAt, endedAt: startedAt };
    return { id: world.ctx.ids.uuid(), submissionId: id, ...sent, outcome, httpStatus: httpStatus ?? null };
  });
  await world.db.attempt.createMany({ data: rows });
  const { row } = (await readStep(shop.ctx, id)) ?? expect.unreachable();
  return {
    ...shop,
    reference,
    lookUp: () => lookUpBeforeResend(shop.ctx, row, shop.account.id),
    lookups: () => world.db.lookup.findMany({ where: { submissionId: id } }),
    state: () => world.stateOf(id),
    async submit() {
      await world.db.submission.update({ where: { id }, data: { sentAt: world.ctx.clock.now() } });
      await submit(shop.ctx, id);
    },
    confirmAbsence: () =>
      world.db.history.create({
        data: {
          ...{ id: newId(), shopId: shop.shop.id, orderId: row.orderId, submissionId: id, at: world.ctx.clock.now() },
          ...{ code: "submission.absence_confirmed", actor: "system", data: {} },
        },
      }),
    unmatchedEvent: (account: { key: string }) => addUnmatchedEvent(account.key, reference),
  };
}

/** A webhook of an account that was handled without a submission of its reference. Returns the delivery's id. */
async function addUnmatchedEvent(accountKey: string, reference: string): Promise<RowId> {
  const id = newId();
  const receivedAt = world.ctx.clock.now();
  const delivery = { id, source: "print_service", topic: "tracking", scope: accountKey, deliveryId: id } as const;
  const handled = { state: "done", receivedAt, bodyEncrypted: new Uint8Array(1) } as const;
  await world.db.webhookDelivery.create({ data: { ...delivery, ...handled } });
  await world.db.unmatchedEvent.create({ data: { id: newId(), accountKey, reference, deliveryId: id, receivedAt } });
  return id;
}

describe("before a submission is sent again", () => {
  it("asks for no attempt that never reached the print service", async () => {
    const shop = await attempted([{ outcome: "not_processed" }, { outcome: "not_processed" }]);
    expect(await shop.lookUp()).toEqual({ outcome: "absent", attempts: 2 });
    expect(shop.printService.detailAsked).toEqual([]);
  });

  it("asks under the dates of the last and the first attempt, each once, and keeps what it found", async () => {
    const shop = await attempted([
      { outcome: "uncertain", daysAgo: 9 },
      { outcome: "not_processed", httpStatus: 429, daysAgo: 5 },
      { outcome: "not_processed", httpStatus: 429 },
    ]);
    expect(await shop.lookUp()).toEqual({ outcome: "absent", attempts: 3 });
    const dates = shop.printService.detailAsked.map(({ date }) => date);
    const daysAgo = (days: number) => new Date(world.ctx.clock.now().getTime() - days * DAY).toISOString().slice(0, 10);
    expect(dates).toEqual([...new Set(dates)]);
    expect(dates).toEqual(expect.arrayContaining([daysAgo(0), daysAgo(9)]));
    expect(dates).not.toContain(daysAgo(5));
    expect(await shop.lookups()).toMatchObject([{ kind: "detail", result: "absent", detail: { dates } }]);
  });

  it("records the order that the print service made all the same", async () => {
    const shop = await attempted([{ outcome: "not_processed", httpStatus: 429 }]);
    shop.printService.detail = () => Promise.resolve(syncedOrder({ reference: shop.reference }));
    expect(await shop.lookUp()).toEqual({ outcome: "found" });
    expect(await shop.state()).toBe("submitted");
  });

  it("books an order to the former account that made it, and matches that account's webhooks again", async () => {
    const former = await world.account();
    const shop = await attempted([{ outcome: "not_processed", httpStatus: 429, account: former.id }]);
    const delivery = await shop.unmatchedEvent(former);
    shop.printService.detail = () => Promise.resolve(syncedOrder({ reference: shop.reference }));
    expect(await shop.lookUp()).toEqual({ outcome: "found" });
    expect(await shop.submissions()).toMatchObject([{ state: "submitted", printAccountId: former.id }]);
    expect(await world.db.webhookDelivery.findUnique({ where: { id: delivery } })).toMatchObject({ state: "waiting" });
  });

  it("learns nothing where the print service does not answer, nor where it rejects the account that sends", async () => {
    const shop = await attempted([{ outcome: "uncertain" }]);
    shop.printService.detail = () => Promise.reject(new UnavailableError("busy", { retryAfterMs: 7_000 }));
    expect(await shop.lookUp()).toEqual({ outcome: "unreadable", retryAfterMs: 7_000 });
    shop.printService.detail = () => Promise.reject(new UnauthorizedError("credentials"));
    expect(await shop.lookUp()).toEqual({ outcome: "unreadable", retryAfterMs: 0 });
    expect(await shop.lookups()).toEqual([]);
  });

  it("asks each account that an attempt used, and passes over a former one that is rejected", async () => {
    const former = await world.account();
    const shop = await attempted([{ outcome: "uncertain", account: former.id }, { outcome: "uncertain" }]);
    const asked = () => shop.printService.detailAsked.map(({ account }) => account);
    shop.printService.detail = () =>
      asked().at(-1) === former.id ? Promise.reject(new UnauthorizedError("credentials")) : Promise.resolve(null);
    expect(await shop.lookUp()).toEqual({ outcome: "absent", attempts: 2 });
    expect(new Set(asked())).toEqual(new Set([former.id, shop.account.id]));
  });

  it("sends nothing to another account while a former one, whose create can be repeated, is not proven to lack the order", async () => {
    const former = await world.account();
    const shop = await attempted([{ outcome: "uncertain", account: former.id }]);
    shop.printService.version = "v3";
    expect(await shop.lookUp()).toEqual({ outcome: "unproven", account: former.id });
    await shop.submit();
    expect(shop.printService.created).toEqual([]);
    expect(await shop.submissions()).toMatchObject([{ state: "uncertain", printAccountId: former.id }]);
    await shop.confirmAbsence();
    expect(await shop.lookUp()).toEqual({ outcome: "absent", attempts: 1 });
  });

  it("leaves the refusal of a repetition to the account that sends, and to version 1 what was proven before", async () => {
    const former = await world.account();
    const same = await attempted([{ outcome: "uncertain" }]);
    same.printService.version = "v3";
    expect(await same.lookUp()).toEqual({ outcome: "absent", attempts: 1 });
    const old = await attempted([{ outcome: "lost", account: former.id }]);
    expect(await old.lookUp()).toEqual({ outcome: "absent", attempts: 1 });
  });
});
