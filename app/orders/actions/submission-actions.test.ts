import { afterAll, describe, expect, it } from "vitest";
import { changeOrder } from "../core/change-orders.ts";
import { clearReasons, raiseReason } from "../core/order-rows.ts";
import { newId } from "../../../tests/support/ids.ts";
import type { AttentionCode } from "../core/attention.ts";
import type { SubmissionState } from "../core/states.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { reasonVersion } from "../core/raise-attention.ts";
import { ACTIONS, type Action } from "./actions.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());
const { ctx, db } = world;

/** A submission with this reason open. */
async function submissionWith(state: SubmissionState, code?: AttentionCode) {
  const { shop, order, submission } = await world.order(
    [{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }],
    state,
  );
  const ids = { shopId: shop.id, orderId: order.id, submissionId: submission.id };
  const openedAt = ctx.clock.now();
  if (code) await db.attention.create({ data: { id: newId(), ...ids, code, detail: {}, openedAt } });
  const kept = async () => ({
    submission: await db.submission.findUniqueOrThrow({ where: { id: submission.id } }),
    order: await db.order.findUniqueOrThrow({ where: { id: order.id } }),
    reasons: await db.attention.findMany({ where: { orderId: order.id } }),
    history: await db.history.count({ where: { orderId: order.id } }),
  });
  const ref = { shopId: shop.id, submissionId: submission.id, userId: "7" };
  const caused = async () =>
    (await db.history.findMany({ where: { orderId: order.id, actor: "person" } })).map(({ code, data }) => [
      code,
      (data as { user?: string }).user,
    ]);
  const makeReprint = () => db.submission.update({ where: { id: submission.id }, data: { kind: "reprint" } });
  const act = (action: Action, seen?: string[]) => ACTIONS[action](ctx, { ...ref, seen });
  return { act, ids, kept, caused, makeReprint };
}

describe("an action that has nothing left to do writes nothing", () => {
  it.each<[string, Action, SubmissionState, AttentionCode | undefined]>([
    ["an approval without a reason", "approve", "waiting", undefined],
    ["an approval of another reason", "approve", "waiting", "payment_pending"],
    ["a release of an order that nobody holds", "release", "ready", undefined],
    ["an acknowledgement of nothing", "acknowledge", "submitted", undefined],
    ["a hold that stands", "hold", "waiting", "held_by_staff"],
  ])("%s", async (_what, action, state, code) => {
    const { act, kept } = await submissionWith(state, code);
    const before = await kept();
    expect(await act(action)).toBe("unchanged");
    expect(await kept()).toEqual(before);
  });

  it.each<[Action, SubmissionState, AttentionCode | undefined]>([
    ["approve", "waiting", "awaiting_approval"],
    ["hold", "ready", undefined],
    ["replace", "submitted", undefined],
    ["acknowledge", "submitted", "cancelled_after_sent"],
  ])("%s, done by one of several people at once", async (action, state, code) => {
    const { act, kept } = await submissionWith(state, code);
    const answers = await Promise.all([1, 2, 3].map(() => act(action)));
    expect(answers.toSorted()).toEqual(["done", "unchanged", "unchanged"]);
    const after = await kept();
    expect(await act(action)).toBe("unchanged");
    expect(await kept()).toEqual(after);
  });
});

describe("the history", () => {
  it.each<[Action, SubmissionState, AttentionCode | undefined, string[]]>([
    ["approve", "ready", "awaiting_approval", ["attention.cleared", "submission.wait"]],
    ["hold", "ready", undefined, ["attention.opened", "submission.wait"]],
    ["release", "waiting", "held_by_staff", ["attention.cleared"]],
    ["send_now", "rejected", "rejected", ["attention.cleared", "submission.send_now", "submission.wait"]],
    ["send_now", "waiting", undefined, ["submission.send_now"]],
    ["replace", "submitted", "address_not_verified", ["attention.cleared", "submission.replaced"]],
    ["acknowledge", "submitted", "cancelled_after_sent", ["attention.cleared"]],
    ["withdraw_reprint", "waiting", undefined, ["submission.cancel", "submission.given_up"]],
    ["confirm_received", "uncertain", "uncertain", ["attention.cleared", "submission.seen_at_provider"]],
    [
      "confirm_not_received",
      "uncertain",
      "uncertain",
      ["attention.cleared", "submission.absence_confirmed", "submission.absent"],
    ],
  ])("says who is behind: %s (%s)", async (action, state, code, codes) => {
    const { act, caused, makeReprint } = await submissionWith(state, code);
    if (action === "withdraw_reprint") await makeReprint();
    expect(await act(action)).toBe("done");
    expect((await caused()).toSorted()).toEqual(codes.map((one) => [one, "7"]));
  });
});

it("a dismissal of problems dismisses none beside one that the page has not shown", async () => {
  const { act, ids, kept } = await submissionWith("submitted", "items_differ");
  const shown = (await kept()).reasons.map(reasonVersion);
  await changeOrder(world, ids.orderId, (rows) => raiseReason(rows, ctx, { ...ids, code: "status_problem" }));
  const before = await kept();
  expect(await act("acknowledge", shown)).toBe("changed");
  expect(await kept()).toEqual(before);
  expect(await act("acknowledge", before.reasons.map(reasonVersion))).toBe("done");
});

describe("what prints again is not done for a reason that stands no longer", () => {
  it.each<[Action, SubmissionState, AttentionCode]>([
    ["replace", "submitted", "missing_at_provider"],
    ["confirm_not_received", "uncertain", "uncertain"],
  ])("%s, from a page that shows an earlier reason", async (action, state, code) => {
    const { act, ids, kept } = await submissionWith(state, code);
    const shown = (await kept()).reasons.map(reasonVersion);
    // The service showed the order after all, and an attempt since then, or a loss, has a reason of its own.
    await changeOrder(world, ids.orderId, (rows) => {
      clearReasons(rows, ctx, { submissionId: ids.submissionId, codes: [code] }, "facts");
      raiseReason(rows, ctx, { ...ids, code });
    });
    const before = await kept();
    expect(await act(action, shown)).toBe("invalid_state");
    expect(await kept()).toEqual(before);
    const open = before.reasons.filter(({ clearedAt }) => clearedAt === null).map(reasonVersion);
    expect(await act(action, open)).toBe("done");
  });
});
