import { randomBytes } from "node:crypto";
import type { Order } from "../../../prisma/client/client.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { newId } from "../../../tests/support/ids.ts";
import { address, gid, line, mapping, settings, snapshot } from "../../../tests/support/order-fixtures.ts";
import { propertyRuns } from "../../../tests/support/release.ts";
import { createEncryptor } from "../../encryption/encryptor.server.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { copyRows, moveSubmission, nothingAdded, withoutRows, type OrderRows } from "../core/order-rows.ts";
import { DEFAULT_POLICY } from "../core/policy.ts";
import { SENT_STATES } from "../core/states.ts";
import { decideOrder, type OrderState } from "./decide-order.ts";
import { sentQuantity, partsByLine } from "../compose/line-quantities.ts";
import { toMappingLookup } from "../compose/decide-lines.ts";

let now = new Date("2026-11-21T09:00:00Z");
const ctx = {
  encryptor: createEncryptor([{ id: "k1", key: randomBytes(32) }]),
  clock: { now: () => now },
  ids: { uuid: newId, code: (length: number) => "7".repeat(length) },
  policy: DEFAULT_POLICY,
};

const ACCOUNT = newId();

const NOTHING_YET = {
  ...{ cancelledAt: null, financialStatus: null, paymentKind: null, shippingPaid: null, subtotal: null, readAt: null },
  ...{ dueAt: null, tries: 0, failures: 0, version: 0, ignoredReason: null, redactedAt: null, printFulfilledAt: null },
  ...{
    addressHash: null,
    customerEncrypted: null,
    searchHashes: [],
    tags: [],
    shippingTitle: null,
    hasStandingSubmission: false,
  },
  ...{ fulfillmentOrders: [], test: false },
};

/** An order that was just inserted. */
function newRows(): OrderRows {
  const shown = snapshot();
  const { gid: shopifyGid, name, createdAt, updatedAt, currency } = shown;
  const times = { shopifyCreatedAt: createdAt, shopifyUpdatedAt: updatedAt, receivedAt: now };
  const order = { ...NOTHING_YET, ...times, id: newId(), shopId: newId(), shopifyGid, name, currency };
  return withoutRows(order as unknown as Order);
}

const stateOf = (rows: OrderRows, given: ShopSettings): OrderState => ({
  rows,
  created: rows.lines.length === 0,
  shop: {
    ...{ id: rows.order.shopId, domain: "a.myshopify.com", scopes: "", goLiveAt: new Date(0) },
    ...{ uninstalledAt: null, redactedAt: null, settings: given, printAccountId: ACCOUNT },
    ...{ timezone: "UTC", sendingPausedAt: null, sendingPausedUntil: null },
    printAccount: { kind: "live", interfaceVersion: "v1", refusedAt: null },
  },
  settings: given,
  mappings: toMappingLookup([mapping()], []),
  tombstoned: false,
  knownLines: rows.lines,
  drawnFiles: new Map(),
  justAdopted: false,
});

/** What Shopify may show of an order, one time after another. */
const shown = fc
  .record({
    financialStatus: fc.constantFrom("paid", "pending", "refunded"),
    risk: fc.constantFrom<OrderSnapshot["risk"]>("low", "high", "pending"),
    cancelled: fc.boolean(),
    quantities: fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }),
    fulfilled: fc.nat(1),
    street: fc.constantFrom("12 Main St", "99 Elm St", null),
    complete: fc.boolean(),
  })
  .map(({ cancelled, quantities, fulfilled, street, complete, ...rest }) =>
    snapshot({
      ...rest,
      cancelledAt: cancelled ? now : null,
      shippingAddress: address({ address1: street }),
      complete,
      lines: quantities.map((quantity, at) =>
        line({ gid: gid("LineItem", at + 1), quantity, remaining: Math.max(0, quantity - fulfilled) }),
      ),
    }),
  );

