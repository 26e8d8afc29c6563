import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../../../tests/support/database.ts";
import { newId } from "../../../../tests/support/ids.ts";
import { createEncryptor } from "../../../encryption/encryptor.server.ts";
import { recordStaffAction } from "../../../shops/staff-actions.ts";
import { assignOrders } from "../../actions/triage.ts";
import { seedShop } from "../list/seed-shop.testing.ts";
import { readActivity } from "./activity.ts";
import { readActivityQuery, writeActivityQuery } from "./activity-query.ts";

const [KIM, LEE] = ["11", "12"];
let now = new Date("2026-11-25T12:00:00Z");
const encryptor = createEncryptor([{ id: "k1", key: randomBytes(32) }]);
const ids = { uuid: newId, code: () => "" };
let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

async function openShop() {
  const ctx = { db: database.db, encryptor, clock: { now: () => (now = new Date(now.getTime() + 1_000)) }, ids };
  const shop = await seedShop(database.db);
  const { shopId } = shop;
  const read = (search = "", size?: number) =>
    readActivity(ctx, shopId, readActivityQuery(new URLSearchParams(search)), size);
  return {
    ...{ ctx, shop, shopId, read },
    assign: async (userId: string, name: string) =>
      assignOrders(ctx, { shopId, userId }, [await shop.order({ name })], userId),
    shown: async (search?: string, size?: number) =>
      (await read(search, size)).rows.map(({ userId, what }) =>
        what.area === "order" ? [userId, what.code, what.order.name] : [userId, what.kind],
      ),
  };
}

test("what staff did in orders, mappings and settings is one list, the newest first, by person and by area", async () => {
  const { ctx, shopId, assign, shown, read } = await openShop();
  await assign(KIM, "#1");
  await recordStaffAction(ctx, ctx.db, { shopId, userId: LEE, kind: "sending_paused", data: { until: null } });
  await recordStaffAction(ctx, ctx.db, { shopId, userId: KIM, kind: "mappings_saved", data: { count: 3 } });
  await assign(LEE, "#2");
  const order = { shopId, orderId: newId(), at: now, code: "order.received", actor: "shopify", data: {} } as const;
  const [first] = await ctx.db.order.findMany({ where: { shopId }, take: 1 });
  await ctx.db.history.create({ data: { ...order, id: newId(), orderId: first?.id ?? newId() } });
  const all = [
    [LEE, "order.assigned", "#2"],
    [KIM, "mappings_saved"],
    [LEE, "sending_paused"],
    [KIM, "order.assigned", "#1"],
  ];
  expect(await shown()).toEqual(all);
  expect(await shown(`user=${KIM}`)).toEqual([all[1], all[3]]);
  expect(await shown("area=order")).toEqual([all[0], all[3]]);
  expect(await shown("area=mapping")).toEqual([all[1]]);
  expect(await shown(`area=settings&user=${LEE}`)).toEqual([all[2]]);
  expect(await shown("area=x&user=y&after=z")).toEqual(all);
  expect((await read("area=mapping")).rows[0]?.data).toEqual({ count: "3" });
});

test("pages show every entry once", async () => {
  const { ctx, shopId, assign, shown, read } = await openShop();
  for (let at = 0; at < 4; at += 1) {
    await assign(KIM, `#${at}`);
    await recordStaffAction(ctx, ctx.db, { shopId, userId: KIM, kind: "sending_resumed" });
  }
  const all = await shown();
  const pages = [];
  for (let after: string | null = "", more = true; more;) {
    const query = writeActivityQuery({ area: null, user: null, after: after || null }).toString();
    const page = await read(query, 3);
    pages.push(await shown(query, 3));
    [after, more] = [page.next, page.next !== null];
  }
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 2]);
  expect(pages.flat()).toEqual(all);
});

test("another shop's staff is never listed", async () => {
  const [mine, theirs] = [await openShop(), await openShop()];
  await theirs.assign(KIM, "#1");
  await recordStaffAction(theirs.ctx, theirs.ctx.db, { shopId: theirs.shopId, userId: KIM, kind: "sending_resumed" });
  expect(await theirs.shown()).toHaveLength(2);
  expect(await mine.shown()).toEqual([]);
});
