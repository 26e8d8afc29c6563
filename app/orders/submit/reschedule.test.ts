import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { SUBMISSION_STATES, UNSENT_STATES } from "../core/states.ts";
import { reschedule, rescheduleForRateLimit } from "./reschedule.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import { gidOf } from "../../ports/gid.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 1 };
const row = (id: SubmissionId) => world.db.submission.findUniqueOrThrow({ where: { id } });
const seconds = (n: number) => new Date(world.ctx.clock.now().getTime() + n * 1_000);

it.each(SUBMISSION_STATES)(
  "a step that cannot be done moves the due time of an unsent submission only: %s",
  async (state) => {
    const { submission } = await world.order([LINE], state);
    await reschedule(world.ctx, submission, { code: "not_sent_yet", waitMs: 5_000 });
    const moved = UNSENT_STATES.includes(state);
    expect(await row(submission.id)).toMatchObject({
      state,
      dueAt: moved ? seconds(5) : seconds(0),
      tries: moved ? 1 : 0,
    });
  },
);

it("a rate limit counts as no try, and raises attention only for a long wait", async () => {
  const { submission } = await world.order([LINE], "ready");
  await rescheduleForRateLimit(world.ctx, submission, 5_000);
  expect(await row(submission.id)).toMatchObject({ dueAt: seconds(5), tries: 0 });
  expect(await world.openAttentions(submission.id)).toEqual([]);
  await rescheduleForRateLimit(world.ctx, submission, world.ctx.policy.alertAfterMs);
  expect(await world.openAttentions(submission.id)).toEqual(["not_sent_yet"]);
});

it("the wait is at least what the other system asks, and never shorter after more tries", async () => {
  const { submission } = await world.order([LINE], "ready");
  const waitOf = async (tries: number, atLeastMs: number): Promise<number> => {
    await reschedule(world.ctx, { ...submission, tries }, { code: "not_sent_yet", atLeastMs });
    const { dueAt } = await row(submission.id);
    return (dueAt ?? expect.unreachable()).getTime() - world.ctx.clock.now().getTime();
  };
  await fc.assert(
    fc.asyncProperty(fc.nat(30), fc.nat(3_600_000), async (tries, atLeastMs) => {
      const wait = await waitOf(tries, atLeastMs);
      expect(wait).toBeGreaterThanOrEqual(atLeastMs);
      expect(await waitOf(tries + 1, atLeastMs)).toBeGreaterThanOrEqual(wait);
    }),
    { numRuns: 20 },
  );
});
