import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../../../tests/support/database.ts";
import { newId } from "../../../../tests/support/ids.ts";
import { until } from "../../../../tests/support/until.ts";
import { createEncryptor } from "../../../encryption/encryptor.server.ts";
import { gidOf } from "../../../ports/gid.ts";
import type { OrderId } from "../../../ports/ids.ts";
import { assignOrders, endSnooze, snoozeOrders } from "../../actions/triage.ts";
import { INBOX_CODES, SHOP_WIDE_CODES, type AttentionCode } from "../../core/attention.ts";
import { topicOf, TOPICS } from "../../core/topics.ts";
import { seedShop } from "../list/seed-shop.testing.ts";
import { countInboxOrders, readInbox, readInboxNeighbors, type InboxEntry } from "./inbox.ts";
import { DEFAULT_INBOX, INBOX_TABS, readInboxQuery, writeInboxQuery, type InboxQuery } from "./inbox-query.ts";

const KIM = "11";
const LEE = "12";
let now = new Date("2026-11-25T12:00:00Z");
const clock = { now: () => now };
const encryptor = createEncryptor([{ id: "k1", key: randomBytes(32) }]);
const ids = { uuid: newId, code: () => "" };
let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

async function openInbox() {
  const { db } = database;
  const ctx = { db, encryptor, clock, ids };
  const shop = await seedShop(db, "America/New_York");
  const staff = { shopId: shop.shopId, userId: KIM, timezone: "America/New_York" };
  const read = (query: Partial<InboxQuery> = {}, size?: number, userId = KIM) =>
    readInbox(ctx, { ...staff, userId }, { ...DEFAULT_INBOX, ...query }, size);
  const raise = (orderId: OrderId, code: AttentionCode, openedAt: string) =>
    db.attention.create({ data: { id: ids.uuid(), shopId: shop.shopId, orderId, code, detail: {}, openedAt } });
  return {
    ...{ ctx, db, shop, staff, read, raise },
    names: async (query: Partial<InboxQuery> = {}, userId = KIM) => namesOf((await read(query, 50, userId)).entries),
    entry: async (name: string, query: Partial<InboxQuery> = {}) => {
      const found = (await read(query)).entries.find(({ order }) => order.name === name);
      if (!found) throw new Error(`no entry ${name}`);
      return found;
    },
    count: (limit = 100) => countInboxOrders(ctx, shop.shopId, limit),
    history: async (orderId: OrderId) =>
      (await db.history.findMany({ where: { orderId }, orderBy: { id: "asc" } })).map(({ code, actor, data }) => ({
        code,
        actor,
        data,
      })),
  };
}

const namesOf = (entries: readonly InboxEntry[]) => entries.map(({ order }) => order.name);
const seen = (...entries: InboxEntry[]) => entries.map(({ order, reasonIds }) => ({ orderId: order.id, reasonIds }));

test("an order is one entry, the most urgent first and then the longest-waiting, with all that it needs", async () => {
  const { shop, raise, names, entry, count } = await openInbox();
  const order = (name: string) => shop.order({ name });
  await raise(await order("approval"), "awaiting_approval", "2026-11-20T10:00:00Z");
  const rejected = await order("rejected");
  await raise(rejected, "awaiting_approval", "2026-11-01T10:00:00Z");
  await raise(rejected, "rejected", "2026-11-22T10:00:00Z");
  await raise(await order("older rejection"), "rejected", "2026-11-21T10:00:00Z");
  await raise(await order("alarm"), "items_differ", "2026-11-24T10:00:00Z");
  await order("fine");
  await raise(await order("delayed"), "not_sent_yet", "2026-11-01T10:00:00Z");
  // One cause for all orders: it is one entry of its own.
  await raise(await order("no login"), "print_account_rejected", "2026-11-01T10:00:00Z");
  expect(await names()).toEqual(["alarm", "older rejection", "rejected", "approval"]);
  expect(await entry("rejected")).toMatchObject({
    codes: ["rejected", "awaiting_approval"],
    since: "2026-11-22T10:00:00.000Z",
    assignee: null,
    snooze: null,
  });
  expect(await count()).toBe(4);
  expect(await count(3)).toBe(3);
});

