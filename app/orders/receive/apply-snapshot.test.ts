import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { address, gid, line, mapping, settings } from "../../../tests/support/order-fixtures.ts";
import { propertyRuns } from "../../../tests/support/release.ts";
import type { LineSnapshot } from "../../ports/order-model.ts";
import { UNSENT_STATES, type SubmissionState } from "../core/states.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { openShop } from "./open-shop.testing.ts";
import { shopSettings } from "../../settings/settings.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const shirts = (quantity: number): LineSnapshot => line({ quantity, remaining: quantity });

const WARN = shopSettings.parse({}).addressChecks;

describe("a snapshot", () => {
  it("that is older than the last one changes nothing", async () => {
    const shop = await openShop(world);
    await shop.receive(shop.paid({ updatedAt: shop.later(2), lines: [shirts(3)] }));
    expect(await shop.receive(shop.paid({ updatedAt: shop.later(1), lines: [shirts(1)], name: "#7" }))).toBe("stale");
    expect(await shop.orderRow()).toMatchObject({ name: "#1001", shopifyUpdatedAt: shop.later(2) });
    expect((await shop.submissions())[0]?.lines).toMatchObject([{ quantity: 3 }]);
  });

  it("of an order from before the shop went live is kept and never sent, also when the date is moved later", async () => {
    const shop = await openShop(world);
    const before = shop.paid({ createdAt: new Date(shop.shop.goLiveAt.getTime() - 1) });
    expect(await shop.receive(before)).toBe("ignored");
    await world.db.shop.update({ where: { id: shop.shop.id }, data: { goLiveAt: new Date(0) } });
    expect(await shop.receive({ ...before, updatedAt: shop.later(1) })).toBe("ignored");
    expect(await shop.orderRow()).toMatchObject({ ignoredReason: "before_go_live" });
    expect(await shop.submissions()).toEqual([]);
  });

  it("of an order that was received already is sent, also when the shop's date is moved past it", async () => {
    const shop = await openShop(world);
    await shop.receive(shop.paid({ financialStatus: "pending" }));
    await world.db.shop.update({ where: { id: shop.shop.id }, data: { goLiveAt: shop.later(60) } });
    expect(await shop.receive(shop.paid({ updatedAt: shop.later(1) }))).toBe("ready");
    expect(await shop.submissions()).toMatchObject([{ state: "ready" }]);
  });

  it("with fewer shirts before sending makes the submission smaller; with none cancels it", async () => {
    const shop = await openShop(world);
    await shop.receive(shop.paid({ lines: [shirts(3)] }));
    await shop.receive(shop.paid({ updatedAt: shop.later(1), lines: [shirts(2)] }));
    const [made] = await shop.submissions();
    expect(made?.lines).toMatchObject([{ quantity: 2 }]);
    await shop.receive(shop.paid({ updatedAt: shop.later(2), lines: [shirts(0)] }));
    expect(await shop.submissions()).toMatchObject([
      { id: made?.id, reference: made?.reference, state: "cancelled", dueAt: null },
    ]);
  });

  it("of a canceled order cancels what is not sent, and its history says which reasons that cleared", async () => {
    const shop = await openShop(world);
    await shop.receive(shop.paid({ financialStatus: "pending" }));
    expect(await shop.openCodes()).toEqual(["payment_pending"]);
    await shop.receive(shop.paid({ updatedAt: shop.later(1), cancelledAt: shop.later(1) }));
    const [{ id: submissionId, ...submission } = {}] = await shop.submissions();
    expect(submission).toMatchObject({ state: "cancelled" });
    expect(await shop.openCodes()).toEqual([]);
    const entries = await world.db.history.findMany({ where: { submissionId, code: "attention.cleared" } });
    expect(entries).toMatchObject([{ actor: "system", data: { code: "payment_pending", subject: "" } }]);
  });

  it("with more shirts after sending makes a supplement of the rest", async () => {
    const shop = await openShop(world);
    await shop.receive(shop.paid({ lines: [shirts(1)] }));
    await shop.setState("submitted");
    await shop.receive(shop.paid({ updatedAt: shop.later(1), lines: [shirts(3)] }));
    expect(await shop.submissions()).toMatchObject([
      { kind: "first", state: "submitted", lines: [{ quantity: 1 }] },
      { kind: "supplement", state: "ready", lines: [{ quantity: 2 }] },
    ]);
  });

  it("shows the SKU of a mapping that was saved while something else keeps the content from being complete", async () => {
    const shop = await openShop(world);
    const shown = { shippingAddress: address({ zip: null }) };
    await shop.receive(shop.paid(shown));
    await world.db.mapping.updateMany({ where: { shopId: shop.shop.id }, data: { itemSku: "TEE-RED-M" } });
    await shop.receive(shop.paid({ ...shown, updatedAt: shop.later(1) }));
    expect(await shop.openCodes()).toEqual(["address_incomplete"]);
    expect(await shop.submissions()).toMatchObject([{ lines: [{ itemSku: "TEE-RED-M" }] }]);
  });

  it("leaves a line that Shopify no longer shows in place, with quantity 0", async () => {
    const shop = await openShop(world);
    const other = line({ gid: gid("LineItem", 2) });
    await shop.receive(shop.paid({ lines: [line(), other] }));
    await shop.receive(shop.paid({ updatedAt: shop.later(1), lines: [line()] }));
    expect((await shop.orderLines()).map((row) => [row.shopifyGid, row.quantity, row.remaining])).toEqual([
      [line().gid, 1, 1],
      [other.gid, 0, 0],
    ]);
    expect((await shop.submissions())[0]?.lines).toHaveLength(1);
  });
});

