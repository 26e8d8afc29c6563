import { afterAll, expect, test } from "vitest";
import { newId } from "../../../tests/support/ids.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { gidOf } from "../../ports/gid.ts";
import type { AttentionCode } from "../core/attention.ts";
import { reasonVersion } from "../core/raise-attention.ts";
import type { SubmissionState } from "../core/states.ts";
import { approveReviews } from "./approve-reviews.ts";
import { REVIEW_LIMIT } from "./review-approvals.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());
const { ctx, db } = world;

const shirt = { gid: gidOf("LineItem", "1"), sku: "TEE", quantity: 1 };

/** An order with these holds, as a page has shown it. */
async function shown(codes: readonly AttentionCode[], state: SubmissionState = "waiting") {
  const placed = await world.order([shirt], state);
  const { shop, order, submission } = placed;
  const ids = { shopId: shop.id, orderId: order.id, submissionId: submission.id };
  const rows = codes.map((code) => ({
    ...ids,
    id: newId(),
    code,
    basis: "ANNA",
    detail: {},
    openedAt: ctx.clock.now(),
  }));
  await db.attention.createMany({ data: rows });
  const read = { submissionId: submission.id, seen: rows.map(reasonVersion) };
  const approve = (action: "approve_personalization" | "print_without_details" = "approve_personalization") =>
    approveReviews(ctx, { shopId: shop.id, userId: "7" }, action, [read]);
  return { ...placed, read, approve };
}

test("an approval ends the review alone, and names what the order still waits for", async () => {
  const { submission, approve } = await shown(["personalization_review", "details_unused", "risk_high"]);
  const [result] = await approve();
  expect(result).toMatchObject({ submissionId: submission.id, outcome: "approved" });
  expect(result?.holds.toSorted()).toEqual(["details_unused", "risk_high"]);
  expect(await approve("print_without_details")).toMatchObject([{ outcome: "approved", holds: ["risk_high"] }]);
  expect(await world.openAttentions(submission.id)).toEqual(["risk_high"]);
});

test("another text than the one that was shown is not approved", async () => {
  const { submission, approve } = await shown(["personalization_review"]);
  await db.attention.updateMany({ where: { submissionId: submission.id }, data: { basis: "BOB" } });
  expect(await approve()).toMatchObject([{ outcome: "changed" }]);
  expect(await world.openAttentions(submission.id)).toEqual(["personalization_review"]);
});

test("of two who approve at once, one hears that the order was reviewed already", async () => {
  const { approve } = await shown(["personalization_review"]);
  const results = (await Promise.all([approve(), approve()])).flat();
  expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(["approved", "reviewed"]);
});

test("what was canceled or sent meanwhile, or is another shop's, says so", async () => {
  const canceled = await shown(["personalization_review"], "cancelled");
  expect(await canceled.approve()).toMatchObject([{ outcome: "canceled" }]);
  const sent = await shown([], "submitted");
  expect(await sent.approve()).toMatchObject([{ outcome: "reviewed", holds: [] }]);
  const stranger = { shopId: sent.shop.id, userId: "7" };
  expect(await approveReviews(ctx, stranger, "approve_personalization", [canceled.read])).toEqual([
    { submissionId: canceled.read.submissionId, outcome: "not_found", holds: [] },
  ]);
});

test("several are approved in one request, each for what was shown of it", async () => {
  const placed = await shown(["personalization_review"]);
  const more = await Promise.all(["2", "3"].map((reference) => placed.submit("waiting", reference)));
  const rows = more.map(({ id }) => ({
    ...{ shopId: placed.shop.id, orderId: placed.order.id, submissionId: id },
    ...{ id: newId(), code: "personalization_review" as const, basis: "A", detail: {}, openedAt: ctx.clock.now() },
  }));
  await db.attention.createMany({ data: rows });
  const reviews = [
    placed.read,
    ...rows.map((row, at) => ({ submissionId: row.submissionId, seen: at === 0 ? [reasonVersion(row)] : [] })),
  ];
  const staff = { shopId: placed.shop.id, userId: "7" };
  const results = await approveReviews(ctx, staff, "approve_personalization", reviews);
  expect(results.map(({ outcome }) => outcome)).toEqual(["approved", "approved", "changed"]);
  const many = Array.from({ length: REVIEW_LIMIT + 1 }, () => placed.read);
  expect(await approveReviews(ctx, staff, "approve_personalization", many)).toHaveLength(REVIEW_LIMIT);
});
