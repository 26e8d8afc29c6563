import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { propertyRuns } from "../../../tests/support/release.ts";
import type { SyncedOrder } from "../../ports/print-service.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import type { SubmissionState } from "../core/states.ts";
import { applyProviderOrder } from "./apply-provider-order.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import { NO_RECIPIENT } from "../../../tests/support/provider-orders.ts";
import { gidOf } from "../../ports/gid.ts";
import { recordStatus, recordTracking } from "./record-events.testing.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());
const { db, ctx } = world;

// Two lines of one SKU, told apart by their artwork only, and one of another.
const LINES = [
  { gid: gidOf("LineItem", "1"), sku: "SHIRT-M", quantity: 2, artwork: "https://art.test/cat.png" },
  { gid: gidOf("LineItem", "2"), sku: "SHIRT-M", quantity: 1, artwork: "https://art.test/dog.png" },
  { gid: gidOf("LineItem", "3"), sku: "MUG", quantity: 1, artwork: "https://art.test/mug.png" },
];

/** What is so at the service: a status by line, null where it reported none yet for a SKU, and numbers of parcels. */
interface Facts {
  statuses: (string | null)[];
  parcels: string[];
}

/** One message about the facts, whole or in part. `told`: how many of the parcels it knows of. */
type Update =
  | { by: "list" | "detail"; parcelCount: number; links: boolean }
  | { by: "event"; about: "tracking"; parcel: number; link: "none" | "old" | "present" }
  | { by: "event"; about: "status"; lines: number[] };

const status = fc.constantFrom("In production", "Quality check", "Not verify", "Out of stock");
const statuses = fc
  .tuple(fc.option(fc.tuple(status, status)), fc.option(status))
  .map(([shirts, mug]) => [...(shirts ?? [null, null]), mug]);
const facts: fc.Arbitrary<Facts> = fc.record({
  statuses,
  parcels: fc.uniqueArray(fc.constantFrom("T1", "T2", "T3"), { maxLength: 3 }),
});

const synced = fc.record({
  by: fc.constantFrom("list" as const, "detail" as const),
  parcelCount: fc.nat(3),
  links: fc.boolean(),
});
const tracking = fc.record({
  by: fc.constant("event" as const),
  about: fc.constant("tracking" as const),
  parcel: fc.nat(2),
  link: fc.constantFrom("none" as const, "old" as const, "present" as const),
});
const statusEvent = fc.record({
  by: fc.constant("event" as const),
  about: fc.constant("status" as const),
  lines: fc.shuffledSubarray([0, 1, 2], { minLength: 1 }),
});

/** Whatever else comes, before, between or after: one message that reports everything. */
const FULL_UPDATE: Update = { by: "list", parcelCount: 3, links: true };

const scenario = fc.record({
  facts,
  updates: fc
    .array(fc.oneof(synced, tracking, statusEvent), { maxLength: 7 })
    .chain((some: Update[]) => fc.nat(some.length).map((at) => [...some.slice(0, at), FULL_UPDATE, ...some.slice(at)])),
});

const link = (number: string) => `https://carrier.test/${number}`;

async function deliver(
  submission: { id: SubmissionId; reference: string },
  { statuses, parcels }: Facts,
  updates: Update,
) {
  const { reference } = submission;
  if (updates.by !== "event") {
    const row: SyncedOrder = {
      serviceOrderId: "7",
      reference,
      enteredAt: updates.by === "list" ? "2026-11-21 10:00:00" : null,
      storeName: null,
      recipient: NO_RECIPIENT,
      items: LINES.map((line, at) => ({
        productName: "",
        itemSku: line.sku,
        quantity: line.quantity,
        artworkFront: line.artwork,
        artworkBack: "",
        mockup: "",
        orderStatus: statuses[at] ?? null,
        paymentStatus: "Unpaid",
      })),
      trackings: parcels
        .slice(0, updates.parcelCount)
        .map((number) => ({ trackingNumber: number, trackingUrl: updates.links ? link(number) : "", updatedAt: null })),
    };
    return applyProviderOrder(ctx, { submissionId: submission.id, synced: row, reportedBy: updates.by });
  }
  if (updates.about === "tracking") {
    const number = parcels[updates.parcel];
    if (!number) return;
    const trackingUrl = { none: "", old: `${link(number)}/old`, present: link(number) }[updates.link];
    return recordTracking(ctx, { reference, trackingNumber: number, trackingUrl, reportedBy: "event" });
  }
  const items = updates.lines.flatMap((at) => {
    const orderStatus = statuses[at];
    return orderStatus ? [{ itemSku: LINES[at]?.sku ?? "", orderStatus, messageError: null }] : [];
  });
  if (items.length > 0) await recordStatus(ctx, { reference, items, deliveryId: null, reportedBy: "event" });
}

const stateOf = ({ statuses, parcels }: Facts): SubmissionState =>
  parcels.length > 0 ? "shipped" : statuses.includes("In production") ? "in_production" : "submitted";

test("the same updates in any order, however often and by whatever way, ends in the same place", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ facts, updates }) => {
      const { submission } = await world.order(LINES);
      for (const one of updates) await deliver(submission, facts, one);
      const { state, lines, parcels } = await db.submission.findUniqueOrThrow({
        where: { id: submission.id },
        include: { lines: { orderBy: { position: "asc" } }, parcels: { orderBy: { trackingNumber: "asc" } } },
      });
      expect(state).toBe(stateOf(facts));
      expect(lines.map((line) => line.orderStatus)).toEqual(facts.statuses);
      expect(parcels.map((parcel) => [parcel.trackingNumber, parcel.trackingUrl])).toEqual(
        [...facts.parcels].sort().map((number) => [number, link(number)]),
      );
    }),
    { numRuns: propertyRuns(30), interruptAfterTimeLimit: 40_000, markInterruptAsFailure: false },
  );
});