test("pages show every order once, and the order's page leads on through them, also after the order has left", async () => {
  const { ctx, db, shop, staff, read, raise } = await openInbox();
  const codes: AttentionCode[] = ["items_differ", "rejected", "risk_high"];
  const orders: OrderId[] = [];
  for (let at = 0; at < 7; at += 1) {
    const id = await shop.order();
    orders.push(id);
    // Of the same urgency and time as others.
    await raise(id, codes[at % 3] ?? "rejected", "2026-11-21T10:00:00Z");
  }
  const all = namesOf((await read()).entries);
  const pages: string[][] = [];
  for (let after: string | null = null, more = true; more;) {
    const page = await read({ after }, 3);
    pages.push(namesOf(page.entries));
    [after, more] = [page.next, page.next !== null];
  }
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
  expect(pages.flat()).toEqual(all);
  expect(namesOf((await read({ after: "nonsense" }, 3)).entries)).toEqual(pages[0]);
  const neighbors = (name = "", query: Partial<InboxQuery> = {}) =>
    readInboxNeighbors(ctx, staff, gidOf("Order", name.slice(1)), { ...DEFAULT_INBOX, ...query });
  const number = (at: number) => all[at]?.slice(1) ?? null;
  for (const [at, name] of all.entries())
    expect(await neighbors(name)).toEqual({ previous: number(at - 1), next: number(at + 1) });
  const risky = { reasons: ["risk_high"] as const };
  expect((await neighbors(all[0], risky))?.next).toBe(number(all.length - 2));
  await db.attention.updateMany({ where: { order: { name: all[1] ?? "" } }, data: { clearedAt: now } });
  expect(await neighbors(all[1])).toEqual({ previous: null, next: number(0) });
  const other = await openInbox();
  expect(await readInboxNeighbors(ctx, other.staff, gidOf("Order", "1001"), DEFAULT_INBOX)).toBeNull();
});

test("orders are filtered by kind, reason and who handles them", async () => {
  const { ctx, db, shop, staff, read, names, raise, history } = await openInbox();
  const orders: OrderId[] = [];
  for (const [name, code] of [
    ["address", "address_incomplete"],
    ["rejected", "rejected"],
    ["risky", "risk_high"],
  ] as const) {
    const id = await shop.order({ name });
    orders.push(id);
    await raise(id, code, "2026-11-21T10:00:00Z");
  }
  const [address, rejected] = orders as [OrderId, OrderId];
  expect(await names({ topics: ["address"] })).toEqual(["address"]);
  expect((await names({ topics: ["sending"] })).toSorted()).toEqual(["rejected", "risky"]);
  expect(await names({ topics: ["sending"], reasons: ["rejected"] })).toEqual(["rejected"]);
  expect(await names({ topics: ["address"], reasons: ["rejected"] })).toEqual([]);

  expect(await assignOrders(ctx, staff, [address], KIM)).toEqual({ outcome: "saved", changed: [address] });
  expect(await assignOrders(ctx, staff, [rejected], LEE)).toEqual({ outcome: "invalid", problem: "unknown_staff" });
  await db.staffMember.create({ data: { id: newId(), shopId: shop.shopId, userId: LEE, updatedAt: now } });
  await assignOrders(ctx, staff, [rejected], LEE);
  expect(await assignOrders(ctx, staff, [rejected], LEE)).toEqual({ outcome: "saved", changed: [] });
  expect(await names({ tab: "mine" })).toEqual(["address"]);
  expect(await names({ tab: "mine" }, LEE)).toEqual(["rejected"]);
  expect(await names({ tab: "unassigned" })).toEqual(["risky"]);
  const page = await read();
  expect(page.tabs).toEqual({ open: 3, mine: 1, unassigned: 1, snoozed: 0 });
  expect(page.reasons).toEqual(
    expect.arrayContaining(["address_incomplete", "rejected", "risk_high"].map((code) => ({ code, orders: 1 }))),
  );
  await assignOrders(ctx, staff, [address], null);
  expect(await names({ tab: "mine" })).toEqual([]);
  expect(await history(address)).toEqual([
    { code: "order.assigned", actor: "person", data: { to: "self", assignee: KIM, user: KIM } },
    { code: "order.assigned", actor: "person", data: { to: "nobody", assignee: null, user: KIM } },
  ]);
});

