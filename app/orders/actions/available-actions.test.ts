import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ATTENTION, type AttentionCode } from "../core/attention.ts";
import { openWorld } from "../fulfil/orders-world.testing.ts";
import { SENT_STATES, STATES, type State } from "../core/transitions.ts";
import { ACTS, type Act } from "./actions.ts";
import { actsFor, actsForReason, type Standing } from "./available-actions.ts";

let world: Awaited<ReturnType<typeof openWorld>>;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const CODES = Object.keys(ATTENTION) as AttentionCode[];

const standing = (state: State, codes: AttentionCode[] = [], more: Partial<Standing> = {}): Standing => ({
  state,
  codes,
  replaced: false,
  parcelsWait: codes.some((code) => code.startsWith("fulfillment_") || code === "tracking_unplaced"),
  wanted: true,
  ...more,
});

/** A submission that stands so, in the database; returns what the act answers and what it leaves open. */
async function tried(act: Act, { state, codes, parcelsWait }: Standing) {
  const { db } = world;
  const { shop, order, submission } = await world.order(
    [{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }],
    state,
  );
  const ids = { shopId: shop.id, orderId: order.id, submissionId: submission.id };
  const at = world.ctx.clock.now();
  for (const code of codes)
    await db.attention.create({ data: { id: randomUUID(), ...ids, code, detail: {}, openedAt: at } });
  if (parcelsWait) {
    const parcel = { trackingNumber: "T1", trackingUrl: "", firstSeenAt: at, seenBy: "event", state: "stuck" as const };
    await db.parcel.create({ data: { id: randomUUID(), shopId: shop.id, submissionId: submission.id, ...parcel } });
  }
  return ACTS[act](world.ctx, { shopId: shop.id, submissionId: submission.id });
}

describe("what the page of an order offers", () => {
  it("is taken beside every reason, in every state that the reason may stand in", async () => {
    for (const code of CODES) {
      const stands = STATES.map((state) => standing(state, [code]));
      const offers = stands.flatMap((one) => actsForReason(code, one).map((act) => ({ act, one })));
      const answers = await Promise.all(offers.map(({ act, one }) => tried(act, one)));
      expect(answers, code).toEqual(offers.map(() => "done"));
    }
    // Hundreds of submissions are made and acted on.
  }, 90_000);

  it("is taken without any reason, in every state", async () => {
    for (const state of STATES) {
      const stands = standing(state);
      for (const act of actsFor(stands)) expect(await tried(act, stands), `${act} ${state}`).toBe("done");
    }
  });

  it("leaves nobody alone with a reason that only a person clears", () => {
    const stateOf = (code: AttentionCode): State =>
      code.startsWith("uncertain") ? "uncertain" : ATTENTION[code].phase === "hold" ? "waiting" : "submitted";
    for (const code of CODES.filter((one) => ATTENTION[one].clears === "person")) {
      expect(actsForReason(code, standing(stateOf(code), [code])), code).not.toEqual([]);
    }
  });

  it("sends nothing while a hold is open, and replaces nothing that is not wanted", () => {
    expect(actsFor(standing("waiting", ["payment_pending"]))).toEqual(["hold"]);
    expect(actsFor(standing("submitted", [], { wanted: false }))).toEqual([]);
    expect(actsFor(standing("submitted", [], { replaced: true }))).toEqual([]);
  });

  it("offers an act once: beside its reason, not again for the submission", () => {
    expect(actsForReason("rejected", standing("rejected", ["rejected"]))).toEqual(["send_now"]);
    expect(actsFor(standing("rejected", ["rejected"]))).toEqual([]);
  });

  it("never sends or stops what the print service has", () => {
    for (const state of SENT_STATES) {
      const acts = actsFor(standing(state));
      expect(acts).not.toContain("send_now");
      expect(acts).not.toContain("hold");
    }
  });
});
