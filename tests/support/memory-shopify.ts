import { gidOf, type Gid, type GidKind } from "../../app/ports/gid.ts";
import type { FulfillmentOrderSnapshot } from "../../app/ports/order-model.ts";
import { RejectedError, UncertainError, UnavailableError } from "../../app/ports/errors.ts";
import type {
  FlowTriggerEvent,
  FulfillmentOfOrder,
  FulfillmentSnapshot,
  NewFulfillment,
  NewHold,
  Shopify,
  TrackingUpdate,
} from "../../app/ports/shopify.ts";

type Operation =
  | "readFulfillment"
  | "readFulfillmentOrders"
  | "createFulfillment"
  | "updateTracking"
  | "hold"
  | "releaseHold"
  | "reportProgress"
  | "openFulfillmentOrder"
  | "setOrderStatus"
  | "clearOrderStatus"
  | "sendFlowEvent";
/** before: not processed. lost: it took effect, but the answer was lost. refused: an intelligible no. */
type Fault = "not_processed" | "response_lost" | "rejected";

const actionsOf = (status: string): string[] =>
  status === "OPEN" || status === "IN_PROGRESS"
    ? ["CREATE_FULFILLMENT", "HOLD", "MOVE", ...(status === "OPEN" ? ["REPORT_PROGRESS"] : [])]
    : status === "ON_HOLD"
      ? ["RELEASE_HOLD"]
      : status === "SCHEDULED"
        ? ["MARK_AS_OPEN"]
        : [];

const entriesOf = (lines: Record<Gid<"LineItem">, number>) => Object.entries(lines) as [Gid<"LineItem">, number][];

