import { afterAll, beforeAll, expect, it } from "vitest";
import { gidOf } from "../../ports/gid.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { readStoredSide } from "./stored-submissions.ts";

const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 1 };
let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const november = (day: number) => new Date(Date.UTC(2026, 10, day));

it("an order that was sent again days later belongs to the days of its last attempt", async () => {
  const { shop, account, submission } = await world.order([LINE]);
  const lastAttemptAt = november(20);
  await world.db.submission.update({ where: { id: submission.id }, data: { sentAt: november(10), lastAttemptAt } });
  const scope = { shopId: shop.id, printAccountId: account.id };
  const between = (from: number, to: number, listed: string[] = []) =>
    readStoredSide(world.ctx, { ...scope, begin: november(from), end: november(to), listed });
  const shown = { reference: submission.reference, sentAt: lastAttemptAt };
  expect((await between(19, 21)).submissions).toMatchObject([shown]);
  expect((await between(1, 30)).submissions).toMatchObject([shown]);
  const before = await between(9, 12, [submission.reference]);
  expect(before.submissions).toEqual([]);
  expect([...before.knownReferences]).toEqual([[submission.reference, "outside_range"]]);
  await world.db.submission.update({
    where: { id: submission.id },
    data: { printAccountId: (await world.account()).id },
  });
  expect([(await between(19, 21)).otherAccount, (await between(9, 12)).otherAccount]).toEqual([1, 0]);
});