describe("split shipping", () => {
  const choice = (title: string) => ({ title, code: null });
  const split = { shippingMethod: choice("Standard"), lines: [line({ shippingMethod: choice("Express") })] };

  it("shows the shipping that the printed items were bought with, also after a webhook that tells less", async () => {
    const shop = await openShop(world);
    await shop.receive(shop.paid(split));
    expect(await shop.orderRow()).toMatchObject({ shippingTitle: "Express" });
    const ofWebhook = { shippingMethod: choice("Standard"), lines: [line()], complete: false };
    await shop.receive(shop.paid({ ...ofWebhook, updatedAt: shop.later(1) }));
    expect(await shop.orderRow()).toMatchObject({ shippingTitle: "Express" });
  });
});

describe("a payment kind that only the webhook knew", () => {
  it("counts for later snapshots that cannot tell", async () => {
    const shop = await openShop(world, { payment: { ...settings().payment, net_terms: "right_away" } });
    await shop.receive(shop.paid({ financialStatus: "pending", paymentKind: "net_terms" }));
    await shop.receive(shop.paid({ financialStatus: "pending", updatedAt: shop.later(1) }));
    expect(await shop.openCodes()).toEqual([]);
    expect(await shop.submissions()).toMatchObject([{ state: "ready" }]);
  });
});

describe("a mapping that is removed", () => {
  it("holds the order: the line stays printable", async () => {
    const shop = await openShop(world);
    await shop.receive();
    await world.db.mapping.deleteMany({ where: { shopId: shop.shop.id } });
    await shop.receive(shop.paid({ updatedAt: shop.later(1) }));
    expect(await shop.orderLines()).toMatchObject([{ eligibility: "printable", eligibilityReason: "mapping_removed" }]);
    expect(await shop.submissions()).toMatchObject([{ state: "waiting", payloadEncrypted: null, payloadHash: null }]);
    expect(await shop.openCodes()).toEqual(["mapping_removed"]);
  });

  it("of another shop changes nothing", async () => {
    const [shop, other] = [await openShop(world), await openShop(world)];
    await world.db.mapping.deleteMany({ where: { shopId: other.shop.id } });
    await shop.receive();
    await other.receive();
    expect(await shop.submissions()).toMatchObject([{ state: "ready" }]);
    expect(await other.orderLines()).toMatchObject([{ eligibility: "excluded", eligibilityReason: "no_match" }]);
  });
});

describe("an edit window", () => {
  it("keeps the submission until the window ends, counted from when the order was placed", async () => {
    const shop = await openShop(world, { editWindowMinutes: 30 });
    await shop.receive();
    const ends = shop.later(30);
    expect(await shop.submissions()).toMatchObject([{ state: "waiting", dueAt: ends }]);
    expect(shop.woken).toEqual([]);
  });
});

describe("an address that may be wrong", () => {
  const nowhere = address({ zip: "00000" });

  it("is shown before the order is sent, and holds nothing", async () => {
    const shop = await openShop(world, { editWindowMinutes: 30 });
    await shop.receive(shop.paid({ shippingAddress: nowhere }));
    expect(await shop.openCodes()).toEqual(["address_unlikely"]);
    const [row] = await shop.submissions();
    expect(row?.dueAt).toEqual(shop.later(30));
    await shop.receive(shop.paid({ updatedAt: shop.later(1), shippingAddress: address() }));
    expect(await shop.openCodes()).toEqual([]);
  });

  it("holds the order where the merchant wants that, until the address is another one", async () => {
    const shop = await openShop(world, { addressChecks: { ...WARN, zip: "hold", zip_region: "hold" } });
    expect(await shop.receive(shop.paid({ shippingAddress: nowhere }))).not.toBe("ready");
    expect(await shop.openCodes()).toEqual(["address_doubtful"]);
    expect(await shop.submissions()).toMatchObject([{ state: "waiting", dueAt: null }]);
    await shop.receive(shop.paid({ updatedAt: shop.later(1), shippingAddress: address() }));
    expect(await shop.openCodes()).toEqual([]);
    expect(await shop.submissions()).toMatchObject([{ state: "ready" }]);
  });
});

it("an address is told of and holds nothing by the checks that the merchant turned off", async () => {
  const ignored = await openShop(world, { addressChecks: { ...WARN, house_number: "ignore" } });
  await ignored.receive(ignored.paid({ shippingAddress: address({ address1: "Elm Road" }) }));
  expect(await ignored.openCodes()).toEqual([]);
  const both = await openShop(world, { editWindowMinutes: 30, addressChecks: { ...WARN, house_number: "hold" } });
  await both.receive(both.paid({ shippingAddress: address({ address1: `Elm ${"Road".repeat(20)}` }) }));
  // What would only warn is told with what holds.
  expect(await both.openCodes()).toEqual(["address_doubtful"]);
});

