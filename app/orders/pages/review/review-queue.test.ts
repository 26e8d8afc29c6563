import { afterAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../../../tests/support/database.ts";
import { newId } from "../../../../tests/support/ids.ts";
import { gidOf } from "../../../ports/gid.ts";
import type { OrderId } from "../../../ports/ids.ts";
import type { AttentionCode } from "../../core/attention.ts";
import { seedShop, type SeedSubmission } from "../list/seed-shop.testing.ts";
import { countReviews, readReviewQueue } from "./review-queue.ts";

const database = await openFreshDatabase();
afterAll(() => database.drop());
const { db } = database;

type Shop = Awaited<ReturnType<typeof seedShop>>;
const minute = (at: number) => new Date(Date.UTC(2026, 10, 21, 12, at));

/** An order with open reasons, each since a minute of one hour. */
async function held(
  shop: Shop,
  name: string,
  reasons: [AttentionCode, number, subject?: string][],
  submission: SeedSubmission = { state: "waiting" },
): Promise<OrderId> {
  const orderId = await shop.order({ name, submissions: [submission] });
  const { id: submissionId } = await db.submission.findFirstOrThrow({ where: { orderId } });
  const row = { shopId: shop.shopId, orderId, submissionId, detail: {} };
  await db.attention.createMany({
    data: reasons.map(([code, at, subject = ""]) => ({ ...row, id: newId(), code, subject, openedAt: minute(at) })),
  });
  return orderId;
}

const names = ({ orders }: { orders: { name: string }[] }) => orders.map(({ name }) => name);

test("orders wait once each, the longest-waiting first, and are read in parts", async () => {
  const shop = await seedShop(db);
  await held(shop, "third", [["details_unused", 9]]);
  await held(shop, "second", [
    ["personalization_review", 30, "1"],
    ["personalization_review", 5, "2"],
    ["details_unused", 6, "2"],
  ]);
  await held(shop, "first", [["personalization_review", 1]]);
  for (const name of ["fourth", "fifth"]) await held(shop, name, [["personalization_review", 40]]);

  expect(await countReviews({ db }, shop.shopId)).toBe(5);
  const all = names(await readReviewQueue({ db }, shop.shopId));
  expect(all.slice(0, 3)).toEqual(["first", "second", "third"]);
  const [, second] = (await readReviewQueue({ db }, shop.shopId)).orders;
  expect(second).toMatchObject({ since: minute(5).toISOString(), latest: minute(30).toISOString() });
  const [one, two, three] = await (async () => {
    const parts = [await readReviewQueue({ db }, shop.shopId, {}, 2)];
    for (let next = parts[0]?.next ?? null; next; next = parts.at(-1)?.next ?? null)
      parts.push(await readReviewQueue({ db }, shop.shopId, { after: next }, 2));
    return parts;
  })();
  expect([one, two, three].map((part) => part && [part.orders.length, part.waiting])).toEqual([
    [2, 5],
    [2, 3],
    [1, 1],
  ]);
  expect([one, two, three].flatMap((part) => (part ? names(part) : []))).toEqual(all);
  expect(three?.next).toBeNull();
  expect(names(await readReviewQueue({ db }, shop.shopId, { after: "nonsense" }))).toEqual(all);
});

test("what was sent, canceled, replaced, approved or waits for something else is in no queue, nor is another shop's order", async () => {
  const shop = await seedShop(db);
  const review: [AttentionCode, number][] = [["personalization_review", 1]];
  for (const state of ["submitted", "cancelled", "uncertain"] as const) await held(shop, state, review, { state });
  await held(shop, "replaced", review, { state: "waiting", replaced: true });
  await held(shop, "risky", [["risk_high", 1]]);
  const approved = await held(shop, "approved", review);
  await db.attention.updateMany({ where: { orderId: approved }, data: { clearedAt: minute(2), clearedBy: "person" } });
  await held(await seedShop(db), "another shop's", review);
  expect(await readReviewQueue({ db }, shop.shopId)).toEqual({ orders: [], waiting: 0, next: null });
  await held(shop, "waits", [...review, ["risk_high", 1]]);
  expect(await readReviewQueue({ db }, shop.shopId)).toMatchObject({ orders: [{ name: "waits" }], waiting: 1 });
});

test("a queue begins with the order that was asked for, if it waits", async () => {
  const shop = await seedShop(db);
  for (const at of [1, 2, 3]) await held(shop, `#${at}`, [["personalization_review", at]]);
  const order = await db.order.findFirstOrThrow({ where: { shopId: shop.shopId, name: "#3" } });
  const from = (first: typeof order.shopifyGid, size?: number) => readReviewQueue({ db }, shop.shopId, { first }, size);
  expect(await from(order.shopifyGid)).toMatchObject({
    orders: [{ name: "#3" }, { name: "#1" }, { name: "#2" }],
    waiting: 3,
  });
  expect(names(await from(order.shopifyGid, 2))).toEqual(["#3", "#1", "#2"]);
  expect(names(await from(gidOf("Order", "404")))).toEqual(["#1", "#2", "#3"]);
});