/** What becomes of an order that Shopify shows so, one time after another; `send`: at which times what is ready is sent. */
const story = fc.record({
  times: fc.array(fc.record({ shown, send: fc.boolean() }), { minLength: 1, maxLength: 4 }),
  approval: fc.constantFrom("automatic", "manual"),
});

function decide(rows: OrderRows, given: ShopSettings, snapshotNow: OrderSnapshot) {
  const after = copyRows(rows);
  const ready = decideOrder(after, ctx, stateOf(rows, given), { snapshot: snapshotNow, preSendResult: null });
  return { after, ready: ready ?? [] };
}

/** Without what each decision writes anew. */
const lasting = ({ order, lines, submissions, attentions, changes }: OrderRows) => {
  const { version: _version, customerEncrypted: _customer, ...rest } = order;
  const kept = submissions.map(({ payloadEncrypted: _content, version: _ofSubmission, ...row }) => row);
  return { order: rest, lines, submissions: kept, attentions, changes };
};

it("a decision changes no row that was loaded, and what it decides is decided again by the same snapshot", () => {
  fc.assert(
    fc.property(story, ({ times, approval }) => {
      const given = settings({ approval, editWindowMinutes: 0 });
      let rows = newRows();
      for (const { shown: seen, send } of times) {
        const loaded = structuredClone(rows);
        const { after, ready } = decide(rows, given, seen);
        expect(rows).toEqual(loaded);
        const again = decide({ ...after, added: nothingAdded() }, given, seen);
        expect(lasting(again.after)).toEqual(lasting(after));
        expect(again.after.added.History).toEqual([]);
        expect(again.ready.map(({ submissionId }) => submissionId)).toEqual(
          ready.map(({ submissionId }) => submissionId),
        );
        if (send)
          for (const { submissionId } of ready) {
            moveSubmission(after, ctx, submissionId, "claim");
            moveSubmission(after, ctx, submissionId, "accepted");
          }
        rows = after;
      }
    }),
    { numRuns: propertyRuns(100) },
  );
});

it("never more of a line is sent than Shopify ever showed as ordered, and one submission at most is open", () => {
  fc.assert(
    fc.property(story, ({ times, approval }) => {
      const given = settings({ approval, editWindowMinutes: 0 });
      let rows = newRows();
      const most = new Map<string, number>();
      for (const { shown: seen } of times) {
        for (const { gid: of, quantity } of seen.lines) most.set(of, Math.max(most.get(of) ?? 0, quantity));
        const { after, ready } = decide(rows, given, seen);
        for (const { submissionId } of ready) {
          moveSubmission(after, ctx, submissionId, "claim");
          moveSubmission(after, ctx, submissionId, "accepted");
        }
        const partsOf = partsByLine(after.submissions);
        for (const { id, shopifyGid } of after.lines)
          expect(sentQuantity(partsOf(id))).toBeLessThanOrEqual(most.get(shopifyGid) ?? 0);
        const open = after.submissions.filter(
          ({ state }) => !SENT_STATES.includes(state) && !["cancelled", "submitted"].includes(state),
        );
        expect(open.length).toBeLessThanOrEqual(1);
        rows = after;
      }
    }),
    { numRuns: propertyRuns(100) },
  );
});

it("a reason that lasts is looked for less and less often", () => {
  const given = settings({ editWindowMinutes: 0 });
  const { recheckIntervalMs } = DEFAULT_POLICY;
  let rows = newRows();
  const waits: number[] = [];
  for (let at = 0; at < 40; at += 1) {
    rows = decide(rows, given, snapshot({ risk: "pending" })).after;
    const dueAt = rows.submissions[0]?.dueAt ?? expect.unreachable();
    waits.push((dueAt.getTime() - now.getTime()) / recheckIntervalMs);
    now = dueAt;
  }
  expect(waits[0]).toBe(1);
  expect(waits.at(-1)).toBe(12);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
});
