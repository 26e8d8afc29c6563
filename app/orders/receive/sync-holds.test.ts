import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeOrder } from "../core/change-orders.ts";
import { raiseReason } from "../core/order-rows.ts";
import { gidOf } from "../../ports/gid.ts";
import { newHold, type Hold } from "../core/attention.ts";
import { decideOn } from "../core/decide-rows.testing.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { syncHolds } from "./build-submission.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

type Facts = Partial<
  Pick<Parameters<typeof syncHolds>[2], "complete" | "payloadHash" | "preSendCurrent" | "priceRules">
>;

/** A submission that is not sent. `sync` answers with the codes that stay open. */
async function unsent() {
  const { submission } = await world.order([{ gid: gidOf("LineItem", "1"), sku: "TEE", quantity: 1 }], "waiting");
  const { id: submissionId, shopId, orderId } = submission;
  return {
    async sync(holds: Hold[], facts: Facts = {}): Promise<string[]> {
      const present = { complete: true, payloadHash: "h1", preSendCurrent: true, priceRules: "r1", ...facts };
      const open = await decideOn(world, orderId, (rows) =>
        syncHolds(rows, world.ctx, { submission, holds, notices: [], ...present }),
      );
      const codes = open.map(({ code }) => code).sort();
      expect(codes).toEqual(await world.openAttentions(submissionId));
      return codes;
    },
    raise: (hold: Hold) =>
      changeOrder(world, orderId, (rows) => raiseReason(rows, world.ctx, { shopId, orderId, submissionId, ...hold })),
    approve: () =>
      world.db.attention.updateMany({
        where: { submissionId, clearedAt: null },
        data: { clearedAt: world.ctx.clock.now(), clearedBy: "person" },
      }),
  };
}

describe("an approval of staff", () => {
  it("counts for what staff has seen, and for nothing else", async () => {
    const { sync, approve } = await unsent();
    const review = (subject: string, basis: string) => newHold("personalization_review", { subject, basis });
    expect(await sync([review("line 1", "Ada")])).toEqual(["personalization_review"]);
    await approve();
    expect(await sync([review("line 1", "Ada")])).toEqual([]);
    expect(await sync([review("line 1", "Bo")])).toEqual(["personalization_review"]);
    await approve();
    expect(await sync([review("line 1", "Bo"), review("line 2", "Bo")])).toEqual(["personalization_review"]);
  });

  it("ends no hold that the facts alone clear", async () => {
    const { sync, approve } = await unsent();
    await sync([newHold("address_missing")]);
    await approve();
    expect(await sync([newHold("address_missing")])).toEqual(["address_missing"]);
  });
});

describe("a hold whose cause is gone", () => {
  it("is cleared, and the others stay", async () => {
    const { sync } = await unsent();
    await sync([newHold("address_missing"), newHold("payment_pending")]);
    expect(await sync([newHold("payment_pending")])).toEqual(["payment_pending"]);
  });

  it("is cleared by nothing less than what found it", async () => {
    const { sync } = await unsent();
    await sync([newHold("risk_high"), newHold("payment_pending")]);
    // A webhook lacks the fraud analysis.
    expect(await sync([], { complete: false })).toEqual(["risk_high"]);
    expect(await sync([])).toEqual([]);
  });

  it("stays where staff holds the order", async () => {
    const { sync, raise } = await unsent();
    await raise(newHold("held_by_staff"));
    expect(await sync([])).toEqual(["held_by_staff"]);
  });
});

describe("a hold of the checks before sending", () => {
  const found = newHold("margin_low", { basis: "h1", detail: { priceRules: "r1" } });

  it.each<[string, Facts, string[]]>([
    ["stays until they are made again", { preSendCurrent: false }, ["margin_low"]],
    ["is cleared where they find it no more", { preSendCurrent: true }, []],
    ["is cleared once the content is another", { preSendCurrent: false, payloadHash: "h2" }, []],
    ["is cleared where there is no content", { preSendCurrent: false, payloadHash: null }, []],
    ["is cleared where the margin is judged by other settings", { preSendCurrent: false, priceRules: "r2" }, []],
  ])("%s", async (_name, facts, expected) => {
    const { sync } = await unsent();
    await sync([found]);
    expect(await sync([], facts)).toEqual(expected);
  });

  it("that names a file goes by the content alone", async () => {
    const { sync } = await unsent();
    await sync([newHold("artwork_changed", { basis: "h1 sha256" })]);
    expect(await sync([], { preSendCurrent: false })).toEqual(["artwork_changed"]);
    expect(await sync([], { preSendCurrent: false, payloadHash: "h2" })).toEqual([]);
  });
});