describe("a rejected submission", () => {
  it("stays rejected while its content is the same, and is ready again once the address changed", async () => {
    const shop = await openShop(world);
    await shop.receive();
    await shop.setState("rejected");
    await shop.receive(shop.paid({ updatedAt: shop.later(1) }));
    expect(await shop.submissions()).toMatchObject([{ state: "rejected" }]);
    const moved = address({ address1: "2 Other Street" });
    await shop.receive(shop.paid({ updatedAt: shop.later(2), shippingAddress: moved }));
    expect(await shop.submissions()).toMatchObject([{ state: "ready", kind: "first" }]);
  });
});

describe("a backoff that runs", () => {
  it("is not shortened by an update of the order", async () => {
    const shop = await openShop(world);
    await shop.receive();
    const dueAt = shop.later(9);
    await world.db.submission.updateMany({ where: { shopId: shop.shop.id }, data: { dueAt } });
    await shop.receive(shop.paid({ updatedAt: shop.later(1) }));
    expect(await shop.submissions()).toMatchObject([{ state: "ready", dueAt }]);
    expect(shop.woken).toHaveLength(1);
  });
});

describe("personal data that was erased", () => {
  it("is not written again: the submission has no content and waits", async () => {
    const shop = await openShop(world, { editWindowMinutes: 60 });
    await shop.receive();
    await world.db.order.updateMany({ where: { shopId: shop.shop.id }, data: { redactedAt: world.ctx.clock.now() } });
    await shop.receive(shop.paid({ updatedAt: shop.later(1) }));
    expect(await shop.submissions()).toMatchObject([{ state: "waiting", payloadEncrypted: null }]);
    expect(await shop.openCodes()).toEqual(["personal_data_erased"]);
  });
});

const QUANTITIES = fc.array(
  fc.record({
    shirts: fc.nat(4),
    mugs: fc.nat(4),
    minute: fc.nat(6),
    sent: fc.constantFrom("no", "submitted", "uncertain", "rejected" as const),
  }),
  { minLength: 1, maxLength: 6 },
);

describe("whatever snapshots come, in any order, and whatever is sent between them", () => {
  it("the order is prepared for at most what the newest snapshot orders, and never twice", async () => {
    await fc.assert(
      fc.asyncProperty(QUANTITIES, async (steps) => {
        const shop = await openShop(world);
        const mug = { gid: gid("LineItem", 2), variantGid: gid("ProductVariant", 200) };
        await world.db.mapping.create({
          data: {
            ...mapping(),
            id: world.ctx.ids.uuid(),
            shopId: shop.shop.id,
            variantGid: mug.variantGid,
            itemSku: "MUG",
            updatedAt: new Date(),
          },
        });
        let newest = -1;
        let wanted = { shirts: 0, mugs: 0 };
        const largest = { shirts: 0, mugs: 0 };
        for (const step of steps) {
          const lines = [shirts(step.shirts), line({ ...mug, quantity: step.mugs, remaining: step.mugs })];
          await shop.receive(shop.paid({ updatedAt: shop.later(step.minute), lines }));
          if (step.minute >= newest) {
            [newest, wanted] = [step.minute, step];
            largest.shirts = Math.max(largest.shirts, step.shirts);
            largest.mugs = Math.max(largest.mugs, step.mugs);
          }
          if (step.sent === "no") continue;
          await world.db.submission.updateMany({
            where: { shopId: shop.shop.id, state: { in: [...UNSENT_STATES] } },
            data: { state: step.sent },
          });
        }
        const rows = await shop.submissions();
        const orderLines = new Map((await shop.orderLines()).map((row) => [row.id, row.shopifyGid]));
        const units = (gidOfLine: string, counts: (state: SubmissionState) => boolean) =>
          rows
            .filter((row) => counts(row.state))
            .flatMap((row) => row.lines)
            .filter((one) => orderLines.get(one.orderLineId) === gidOfLine)
            .reduce((sum, one) => sum + one.quantity, 0);
        const open = (state: SubmissionState) => state !== "cancelled";
        const isSent = (state: SubmissionState) => state === "submitted" || state === "uncertain";
        for (const [lineGid, want, most] of [
          [line().gid, wanted.shirts, largest.shirts],
          [mug.gid, wanted.mugs, largest.mugs],
        ] as const) {
          expect(units(lineGid, open)).toBe(Math.max(want, units(lineGid, isSent)));
          expect(units(lineGid, isSent)).toBeLessThanOrEqual(most);
        }
        expect(rows.filter((row) => !isSent(row.state) && open(row.state)).length).toBeLessThanOrEqual(1);
        expect(new Set(rows.map((row) => row.reference)).size).toBe(rows.length);
      }),
      { numRuns: propertyRuns(15), interruptAfterTimeLimit: 30_000, markInterruptAsFailure: false },
    );
  });
});
