import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gidOf } from "../../ports/gid.ts";
import { RejectedError, UnauthorizedError, UnavailableError, UncertainError } from "../../ports/errors.ts";
import type { PrintAccountCalls } from "../../ports/print-service.ts";
import type { SubmissionState } from "../core/states.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import type { Claim } from "./claim.ts";
import { claimStored, unsent } from "./claim.testing.ts";
import { create, recordAnswers } from "./record-answers.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE", quantity: 1 };

async function claimed(): Promise<Claim> {
  const { submission, account } = await world.order([LINE], "ready");
  const input = { ...(await unsent(world, submission)), printAccountId: account.id };
  return (await claimStored(world, input)) ?? expect.unreachable();
}

/** Sends with a service that answers so. Returns what is known of the submission then. */
async function send(answer: PrintAccountCalls["create"]) {
  const given = await claimed();
  const calls: unknown[] = [];
  const service: Pick<PrintAccountCalls, "create"> = {
    create(...call) {
      calls.push(call);
      return answer(...call);
    },
  };
  const ctx = { ...world.ctx, printService: { forAccount: () => service as PrintAccountCalls } };
  const [recorded] = await recordAnswers(ctx, [{ claim: given, answer: await create(ctx, given) }]);
  expect(calls).toEqual([[given.payload, given.deadline]]);
  const { state } = await world.db.submission.findUniqueOrThrow({ where: { id: given.submissionId } });
  const { outcome } = await world.db.attempt.findUniqueOrThrow({ where: { id: given.attemptId } });
  return { recorded, state, outcome };
}

describe("one create call", () => {
  it("that is accepted is recorded so", async () => {
    const item = { serviceItemId: "1", itemSku: LINE.sku, quantity: 1 };
    expect(await send(() => Promise.resolve({ reference: "R", updatedAt: null, items: [item] }))).toEqual({
      recorded: "accepted",
      state: "submitted",
      outcome: "accepted",
    });
  });

  it.each<[Error, SubmissionState, string]>([
    [new RejectedError("no such SKU", { httpStatus: 422 }), "rejected", "rejected"],
    [new UnavailableError("busy", { httpStatus: 503 }), "ready", "not_processed"],
    [new UnauthorizedError("credentials"), "ready", "not_processed"],
    [new UncertainError("timeout"), "uncertain", "uncertain"],
    // Whatever is not known to have stopped the request may have let it through.
    [new TypeError("a bug of the client"), "uncertain", "uncertain"],
  ])("that fails with %o is recorded by what it says of the order", async (error, state, outcome) => {
    expect(await send(() => Promise.reject(error))).toEqual({ recorded: "not_accepted", state, outcome });
  });

  it("leaves no message of the service in the log", async () => {
    await send(() => Promise.reject(new RejectedError("Ada Example", { providerMessage: "Ada Example" })));
    expect(world.logLines.join("\n")).not.toContain("Ada Example");
  });
});

it("gives the call a deadline well before the claim ends", async () => {
  const { deadline } = await claimed();
  expect(deadline.isOver()).toBe(false);
  expect(world.ctx.policy.createTimeoutMs * 2).toBeLessThan(world.ctx.policy.claimTtlMs);
});
