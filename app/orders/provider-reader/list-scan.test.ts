import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, it } from "vitest";
import { Unavailable } from "../../ports/errors.ts";
import type { PrintAccountCalls, PrintService, SyncedOrder } from "../../ports/print-service.ts";
import { openWorld } from "../fulfil/orders-world.testing.ts";
import { createWalks, type AccountWalks, type WalkNeed } from "./list-scan.ts";

const world = await openWorld();
afterAll(() => world.close());

let shown: string[];
let walked: number;
let fails: boolean;
let account: string;
let walks: AccountWalks;

beforeEach(async () => {
  [shown, walked, fails, account] = [[], 0, false, randomUUID()];
  const key = account.slice(0, 8);
  await world.db.printAccount.create({
    data: {
      id: account,
      key,
      emailHash: key,
      credentialsSealed: new Uint8Array(),
      eventHeader: "x",
      eventTokenSealed: new Uint8Array(),
      createdAt: new Date(),
    },
  });
  walks = createWalks({ db: world.db, clock: world.ctx.clock, printService });
});

const printService: PrintService = {
  forAccount: () =>
    ({
      listAll: () => {
        walked += 1;
        const rows = shown.map((reference) => ({ reference }) as SyncedOrder);
        return fails ? Promise.reject(new Unavailable("list: away")) : Promise.resolve({ rows, whole: true });
      },
      list: () => Promise.resolve([]),
    }) as unknown as PrintAccountCalls,
};

/** A submission that nobody knows of, as a look-up that has claimed it needs it. */
async function uncertain(claimed: boolean): Promise<WalkNeed> {
  const { submission } = await world.order([{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }], "uncertain");
  const dueAt = world.ctx.clock.now();
  const claim = { dueAt: new Date(dueAt.getTime() + 120_000), claimToken: randomUUID() };
  const data = { printAccountId: account, sentAt: dueAt, ...(claimed ? claim : { dueAt }) };
  await world.db.submission.update({ where: { id: submission.id }, data });
  return { account, reference: submission.reference, from: dueAt, dueAt };
}

it("one walk serves all that are due, and shows each of them that the service has", async () => {
  const needs = await Promise.all([uncertain(true), uncertain(true), uncertain(false)]);
  shown = needs.slice(1).map(({ reference }) => reference);
  const seen = await Promise.all(needs.map((need) => walks.reading(need)));
  expect(walked).toBe(1);
  const found = seen.map((walk, at) => !walk.seen.failed && walk.seen.found.has(needs[at]?.reference ?? ""));
  expect(found).toEqual([false, true, true]);
});

it("of one that it did not look for, a walk says nothing", async () => {
  await walks.reading(await uncertain(true));
  const later = await uncertain(true);
  shown = [later.reference];
  // Due at the same instant, on a clock that stands still: only that it was not looked for tells them apart.
  const walk = await walks.reading(later);
  expect(!walk.seen.failed && walk.seen.found.has(later.reference)).toBe(true);
  expect(walked).toBe(2);
});

it("one that becomes due after a walk began needs another one", async () => {
  const first = await uncertain(true);
  await walks.reading(first);
  await walks.reading({ ...first, dueAt: new Date(first.dueAt.getTime() + 1) });
  expect(walked).toBe(2);
});

it("a walk that failed is shared, too", async () => {
  fails = true;
  const needs = await Promise.all([uncertain(true), uncertain(true)]);
  const seen = await Promise.all(needs.map((need) => walks.reading(need)));
  expect(walked).toBe(1);
  expect(seen.map((walk) => walk.seen.failed)).toEqual([expect.any(Unavailable), expect.any(Unavailable)]);
});
