import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ATTENTION, ATTENTION_CODES, type AttentionCode } from "../core/attention.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { SENT_STATES, SUBMISSION_STATES, type SubmissionState } from "../core/states.ts";
import { ACTIONS, type Action } from "./actions.ts";
import { availableActions, actionsForReason, type ActionContext } from "./available-actions.ts";
import { newId } from "../../../tests/support/ids.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());

const context = (
  state: SubmissionState,
  codes: AttentionCode[] = [],
  more: Partial<ActionContext> = {},
): ActionContext => ({
  state,
  codes,
  replaced: false,
  reprint: false,
  hasOpenParcels: codes.some((code) => code.startsWith("fulfillment_") || code === "tracking_unmatched"),
  orderActive: true,
  writes: [],
  paymentPaused: false,
  unwanted: false,
  ...more,
});

/** A submission that stands so, in the database; returns what the act answers and what it leaves open. */
async function run(action: Action, { state, codes, hasOpenParcels, reprint }: ActionContext) {
  const { db } = world;
  const { shop, order, submission } = await world.order(
    [{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }],
    state,
  );
  if (reprint) await db.submission.update({ where: { id: submission.id }, data: { kind: "reprint" } });
  const ids = { shopId: shop.id, orderId: order.id, submissionId: submission.id };
  const at = world.ctx.clock.now();
  for (const code of codes)
    await db.attention.create({ data: { id: newId(), ...ids, code, detail: {}, openedAt: at } });
  if (hasOpenParcels) {
    const parcel = {
      trackingNumber: "T1",
      trackingUrl: "",
      firstSeenAt: at,
      reportedBy: "event" as const,
      state: "parked" as const,
    };
    await db.parcel.create({ data: { id: newId(), shopId: shop.id, submissionId: submission.id, ...parcel } });
  }
  return ACTIONS[action](world.ctx, { shopId: shop.id, submissionId: submission.id, userId: null });
}

describe("what the page of an order offers", () => {
  it("is accepted beside every reason, in every state that the reason may occur in", async () => {
    for (const code of ATTENTION_CODES) {
      const contexts = SUBMISSION_STATES.map((state) => context(state, [code]));
      const offers = contexts.flatMap((one) => actionsForReason(code, one).map((action) => ({ action, one })));
      const answers = await Promise.all(offers.map(({ action, one }) => run(action, one)));
      expect(answers, code).toEqual(offers.map(() => "done"));
    }
  });

  it("is taken without any reason, in every state", async () => {
    for (const state of SUBMISSION_STATES) {
      for (const contexts of [context(state), context(state, [], { reprint: true })])
        for (const action of availableActions(contexts))
          expect(await run(action, contexts), `${action} ${state}`).toBe("done");
    }
  });

  it("never replaces a reprint, and cancels one only before it is sent", async () => {
    expect(availableActions(context("submitted", [], { reprint: true }))).toEqual([]);
    expect(await run("replace", context("submitted", [], { reprint: true }))).toBe("invalid_state");
    expect(availableActions(context("waiting", ["payment_pending"], { reprint: true }))).toEqual([
      "hold",
      "withdraw_reprint",
    ]);
    for (const one of [context("submitted", [], { reprint: true }), context("waiting")])
      expect(await run("withdraw_reprint", one)).toBe("invalid_state");
  });

  it("offers an action for every reason that only staff clears", () => {
    const stateOf = (code: AttentionCode): SubmissionState =>
      code.startsWith("uncertain") ? "uncertain" : ATTENTION[code].phase === "hold" ? "waiting" : "submitted";
    for (const code of ATTENTION_CODES.filter((one) => ATTENTION[one].clearedBy === "person")) {
      expect(actionsForReason(code, context(stateOf(code), [code])), code).not.toEqual([]);
    }
  });

  it("sends nothing while a hold is open, and replaces nothing that is not wanted", () => {
    expect(availableActions(context("waiting", ["payment_pending"]))).toEqual(["hold"]);
    expect(availableActions(context("submitted", [], { orderActive: false }))).toEqual([]);
    expect(availableActions(context("submitted", [], { replaced: true }))).toEqual([]);
  });

  it("offers an act once: beside its reason, not again for the submission", () => {
    expect(actionsForReason("rejected", context("rejected", ["rejected"]))).toEqual(["send_now"]);
    expect(availableActions(context("rejected", ["rejected"]))).toEqual([]);
  });

  it("never sends or stops what the print service has", () => {
    for (const state of SENT_STATES) {
      const actions = availableActions(context(state));
      expect(actions).not.toContain("send_now");
      expect(actions).not.toContain("hold");
    }
  });
});
