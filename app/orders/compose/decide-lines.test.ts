import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gid, line, mapping, settings, snapshot } from "../../../tests/support/order-fixtures.ts";
import { newId } from "../../../tests/support/ids.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { record } from "../../../tests/support/statement-recorder.ts";
import type { LineSnapshot } from "../../ports/order-model.ts";
import { decideOn } from "../core/decide-rows.testing.ts";
import { decideLines, decideNewLine, toMappingLookup } from "./decide-lines.ts";
import { openShop } from "../receive/open-shop.testing.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const shirt = (number: number, quantity = 1, over: Partial<LineSnapshot> = {}): LineSnapshot =>
  line({ gid: gid("LineItem", number), quantity, remaining: quantity, ...over });
const MAPPINGS = toMappingLookup([mapping()], []);

/** An order that was received with these lines, and the same order as Shopify shows it later. */
async function received(...lines: LineSnapshot[]) {
  const shop = await openShop(world);
  await shop.receive(shop.paid({ lines }));
  const order = (await shop.orderRow()) ?? expect.unreachable();
  return {
    ...shop,
    apply: async (shown: LineSnapshot[], mappings = MAPPINGS, over: Record<string, unknown> = {}) =>
      decideOn(world, order.id, (rows) =>
        decideLines(rows, world.ctx, shop.paid({ lines: shown }), {
          settings: settings(over),
          mappings,
          created: false,
        }),
      ),
    rows: async () =>
      (await shop.orderLines()).map((row) => [row.shopifyGid, row.quantity, row.remaining, row.eligibilityReason]),
  };
}

describe("the lines of a known order", () => {
  it("are stored as Shopify shows them: changed, added, and gone with quantity 0", async () => {
    const { apply, rows, history } = await received(shirt(1, 2), shirt(2));
    const decided = await apply([shirt(1, 3), shirt(3)]);
    expect(decided.map(({ snapshot, mapping: rule }) => [snapshot.gid, rule?.itemSku])).toEqual([
      [shirt(1).gid, "TEE-BLACK-M"],
      [shirt(3).gid, "TEE-BLACK-M"],
    ]);
    expect(await rows()).toEqual([
      [shirt(1).gid, 3, 3, "mapped_variant"],
      [shirt(2).gid, 0, 0, "mapped_variant"],
      [shirt(3).gid, 1, 1, "mapped_variant"],
    ]);
    expect((await history()).filter((code) => code.startsWith("line.")).toSorted()).toEqual([
      "line.added",
      "line.quantity_changed",
      "line.removed",
    ]);
  });

  it("are not written where nothing changed", async () => {
    const { apply } = await received(shirt(1), shirt(2));
    const statements = await record(() => apply([shirt(1), shirt(2)]));
    const written = statements.filter((one) => one.kind === "statement" && /^(INSERT|UPDATE|DELETE)/.test(one.sql));
    expect(written).toEqual([]);
  });

  it("keep the product that Shopify has deleted since, and stay printable", async () => {
    const { apply, orderLines } = await received(shirt(1));
    const deleted = shirt(1, 1, { productGid: null, variantGid: null });
    const [decided] = await apply([deleted], toMappingLookup([], []));
    expect(decided?.row).toMatchObject({ eligibility: "printable", eligibilityReason: "product_deleted" });
    const known = { productGid: mapping().productGid, variantGid: mapping().variantGid };
    expect(await orderLines()).toMatchObject([known]);
  });

  it.each([
    ["before anything of them was sent", "waiting", "not_printed"],
    ["not once they were sent", "submitted", "mapping_removed"],
  ] as const)("can be marked as not printed: %s", async (_name, state, reason) => {
    const { apply, rows, setState } = await received(shirt(1));
    await setState(state);
    await apply([shirt(1)], toMappingLookup([], [{ productGid: mapping().productGid, variantGid: "" }]));
    expect(await rows()).toEqual([[shirt(1).gid, 1, 1, reason]]);
  });
});

describe("a line that a rule never sends", () => {
  const never = {
    ...{ id: newId(), name: "Never", on: true, match: "all", action: { do: "never_send" } },
    conditions: [{ of: "quantity", not: false, atLeast: "1" }],
  };

  it("is left out, which the history says once", async () => {
    const { apply, rows, history } = await received(shirt(1));
    for (let time = 0; time < 2; time += 1) await apply([shirt(1)], MAPPINGS, { rules: [never] });
    expect(await rows()).toEqual([[shirt(1).gid, 1, 1, "excluded_by_rule"]]);
    expect((await history()).filter((code) => code === "line.excluded_by_rule")).toHaveLength(1);
  });

  it("stays left out by staff, which the history does not blame on the rule", async () => {
    const { apply, rows, history, db, shop } = await received(shirt(1));
    const excluded = {
      excludedAt: new Date(),
      eligibility: "excluded",
      eligibilityReason: "excluded_by_staff",
    } as const;
    await db.orderLine.updateMany({ where: { order: { shopId: shop.id } }, data: excluded });
    await apply([shirt(1)], MAPPINGS, { rules: [never] });
    expect(await rows()).toEqual([[shirt(1).gid, 1, 1, "excluded_by_staff"]]);
    expect(await history()).not.toContain("line.excluded_by_rule");
  });
});

describe("a line that was not stored before", () => {
  it("is decided by the present input, and nothing is written", () => {
    const orderId = newId();
    const decide = (shown: LineSnapshot) =>
      decideNewLine(world.ctx, orderId, shown, { settings: settings(), mappings: MAPPINGS, snapshot: snapshot() });
    expect(decide(shirt(1))).toMatchObject({
      row: { orderId, shopifyGid: shirt(1).gid, eligibility: "printable", eligibilityReason: "mapped_variant" },
      mapping: { itemSku: "TEE-BLACK-M" },
    });
    const custom = decide(shirt(2, 1, { productGid: null, variantGid: null, vendor: null, variantTitle: null }));
    expect(custom).toMatchObject({ row: { eligibility: "excluded" } });
    expect(custom.mapping).toBeUndefined();
  });
});
