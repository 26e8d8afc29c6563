import { afterAll, beforeAll, expect, it } from "vitest";
import type { AttemptOutcome } from "../../../prisma/client/client.ts";
import { CAPABILITIES, type PrintAccountCalls, type SyncedOrder } from "../../ports/print-service.ts";
import { gidOf } from "../../ports/gid.ts";
import { createListScanner } from "../provider-reader/shared-scan.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { newId } from "../../../tests/support/ids.ts";
import { findMissing } from "./find-missing.ts";

const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 1 };
const MINUTE = 60_000;
let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

/** An uncertain submission after attempts with these outcomes. The service shows a later order of the account instead. */
async function absent(outcomes: AttemptOutcome[]) {
  const { submission, submit } = await world.order([LINE], "uncertain");
  const sentAt = world.ctx.clock.now();
  await world.db.attempt.createMany({
    data: outcomes.map((outcome, at) => ({
      ...{ id: newId(), submissionId: submission.id, number: at + 1, startedAt: sentAt, endedAt: sentAt, outcome },
      httpStatus: outcome === "rejected" ? 422 : null,
    })),
  });
  const other = await submit("submitted", `1001-${world.ctx.ids.code(16)}`);
  const later = new Date(sentAt.getTime() + MINUTE);
  await world.db.submission.update({ where: { id: other.id }, data: { sentAt: later, submittedAt: later } });
  const rows = [{ reference: other.reference, serviceOrderId: "1" } as SyncedOrder];
  const calls: Pick<PrintAccountCalls, "capabilities" | "detail" | "listAll" | "list"> = {
    capabilities: () => Promise.resolve(CAPABILITIES.v1),
    detail: () => Promise.resolve(null),
    listAll: () => Promise.resolve({ rows, complete: true }),
    list: () => Promise.resolve([]),
  };
  const printService = { forAccount: () => calls as PrintAccountCalls };
  const listScan = createListScanner({ db: world.db, sql: world.sql, clock: world.ctx.clock, printService });
  const ctx = { ...world.ctx, printService, listScan };
  const id = submission.id;
  return async () => {
    world.advance(world.ctx.policy.providerLagMs + MINUTE);
    const row = await world.db.submission.update({ where: { id }, data: { dueAt: world.ctx.clock.now() } });
    return findMissing(ctx, row, { userId: "7" });
  };
}

it.each([
  { of: "may have arrived", outcomes: ["uncertain"], answer: "sent_again" },
  { of: "the service rejected", outcomes: ["uncertain", "rejected"], answer: "rejected" },
] as const)("an uncertain submission whose last attempt $of and that is proven absent: $answer", async (given) => {
  const lookUp = await absent([...given.outcomes]);
  expect(await lookUp()).toBe("still_uncertain");
  expect(await lookUp()).toBe(given.answer);
});
