import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { gidOf, type Gid } from "../../ports/gid.ts";
import type { FulfillmentOfOrder } from "../../ports/shopify.ts";
import { remainingQuantity } from "./read-fulfillment.ts";
import { propertyRuns } from "../../../tests/support/release.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { recordTracking } from "../provider-updates/record-events.testing.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());

const LINES = [gidOf("LineItem", "1"), gidOf("LineItem", "2")];
const OTHERS = gidOf("LineItem", "others");

const order = fc.record({
  /** Sent of each line, and what Shopify has open of it, by location. */
  sent: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
  open: fc.array(
    fc.record({
      location: fc.constantFrom("Main", "Annex"),
      quantities: fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })),
      others: fc.nat({ max: 2 }),
      status: fc.constantFrom("OPEN", "IN_PROGRESS", "ON_HOLD"),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

const step = fc.oneof(
  fc.record({
    do: fc.constant("track" as const),
    number: fc.constantFrom("T-1", "T-2", "T-3"),
    times: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    do: fc.constant("fault" as const),
    operation: fc.constantFrom("readFulfillment" as const, "createFulfillment" as const, "updateTracking" as const),
    fault: fc.constantFrom("not_processed" as const, "response_lost" as const, "rejected" as const),
  }),
  fc.record({
    do: fc.constant("hand" as const),
    order: fc.nat({ max: 2 }),
    line: fc.nat({ max: 1 }),
    number: fc.constantFrom("", "T-1", "T-2"),
  }),
  fc.record({
    do: fc.constant("status" as const),
    order: fc.nat({ max: 2 }),
    status: fc.constantFrom("OPEN", "ON_HOLD"),
  }),
  fc.record({ do: fc.constant("cancel" as const), fulfillment: fc.nat({ max: 3 }) }),
  fc.record({ do: fc.constant("time" as const), minutes: fc.integer({ min: 1, max: 20 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Given = typeof order extends fc.Arbitrary<infer T> ? T : never;

async function applyStep(one: Step, reference: string): Promise<void> {
  const { snapshot, fail, setStatus, fulfillManually } = world.shopify();
  switch (one.do) {
    case "track": {
      const update = { reference, trackingNumber: one.number, trackingUrl: "", reportedBy: "event" as const };
      await Promise.all(Array.from({ length: one.times }, () => recordTracking(world.ctx, update)));
      return world.runWoken();
    }
    case "fault":
      return fail(one.operation, one.fault);
    case "hand": {
      const fo = snapshot.fulfillmentOrders[one.order];
      const line = fo?.lines[one.line];
      if (!fo || !line || line.remaining === 0 || !fo.supportedActions.includes("CREATE_FULFILLMENT")) return;
      const byHand = { fulfillmentOrderGid: fo.gid, fulfillmentOrderLineGid: line.gid, quantity: 1 };
      const entered = one.number === "" ? [] : [{ number: one.number, url: "", company: null }];
      fulfillManually({ lines: [byHand], tracking: entered, notifyCustomer: false });
      return;
    }
    case "status": {
      const fo = snapshot.fulfillmentOrders[one.order];
      if (fo && fo.status !== "CLOSED") setStatus(fo, one.status);
      return;
    }
    case "cancel": {
      const made = snapshot.fulfillments[one.fulfillment];
      if (made) made.status = "CANCELLED";
      return;
    }
    case "time":
      world.advance(one.minutes * 60_000);
      return world.sweep();
  }
}

const unitsOf = (fulfillments: readonly FulfillmentOfOrder[], gid: Gid<"LineItem">): number =>
  fulfillments
    .flatMap((one) => one.lines.filter((line) => line.lineItemGid === gid))
    .reduce((sum, line) => sum + line.quantity, 0);

/** What the first parcel has fulfilled is not counted yet when the second one comes. */
const LOST_ANSWER_THEN_ANOTHER_PARCEL: [Given, Step[]] = [
  { sent: [1, 1], open: [{ location: "Main", quantities: [2, 0], others: 0, status: "OPEN" }] },
  [
    { do: "fault", operation: "createFulfillment", fault: "response_lost" },
    { do: "track", number: "T-1", times: 1 },
    { do: "track", number: "T-3", times: 1 },
  ],
];

const ofSecondLine = (location: "Main" | "Annex", quantity: number): Given["open"][number] => ({
  location,
  quantities: [0, quantity],
  others: 0,
  status: "OPEN",
});

/** One write fulfills a line item out of two fulfillment orders of one location; a third one has more of the line item. */
const SPLIT_LINE: [Given, Step[]] = [
  { sent: [1, 2], open: [ofSecondLine("Annex", 1), ofSecondLine("Annex", 1), ofSecondLine("Main", 1)] },
  [
    { do: "track", number: "T-1", times: 1 },
    { do: "track", number: "T-2", times: 1 },
  ],
];

/** The same, and the answer of the write was lost. */
const LOST_ANSWER_ABOUT_SPLIT_LINE: [Given, Step[]] = [
  SPLIT_LINE[0],
  [
    { do: "fault", operation: "createFulfillment", fault: "response_lost" },
    { do: "track", number: "T-1", times: 1 },
  ],
];

/** Staff has entered the parcel's number for one of two pieces. */
const ENTERED_FOR_SOME: [Given, Step[]] = [
  { sent: [2, 1], open: [{ location: "Main", quantities: [2, 1], others: 0, status: "OPEN" }] },
  [
    { do: "hand", order: 0, line: 0, number: "T-1" },
    { do: "track", number: "T-1", times: 1 },
  ],
];

/** The customer got the number of the second parcel with the fulfillment that the merchant replaces. */
const CANCELED_AFTER_LOST_TRACKING: [Given, Step[]] = [
  { sent: [1, 1], open: [{ location: "Main", quantities: [2, 0], others: 0, status: "OPEN" }] },
  [
    { do: "track", number: "T-1", times: 1 },
    { do: "fault", operation: "updateTracking", fault: "response_lost" },
    { do: "track", number: "T-2", times: 1 },
    { do: "cancel", fulfillment: 0 },
    { do: "hand", order: 0, line: 0, number: "" },
  ],
];

const EXAMPLES = [
  LOST_ANSWER_THEN_ANOTHER_PARCEL,
  SPLIT_LINE,
  LOST_ANSWER_ABOUT_SPLIT_LINE,
  ENTERED_FOR_SOME,
  CANCELED_AFTER_LOST_TRACKING,
];

test("whatever fails and whatever the merchant does: never more than was sent, one email for a number, nothing of others, an end for every parcel, and for all goods", async () => {
  await fc.assert(
    fc.asyncProperty(order, fc.array(step, { maxLength: 12 }), async (given, steps) => {
      const { submission } = await world.order(
        LINES.map((gid, n) => ({ gid, sku: `SKU-${n}`, quantity: given.sent[n] ?? 1 })),
      );
      const shopify = world.shopify();
      for (const { location, quantities, others, status } of given.open) {
        const lines = Object.fromEntries([
          ...LINES.map((gid, n): [string, number] => [gid, quantities[n] ?? 0]),
          [OTHERS, others],
        ]);
        shopify.addFulfillmentOrder(lines, { assignedLocation: location, status });
      }
      for (const one of steps) await applyStep(one, submission.reference);
      shopify.clearFaults();
      for (const fo of shopify.snapshot.fulfillmentOrders) if (fo.status === "ON_HOLD") shopify.setStatus(fo, "OPEN");
      for (let round = 0; round < 4; round += 1) {
        world.advance(20 * 60_000);
        await world.sweep();
      }

      const made = shopify.snapshot.fulfillments.filter((one) => shopify.createdByApp.includes(one.gid));
      const rows = await world.db.submissionLine.findMany({
        where: { submissionId: submission.id },
        orderBy: { position: "asc" },
      });
      const parcels = await world.db.parcel.findMany({ where: { submissionId: submission.id } });
      const numbers = new Set(parcels.map((one) => one.trackingNumber));
      const entered = shopify.snapshot.fulfillments.filter(
        (one) => !made.includes(one) && one.tracking.some(({ number }) => numbers.has(number)),
      );
      const isOver = parcels.length > 0 && parcels.every((one) => one.state === "fulfilled");
      LINES.forEach((gid, n) => {
        const sent = given.sent[n] ?? 0;
        const fulfilled = rows[n]?.fulfilled ?? 0;
        expect(unitsOf(made, gid)).toBeLessThanOrEqual(sent);
        expect(fulfilled).toBeLessThanOrEqual(Math.min(sent, unitsOf(made, gid) + unitsOf(entered, gid)));
        if (isOver) expect(Math.min(sent - fulfilled, remainingQuantity(shopify.snapshot, gid))).toBe(0);
      });
      expect(made.flatMap((one) => one.lines).map((line) => line.lineItemGid)).not.toContain(OTHERS);
      expect(new Set(shopify.notifiedNumbers).size).toBe(shopify.notifiedNumbers.length);
      for (const parcel of parcels) {
        const stands = shopify.snapshot.fulfillments.some((one) =>
          one.tracking.some((info) => info.number === parcel.trackingNumber),
        );
        const attention = await world.db.attention.findFirst({ where: { subject: parcel.id, clearedAt: null } });
        expect({ state: parcel.state, stands, asked: attention !== null }).toEqual(
          parcel.state === "fulfilled"
            ? { state: "fulfilled", stands: true, asked: false }
            : { state: "parked", stands, asked: true },
        );
      }
    }),
    { numRuns: propertyRuns(40), examples: EXAMPLES },
  );
});
