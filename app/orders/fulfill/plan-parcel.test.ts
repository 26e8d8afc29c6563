import fc from "fast-check";
import { expect, test } from "vitest";
import type { FulfillmentOrderSnapshot } from "../../ports/order-model.ts";
import { gidOf } from "../../ports/gid.ts";
import { planParcel, type PlanInput, type PlanLine } from "./plan-parcel.ts";
import { idOf } from "../../../tests/support/ids.ts";

const tracking = { number: "TRACK-1", url: "https://carrier.test/1", company: null };
const FULFILLMENT = gidOf("Fulfillment", "1");
const STATUSES = ["OPEN", "IN_PROGRESS", "ON_HOLD", "SCHEDULED", "CLOSED", "CANCELLED", "INCOMPLETE"];

const A = gidOf("LineItem", "a");
const B = gidOf("LineItem", "b");
const C = gidOf("LineItem", "c");
const items = fc.constantFrom(A, B, C, gidOf("LineItem", "of-others"));

const fulfillmentOrder = fc
  .record({
    status: fc.constantFrom(...STATUSES),
    fulfillable: fc.boolean(),
    assignedLocation: fc.constantFrom("north", "south"),
    atFulfillmentService: fc.boolean(),
    deliveryMethod: fc.constantFrom("SHIPPING", "NONE", "PICK_UP", "LOCAL", null),
    holds: fc.array(
      fc.record({
        gid: fc.string().map((text) => gidOf("FulfillmentHold", text)),
        reason: fc.constantFrom("INCORRECT_ADDRESS", "OTHER"),
        handle: fc.constantFrom("inkbridge-1", null),
        heldByApp: fc.boolean(),
      }),
      { maxLength: 2 },
    ),
    lines: fc.array(fc.record({ lineItemGid: items, remaining: fc.nat({ max: 5 }) }), { maxLength: 4 }),
  })
  .map(({ fulfillable, lines, ...fo }) => ({
    ...fo,
    supportedActions: fulfillable ? ["CREATE_FULFILLMENT"] : [],
    lines,
  }));

const snapshot = fc.array(fulfillmentOrder, { maxLength: 4 }).map((orders) => ({
  cancelledAt: null,
  fulfillments: [],
  fulfillmentOrders: orders.map((fo, n): FulfillmentOrderSnapshot => ({
    ...fo,
    gid: gidOf("FulfillmentOrder", String(n)),
    lines: fo.lines.map((line, m) => ({
      ...line,
      gid: gidOf("FulfillmentOrderLineItem", `${n}-${m}`),
      total: line.remaining + 1,
    })),
  })),
}));

const planLines = fc
  .uniqueArray(
    fc.record({ lineItemGid: fc.constantFrom(A, B, C), left: fc.nat({ max: 6 }), remaining: fc.nat({ max: 1 }) }),
    { selector: (line) => line.lineItemGid },
  )
  .map((lines): PlanLine[] =>
    lines.map((line, n) => ({ ...line, submissionLineId: idOf(`sub-${n}`), orderLineId: idOf(`order-${n}`) })),
  );

const input = fc
  .record({ snapshot, lines: planLines, started: fc.boolean() })
  .map((parts): PlanInput => ({ ...parts, tracking, ownFulfillments: [], otherFulfillments: [] }));

const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

test("a plan never takes more than was sent or than remains, nothing of others, and one location at a time", () => {
  fc.assert(
    fc.property(input, (given) => {
      const plan = planParcel(given);
      if (plan.kind !== "create") return;
      const orders = new Map(given.snapshot.fulfillmentOrders.map((fo) => [fo.gid, fo]));
      const all = plan.creates.flatMap((create) => create.lines);
      for (const line of given.lines) {
        const allocated = all.filter((one) => one.submissionLineId === line.submissionLineId);
        expect(sum(allocated.map((one) => one.quantity))).toBeLessThanOrEqual(line.left);
        for (const one of allocated) {
          const item = orders.get(one.fulfillmentOrderGid)?.lines.find((l) => l.gid === one.fulfillmentOrderLineGid);
          expect(item?.lineItemGid).toBe(line.lineItemGid);
        }
      }
      for (const fo of given.snapshot.fulfillmentOrders) {
        for (const item of fo.lines) {
          const allocated = all.filter((one) => one.fulfillmentOrderLineGid === item.gid).map((one) => one.quantity);
          expect(sum(allocated)).toBeLessThanOrEqual(item.remaining);
        }
      }
      for (const create of plan.creates) {
        expect(create.lines.length).toBeGreaterThan(0);
        for (const line of create.lines) {
          const fo = orders.get(line.fulfillmentOrderGid);
          expect(fo?.assignedLocation).toBe(create.assignedLocation);
          expect(fo).toMatchObject({ atFulfillmentService: false, supportedActions: ["CREATE_FULFILLMENT"] });
          expect(line.quantity).toBeGreaterThan(0);
        }
      }
      expect(new Set(plan.creates.map((create) => create.assignedLocation)).size).toBe(plan.creates.length);
    }),
    { numRuns: 400 },
  );
});

