import { afterAll, beforeAll, expect, it } from "vitest";
import { whileHeld } from "../../../tests/support/held-lock.ts";
import type { PrintAccountCalls } from "../../ports/print-service.ts";
import type { OrdersContext } from "../context.ts";
import { openWorld } from "../fulfil/world.testing.ts";
import { createWalks } from "./account-walks.ts";
import { lookUp } from "./look-up.ts";

const LINE = { gid: "gid://shopify/LineItem/1", sku: "TEE-BLACK-M", quantity: 1 };
let world: Awaited<ReturnType<typeof openWorld>>;

beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

/** An uncertain submission that is due, and a service that knows nothing of it and counts what it is asked. */
async function uncertain() {
  const { submission } = await world.order([LINE], "uncertain");
  await world.db.attempt.create({
    data: { id: world.ctx.ids.uuid(), submissionId: submission.id, number: 1, startedAt: world.ctx.clock.now() },
  });
  const asked = { detail: [] as string[], walks: 0 };
  const calls: Pick<PrintAccountCalls, "detail" | "listAll" | "list"> = {
    detail: ({ date }) => Promise.resolve(void asked.detail.push(date)).then(() => null),
    listAll: () => Promise.resolve(void (asked.walks += 1)).then(() => ({ rows: [], whole: true })),
    list: () => Promise.resolve([]),
  };
  const printService = { forAccount: () => calls as PrintAccountCalls };
  const walks = createWalks({ db: world.db, clock: world.ctx.clock, printService });
  const ctx: OrdersContext = { ...world.ctx, shopify: world.ctx.shopify, printService, walks };
  return { ctx, asked, id: submission.id };
}

const lookups = (submissionId: string) => world.db.lookup.findMany({ where: { submissionId } });

it("two workers that come for the same look-up at once ask the service once, and keep what was seen once", async () => {
  const { ctx, asked, id } = await uncertain();
  // Both have read the row as due before either of them can claim it.
  await whileHeld(
    world.pool,
    (holder) => holder.query(`SELECT 1 FROM "Submission" WHERE "id" = $1 FOR UPDATE`, [id]),
    () => Promise.all([lookUp(ctx, id), lookUp(ctx, id)]),
    { waiters: 2 },
  );
  expect(asked.walks).toBe(1);
  expect(asked.detail).toHaveLength(new Set(asked.detail).size);
  expect((await lookups(id)).map(({ kind }) => kind).sort()).toEqual(["detail", "walk"]);
});
