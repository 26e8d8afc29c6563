import { afterAll, beforeAll, expect, it } from "vitest";
import { whileLockHeld } from "../../../../tests/support/held-lock.ts";
import { newId } from "../../../../tests/support/ids.ts";
import { openOrdersWorld } from "../../../../tests/support/orders-world.ts";
import { gidOf } from "../../../ports/gid.ts";
import type { PrintAccountId } from "../../../ports/ids.ts";
import { wakeForLaterOrders } from "./next-lookup.ts";

const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 1 };
const MINUTE = 60_000;
let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

/** Times in minutes after noon. */
interface Waiting {
  startedAt?: number;
  endedAt?: number;
  dueAt?: number;
  state?: "uncertain" | "ready";
  account?: PrintAccountId;
}

const NOON = new Date("2026-11-21T12:00:00Z").getTime();
const at = (minutes: number): Date => new Date(NOON + minutes * MINUTE);

/** A submission that waits for its next lookup, and an order of the same account that was sent at 12:05. */
async function waiting({ startedAt = 0, endedAt, dueAt = 60, state = "uncertain", account }: Waiting = {}) {
  const { submission, submit, account: own } = await world.order([LINE], state);
  const where = { id: submission.id };
  await world.db.submission.update({ where, data: { dueAt: at(dueAt), printAccountId: account ?? own.id } });
  await world.db.attempt.create({
    data: {
      ...{ id: newId(), submissionId: submission.id, number: 1, outcome: "uncertain" },
      ...{ startedAt: at(startedAt), endedAt: endedAt === undefined ? null : at(endedAt) },
    },
  });
  const later = await submit("submitted", `1001-${world.ctx.ids.code(16)}`);
  await world.db.submission.update({ where: { id: later.id }, data: { sentAt: at(5) } });
  const policy = { ...world.ctx.policy, providerLagMs: 10 * MINUTE };
  return {
    id: submission.id,
    /** At 12:06, with a quiet period of 10 minutes. */
    wake: () => wakeForLaterOrders({ sql: world.sql, clock: { now: () => at(6) }, policy }, [later.id]),
    dueAt: async () => (await world.db.submission.findUniqueOrThrow({ where })).dueAt,
  };
}

it.each<[string, Waiting, number]>([
  ["a quiet period after its attempt", {}, 10],
  ["a quiet period after its attempt ended", { endedAt: 2 }, 12],
  ["on the grid that lookups share", { endedAt: 2.3 }, 13],
  ["now, where the quiet period is over", { startedAt: -30 }, 6],
  ["as before, where its lookup is due earlier", { dueAt: 8 }, 8],
  ["as before, where its attempt ended after the later order was sent", { endedAt: 5 }, 60],
  ["as before, where it is not uncertain", { state: "ready" }, 60],
])("an uncertain submission is looked up %s", async (_name, given, due) => {
  const one = await waiting(given);
  await one.wake();
  expect(await one.dueAt()).toEqual(at(due));
});

it("an uncertain submission of another account is not woken", async () => {
  const { id: account } = await world.account();
  const one = await waiting({ account });
  await one.wake();
  expect(await one.dueAt()).toEqual(at(60));
});

it("a lookup that reschedules itself meanwhile is followed by the next one, as early as a scan counts", async () => {
  const one = await waiting();
  await world.db.submission.update({ where: { id: one.id }, data: { lookupClaimedAt: at(5), dueAt: at(7) } });
  const reschedule = `UPDATE "Submission" SET "lookupClaimedAt" = NULL, "dueAt" = $2 WHERE "id" = $1`;
  await whileLockHeld(world.pool, (holder) => holder.query(reschedule, [one.id, at(60)]), one.wake);
  expect(await one.dueAt()).toEqual(at(10));
});