test("what another fulfillment service has of a line is not ours to fulfill, wherever Shopify lists it", () => {
  const order = (
    gid: string,
    remaining: number,
    over: Partial<FulfillmentOrderSnapshot>,
  ): FulfillmentOrderSnapshot => ({
    ...{ gid: gidOf("FulfillmentOrder", gid), status: "OPEN", supportedActions: ["CREATE_FULFILLMENT"] },
    ...{ assignedLocation: "Main warehouse", atFulfillmentService: false, deliveryMethod: "SHIPPING", holds: [] },
    lines: [{ gid: gidOf("FulfillmentOrderLineItem", gid), lineItemGid: A, total: remaining, remaining }],
    ...over,
  });
  const theirs = order("1", 1, { assignedLocation: "Other 3PL", atFulfillmentService: true, status: "IN_PROGRESS" });
  const ours = order("2", 2, {});
  const lines = [{ submissionLineId: idOf("s"), orderLineId: idOf("o"), lineItemGid: A, left: 2, remaining: 2 }];
  const planOf = (fulfillmentOrders: FulfillmentOrderSnapshot[]) =>
    planParcel({
      ...{ tracking, lines: lines as PlanLine[], ownFulfillments: [], otherFulfillments: [], started: false },
      snapshot: { cancelledAt: null, fulfillments: [], fulfillmentOrders },
    });
  for (const orders of [
    [theirs, ours],
    [ours, theirs],
  ]) {
    expect(planOf(orders)).toMatchObject({
      kind: "create",
      blocked: false,
      creates: [{ assignedLocation: "Main warehouse", lines: [{ fulfillmentOrderGid: ours.gid, quantity: 2 }] }],
    });
  }
  expect(planOf([theirs])).toEqual({ kind: "blocked" });
});

/** What a fulfillment of A that has the parcel's number already makes of a plan. */
function planBeside(given: PlanInput, known: Partial<PlanInput> = {}) {
  const existing = {
    ...{ gid: FULFILLMENT, status: "SUCCESS", tracking: [tracking] },
    lines: [{ lineItemGid: A, quantity: 1 }],
  };
  const snapshotWith = { ...given.snapshot, fulfillments: [existing] };
  return { existing, plan: planParcel({ ...given, ...known, started: false, snapshot: snapshotWith }) };
}

test("a number that a fulfillment of the parcel's goods has is never written again for these: it is adopted", () => {
  fc.assert(
    fc.property(input, (given) => {
      const { plan, existing } = planBeside(given);
      const hasGoods = given.lines.some((line) => line.lineItemGid === A && line.left > 0);
      expect(plan.kind === "adopt").toBe(hasGoods);
      if (plan.kind === "adopt") expect(plan.fulfillments).toEqual([existing]);
      expect(plan.kind).not.toBe("add_tracking");
    }),
  );
});

test("a number that the app wrote for this submission is never written again", () => {
  fc.assert(
    fc.property(input, (given) => {
      expect(planBeside(given, { ownFulfillments: [FULFILLMENT] }).plan.kind).toBe("already_present");
    }),
  );
});

test("a number that Shopify has in another spelling is never written again", () => {
  const spelled = { ...tracking, number: "track 1" };
  fc.assert(
    fc.property(input, (given) => {
      const { plan } = planBeside({ ...given, tracking: spelled }, { ownFulfillments: [FULFILLMENT] });
      expect(plan.kind).toBe("already_present");
    }),
  );
});

test("a number that another submission of the order has keeps none of the parcel's goods back", () => {
  fc.assert(
    fc.property(input, (given) => {
      const alone = planParcel({ ...given, started: false });
      const { plan } = planBeside(given, { otherFulfillments: [FULFILLMENT] });
      const isWritten = ["create", "release", "blocked"].includes(alone.kind);
      expect(plan).toEqual(isWritten ? alone : { kind: "already_present" });
    }),
  );
});

test("a hold of somebody else is never released", () => {
  fc.assert(
    fc.property(input, (given) => {
      const plan = planParcel(given);
      if (plan.kind !== "release") return;
      for (const hold of plan.holds) {
        const fo = given.snapshot.fulfillmentOrders.find((one) => one.gid === hold.fulfillmentOrderGid);
        expect(fo?.holds.every((one) => one.heldByApp)).toBe(true);
      }
    }),
    { numRuns: 400 },
  );
});

test("further tracking drops no number that stands", () => {
  const numbers = fc.uniqueArray(
    fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text !== tracking.number),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(numbers, (present) => {
      const before = present.map((number) => ({ number, url: "", company: null }));
      const held = { gid: FULFILLMENT, status: "SUCCESS", tracking: before, lines: [{ lineItemGid: A, quantity: 1 }] };
      const lines = [{ submissionLineId: idOf("s"), orderLineId: idOf("o"), lineItemGid: A, left: 0, remaining: 0 }];
      const plan = planParcel({
        tracking,
        lines,
        ownFulfillments: [FULFILLMENT],
        otherFulfillments: [],
        started: false,
        snapshot: { cancelledAt: null, fulfillmentOrders: [], fulfillments: [held] },
      });
      expect(plan).toEqual({ kind: "add_tracking", fulfillmentGid: FULFILLMENT, tracking: [...before, tracking] });
    }),
  );
});