/** One order in a Shopify that keeps its rules about fulfillments, in memory: an implementation of the port for tests. */
export function memoryShopify() {
  const snapshot: FulfillmentSnapshot = { cancelledAt: null, fulfillmentOrders: [], fulfillments: [] };
  const flowEvents: FlowTriggerEvent[] = [];
  const notifiedNumbers: string[] = [];
  const createdByApp: Gid<"Fulfillment">[] = [];
  const tags = new Set<string>();
  const metafields: string[] = [];
  const calls: Operation[] = [];
  const faults: { operation: Operation; fault: Fault; times: number }[] = [];
  let number = 0;

  const gid = <K extends GidKind>(kind: K): Gid<K> => gidOf(kind, String((number += 1)));
  const find = (id: Gid<"FulfillmentOrder">): FulfillmentOrderSnapshot => {
    const found = snapshot.fulfillmentOrders.find((fo) => fo.gid === id);
    if (!found) throw new RejectedError("no such fulfillment order");
    return found;
  };
  const setStatus = (fo: FulfillmentOrderSnapshot, status: string): void => {
    fo.status = status;
    fo.supportedActions = actionsOf(status);
  };

  /** A call that may fail before it is made, or lose its answer. Answers come later, as from a network. */
  const call = async <T>(operation: Operation, effect: () => T): Promise<T> => {
    calls.push(operation);
    await new Promise((resolve) => setImmediate(resolve));
    const planned = faults.find((one) => one.operation === operation && one.times > 0);
    if (planned) planned.times -= 1;
    if (planned?.fault === "not_processed") throw new UnavailableError("asked to wait", { retryAfterMs: 1000 });
    if (planned?.fault === "rejected") throw new RejectedError("no");
    const answer = effect();
    await new Promise((resolve) => setImmediate(resolve));
    if (planned?.fault === "response_lost") throw new UncertainError("no answer");
    return answer;
  };

  const create = (input: NewFulfillment): Gid<"Fulfillment"> => {
    const locations = new Set(input.lines.map((line) => find(line.fulfillmentOrderGid).assignedLocation));
    if (locations.size !== 1) throw new RejectedError("one location at a time");
    const parts = input.lines.map((line) => {
      const fo = find(line.fulfillmentOrderGid);
      const item = fo.lines.find((one) => one.gid === line.fulfillmentOrderLineGid);
      if (!item || !fo.supportedActions.includes("CREATE_FULFILLMENT")) throw new RejectedError("cannot be fulfilled");
      if (line.quantity < 1 || line.quantity > item.remaining) throw new RejectedError("more than remains");
      return { fo, item, quantity: line.quantity };
    });
    const made: FulfillmentOfOrder = {
      gid: gid("Fulfillment"),
      status: "SUCCESS",
      tracking: structuredClone(input.tracking),
      lines: [],
    };
    for (const { fo, item, quantity } of parts) {
      item.remaining -= quantity;
      made.lines.push({ lineItemGid: item.lineItemGid, quantity });
      if (fo.lines.every((line) => line.remaining === 0)) setStatus(fo, "CLOSED");
    }
    snapshot.fulfillments.push(made);
    if (input.notifyCustomer) notifiedNumbers.push(input.tracking[0]?.number ?? "");
    return made.gid;
  };

  const update = (input: TrackingUpdate): void => {
    const found = snapshot.fulfillments.find((one) => one.gid === input.fulfillmentGid);
    if (!found || found.status === "CANCELLED") throw new RejectedError("no such fulfillment");
    found.tracking = structuredClone(input.tracking);
    if (input.notifyCustomer) notifiedNumbers.push(input.tracking.at(-1)?.number ?? "");
  };

  const hold = (input: NewHold): void => {
    const fo = find(input.fulfillmentOrderGid);
    if (fo.holds.some((one) => one.handle === input.handle)) return;
    if (!fo.supportedActions.includes("HOLD")) throw new RejectedError("cannot be held");
    fo.holds.push({ gid: gid("FulfillmentHold"), reason: input.reason, handle: input.handle, heldByApp: true });
    setStatus(fo, "ON_HOLD");
  };

  const release = (id: Gid<"FulfillmentOrder">, handle: string): void => {
    const fo = find(id);
    fo.holds = fo.holds.filter((one) => one.handle !== handle);
    if (fo.holds.length === 0 && fo.status === "ON_HOLD") setStatus(fo, "OPEN");
  };

  const port: Shopify = {
    isAtLimit: () => Promise.resolve(false),
    readOrder: () => Promise.resolve(null),
    orderOfFulfillmentOrder: () => Promise.resolve(null),
    ordersUpdatedSince: () => Promise.resolve({ orders: [], next: null }),
    summarizeOrders: () => Promise.resolve([]),
    ordersPlacedSince: () => Promise.resolve({ orders: [], next: null }),
    readFulfillment: () => call("readFulfillment", () => structuredClone(snapshot)),
    readFulfillmentOrders: (_, gids) =>
      call("readFulfillmentOrders", () => {
        const { fulfillmentOrders, fulfillments } = structuredClone(snapshot);
        return { fulfillmentOrders: fulfillmentOrders.filter((fo) => gids.includes(fo.gid)), fulfillments };
      }),
    createFulfillment: (_, input) =>
      call("createFulfillment", () => {
        const made = create(input);
        createdByApp.push(made);
        return made;
      }),
    updateTracking: (_, input) => call("updateTracking", () => update(input)),
    hold: (_, input) => call("hold", () => hold(input)),
    releaseHold: (_, id, handle) => call("releaseHold", () => release(id, handle)),
    reportProgress: (_, id) =>
      call("reportProgress", () => {
        const fo = find(id);
        if (fo.status !== "OPEN" && fo.status !== "IN_PROGRESS") throw new RejectedError("cannot be in progress");
        setStatus(fo, "IN_PROGRESS");
      }),
    openFulfillmentOrder: (_, id) => call("openFulfillmentOrder", () => setStatus(find(id), "OPEN")),
    updateRecipient: () => Promise.resolve(),
    setOrderStatus: (_, __, { tag, removed, state, link }) =>
      call("setOrderStatus", () => {
        tags.add(tag);
        for (const one of removed) tags.delete(one);
        metafields.splice(0, 2, state, link);
      }),
    clearOrderStatus: (_, __, removed) =>
      call("clearOrderStatus", () => {
        for (const one of removed) tags.delete(one);
        metafields.length = 0;
      }),
    sendFlowEvent: (_, event) => call("sendFlowEvent", () => void flowEvents.push(event)),
  };

  return {
    port,
    snapshot,
    /** Tracking numbers of which the customer was notified, in order. */
    notifiedNumbers,
    /** What the order has. */
    tags,
    metafields,
    /** Fulfillments made through the port. */
    createdByApp,
    calls,
    /** The events that the merchant's workflows received. */
    flowEvents,
    fail: (operation: Operation, fault: Fault, times = 1): void => void faults.push({ operation, fault, times }),
    /** The merchant's own hands, and Shopify's background worker. */
    addFulfillmentOrder(
      lines: Record<Gid<"LineItem">, number>,
      more: Partial<FulfillmentOrderSnapshot> = {},
    ): FulfillmentOrderSnapshot {
      const fo: FulfillmentOrderSnapshot = {
        gid: gid("FulfillmentOrder"),
        status: "OPEN",
        supportedActions: actionsOf(more.status ?? "OPEN"),
        assignedLocation: "Main street",
        atFulfillmentService: false,
        deliveryMethod: "SHIPPING",
        holds: [],
        lines: entriesOf(lines).map(([lineItemGid, n]) => ({
          gid: gid("FulfillmentOrderLineItem"),
          lineItemGid,
          total: n,
          remaining: n,
        })),
        ...more,
      };
      snapshot.fulfillmentOrders.push(fo);
      return fo;
    },
    fulfillManually: create,
    clearFaults: (): void => void faults.splice(0),
    setStatus,
  };
}

export type MemoryShopify = ReturnType<typeof memoryShopify>;