test("a snoozed order comes back at its time, with a new reason at once, and when staff ends the snooze", async () => {
  const { ctx, db, shop, staff, read, names, entry, raise, count, history } = await openInbox();
  const id = await shop.order({ name: "waits" });
  await raise(id, "address_incomplete", "2026-11-21T10:00:00Z");
  const snooze = async (until: string, orders?: ReturnType<typeof seen>) =>
    snoozeOrders(ctx, staff, { orders: orders ?? seen(await entry("waits")), until, reason: "customer" });
  expect(await snooze("2026-11-25T06:59")).toEqual({ outcome: "invalid", problem: "past" });
  expect(await snooze("tomorrow")).toEqual({ outcome: "invalid", problem: "unreadable" });
  // 9 am in New York.
  expect(await snooze("2026-11-26T09:00")).toEqual({ outcome: "saved", changed: [id] });
  expect([await names(), await names({ tab: "snoozed" }), await count()]).toEqual([[], ["waits"], 0]);
  expect((await read()).tabs).toEqual({ open: 0, mine: 0, unassigned: 0, snoozed: 1 });
  expect((await read()).reasons).toEqual([]);
  expect((await entry("waits", { tab: "snoozed" })).snooze).toEqual({
    until: "2026-11-26T14:00:00.000Z",
    reason: "customer",
  });
  now = new Date("2026-11-26T13:59:59Z");
  expect(await names()).toEqual([]);
  now = new Date("2026-11-26T14:00:00Z");
  expect([await names(), await count()]).toEqual([["waits"], 1]);

  await snooze("2026-12-01T09:00");
  expect(await names()).toEqual([]);
  await raise(id, "rejected", "2026-11-20T10:00:00Z");
  expect([await names(), await names({ tab: "snoozed" }), await count()]).toEqual([["waits"], [], 1]);
  // What was opened after the page showed the order is not snoozed unseen.
  const before = seen(await entry("waits"));
  await raise(id, "risk_high", "2026-11-20T10:00:00Z");
  await snooze("2026-12-01T09:00", before);
  expect(await names()).toEqual(["waits"]);

  await snooze("2026-12-01T09:00");
  expect(await names()).toEqual([]);
  await db.attention.updateMany({ where: { orderId: id, code: "rejected" }, data: { clearedAt: now } });
  expect(await names()).toEqual([]);
  expect(await endSnooze(ctx, staff, [id])).toEqual({ outcome: "saved", changed: [id] });
  expect(await endSnooze(ctx, staff, [id])).toEqual({ outcome: "saved", changed: [] });
  expect(await names()).toEqual(["waits"]);
  const entries = await history(id);
  expect(entries[0]).toEqual({
    code: "order.snoozed",
    actor: "person",
    data: { why: "customer", until: "2026-11-26T14:00:00.000Z", user: KIM },
  });
  expect(entries.at(-1)?.code).toBe("order.snooze_ended");
});

test("another shop's orders are neither shown nor counted, assigned or snoozed", async () => {
  const [mine, theirs] = [await openInbox(), await openInbox()];
  const id = await theirs.shop.order({ name: "theirs" });
  await theirs.raise(id, "rejected", "2026-11-21T10:00:00Z");
  const orders = seen(await theirs.entry("theirs"));
  const nothing = { outcome: "saved", changed: [] };
  expect([await mine.names(), await mine.count()]).toEqual([[], 0]);
  expect(await assignOrders(mine.ctx, mine.staff, [id], KIM)).toEqual(nothing);
  const snooze = { orders, until: "2027-01-01T09:00", reason: "other" } as const;
  expect(await snoozeOrders(mine.ctx, mine.staff, snooze)).toEqual(nothing);
  await snoozeOrders(theirs.ctx, theirs.staff, snooze);
  expect(await assignOrders(mine.ctx, mine.staff, [id], null)).toEqual(nothing);
  expect(await endSnooze(mine.ctx, mine.staff, [id])).toEqual(nothing);
  expect(await theirs.names({ tab: "snoozed" })).toEqual(["theirs"]);
});

test("the address keeps the query, and every reason that needs a person has its place", () => {
  const query = fc.record({
    tab: fc.constantFrom(...INBOX_TABS),
    topics: fc.subarray([...TOPICS]),
    reasons: fc.subarray([...INBOX_CODES]),
    after: fc.option(fc.stringMatching(/^[\w-]{1,40}$/)),
  });
  fc.assert(
    fc.property(query, (one) => {
      expect(readInboxQuery(writeInboxQuery(one))).toEqual(one);
    }),
  );
  for (const code of INBOX_CODES) expect(TOPICS).toContain(topicOf(code));
  expect(SHOP_WIDE_CODES.toSorted()).toEqual([
    "no_print_account",
    "practice_account",
    "print_account_rejected",
    "protected_data_withheld",
    "provider_unreadable",
    "updates_stopped",
  ]);
});

test("triage takes the locks of its orders as every change of an order does, and ends in no deadlock with one", async () => {
  const { ctx, db, shop, staff, entry, raise } = await openInbox();
  for (const name of ["a", "b"]) await raise(await shop.order({ name }), "awaiting_approval", "2026-11-20T10:00:00Z");
  const entries = [await entry("a"), await entry("b")].toSorted((a, b) => (a.order.id < b.order.id ? -1 : 1));
  const [first, second] = entries.map(({ order }) => order.id);
  // The rows of the table stand in the other sequence.
  for (const one of entries.toReversed())
    await snoozeOrders(ctx, staff, { orders: seen(one), until: "2026-12-01T09:00", reason: "other" });
  const isWaiting = async () =>
    (await db.$executeRaw`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`) > 0;
  let ended: ReturnType<typeof endSnooze> | undefined;
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Order" WHERE "id" = ${first}::uuid FOR UPDATE`;
    ended = endSnooze(
      ctx,
      staff,
      [second, first].flatMap((id) => id ?? []),
    );
    ended.catch(() => undefined);
    await until("triage waits", isWaiting);
    await tx.$queryRaw`SELECT 1 FROM "Order" WHERE "id" = ${second}::uuid FOR UPDATE`;
  });
  expect(await ended).toMatchObject({ outcome: "saved", changed: expect.arrayContaining([first, second]) as unknown });
});
