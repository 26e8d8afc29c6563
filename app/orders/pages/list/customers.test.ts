import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { address, gid } from "../../../../tests/support/order-fixtures.ts";
import { redactCustomer } from "../../../privacy/redact-customer.ts";
import { prune } from "../../../privacy/prune.ts";
import { openOrdersWorld } from "../../../../tests/support/orders-world.ts";
import { openShop, type OpenShop } from "../../receive/open-shop.testing.ts";
import { DEFAULT_QUERY, type ListQuery } from "./list-query.ts";
import { readOrdersPage } from "./read-page.ts";
import type { OrderSnapshot } from "../../../ports/order-model.ts";

const DAY = 86_400_000;
let world: Awaited<ReturnType<typeof openOrdersWorld>>;
let shop: OpenShop;

beforeAll(async () => {
  world = await openOrdersWorld();
  shop = await openShop(world);
});
afterAll(() => world.close());

const list = async (query: Partial<ListQuery> = {}, of = shop) =>
  (await readOrdersPage(of.ctx, of.shop.id, { ...DEFAULT_QUERY, ...query })).rows;
const find = async (search: string, of = shop) => (await list({ search }, of)).map(({ name }) => name);

function orderOf(number: number, name: string, over: Partial<OrderSnapshot> = {}): OrderSnapshot {
  const to = address({ name, firstName: null, lastName: null, city: "Ghent", country: "Belgium", countryCode: "BE" });
  const ids = { gid: gid("Order", number), name: `#${number}` };
  return shop.paid({ ...ids, email: `${number}@example.org`, shippingAddress: to, billingAddress: to, ...over });
}

describe("the customer of an order", () => {
  it("stands in the list with destination and shipping method, and finds the order", async () => {
    const shippingMethod = { title: "Post parcel", code: null };
    await shop.receive(orderOf(4001, "Mara Quill", { shippingMethod }));
    await shop.receive(orderOf(4002, "Mara Stone"));
    expect((await list({ search: "4001" }))[0]).toMatchObject({
      customer: { name: "Mara Quill", city: "Ghent", country: "Belgium", countryCode: "BE" },
      shippingTitle: "Post parcel",
    });
    expect((await find("mara")).toSorted()).toEqual(["#4001", "#4002"]);
    expect(await find("quill mar")).toEqual(["#4001"]);
    expect(await find("mara ghent 4002@example.org")).toEqual(["#4002"]);
    expect(await find("mara paris")).toEqual([]);
  });

  it("is in no plain column", async () => {
    const { rows } = await world.pool.query<{ row: string }>(`SELECT o::text AS "row" FROM "Order" o`);
    for (const word of ["mara", "quill", "ghent", "belgium", "example.org"])
      expect(rows.filter(({ row }) => row.toLowerCase().includes(word))).toEqual([]);
  });

  it("does not find an order of another shop", async () => {
    const other = await openShop(world);
    await other.receive(orderOf(4009, "Mara Elsewhere"));
    expect(await find("elsewhere", other)).toEqual(["#4009"]);
    expect(await find("elsewhere")).toEqual([]);
    expect(await find("quill", other)).toEqual([]);
  });

  it("is written again only when it changes", async () => {
    const given = orderOf(4003, "Ivo Lark");
    await shop.receive(given);
    const before = await shop.orderRow(given.gid);
    await shop.receive({ ...given, updatedAt: new Date(given.updatedAt.getTime() + 1_000) });
    expect((await shop.orderRow(given.gid))?.customerEncrypted).toEqual(before?.customerEncrypted);
    const moved = orderOf(4003, "Iva Lark", { updatedAt: new Date(given.updatedAt.getTime() + 2_000) });
    await shop.receive(moved);
    expect(await find("ivo lark")).toEqual([]);
    expect(await find("iva lark")).toEqual(["#4003"]);
  });

  it("of an order from before these columns is empty, and comes with the next read", async () => {
    const given = orderOf(4004, "Nils Reed");
    await shop.receive(given);
    const columns = { customerEncrypted: null, searchHashes: [], shippingTitle: null };
    await world.db.order.updateMany({ where: { name: "#4004" }, data: columns });
    expect((await list({ search: "4004" }))[0]).toMatchObject({ customer: null, shippingTitle: null });
    await shop.receive(given);
    expect(await find("nils")).toEqual(["#4004"]);
  });

  it("that no key decrypts leaves the list as it is, and is written again", async () => {
    const given = orderOf(4005, "Tess Vale");
    await shop.receive(given);
    const unreadable = { customerEncrypted: new Uint8Array([1, 2, 3]) };
    await world.db.order.updateMany({ where: { name: "#4005" }, data: unreadable });
    expect((await list({ search: "4005" }))[0]?.customer).toBeNull();
    await shop.receive(given);
    expect((await list({ search: "4005" }))[0]?.customer?.name).toBe("Tess Vale");
  });

  it("is erased at the customer's request, and does not come back with a later read", async () => {
    const given = orderOf(4006, "Olaf Wren");
    await shop.receive(given);
    await redactCustomer(world.ctx as never, shop.shop.domain, [given.gid]);
    await shop.receive({ ...given, updatedAt: new Date(given.updatedAt.getTime() + 1_000) });
    expect(await find("olaf")).toEqual([]);
    expect(await shop.orderRow(given.gid)).toMatchObject({ customerEncrypted: null, searchHashes: [] });
  });

  it("is erased by age, but not while the order may still be sent", async () => {
    const sent = orderOf(4007, "Petra Sand");
    await shop.receive(sent);
    await shop.receive(orderOf(4008, "Petra Moor", { financialStatus: "pending" }));
    await world.db.submission.updateMany({ where: { order: { name: "#4007" } }, data: { state: "fulfilled" } });
    world.advance(61 * DAY);
    await prune(world.ctx, 60);
    expect(await find("petra")).toEqual(["#4008"]);
    expect(await shop.orderRow(sent.gid)).toMatchObject({ customerEncrypted: null, searchHashes: [] });
  });
});
