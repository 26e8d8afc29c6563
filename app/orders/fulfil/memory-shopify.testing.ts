import { Rejected, Uncertain, Unavailable } from "../../ports/errors.ts";
import type {
  FlowNews,
  FulfillmentOfOrder,
  FulfillmentOrderPicture,
  FulfillmentPicture,
  NewFulfillment,
  NewHold,
  Shopify,
  TrackingUpdate,
} from "../../ports/shopify.ts";

type Operation =
  "readFulfillment" | "createFulfillment" | "updateTracking" | "hold" | "releaseHold" | "reportProgress" | "tellFlow";
/** before: not processed. lost: it took effect, but the answer was lost. refused: an intelligible no. */
type Fault = "before" | "lost" | "refused";

const actionsOf = (status: string): string[] =>
  status === "OPEN" || status === "IN_PROGRESS"
    ? ["CREATE_FULFILLMENT", "HOLD", "MOVE", ...(status === "OPEN" ? ["REPORT_PROGRESS"] : [])]
    : status === "ON_HOLD"
      ? ["RELEASE_HOLD"]
      : [];

/** One order in a Shopify that keeps its rules about fulfillments, in memory: an implementation of the port for tests. */
export function memoryShopify() {
  const picture: FulfillmentPicture = { cancelledAt: null, fulfillmentOrders: [], fulfillments: [] };
  const told: FlowNews[] = [];
  const mails: string[] = [];
  const byApp: string[] = [];
  const calls: Operation[] = [];
  const faults: { operation: Operation; fault: Fault; times: number }[] = [];
  let number = 0;

  const gid = (kind: string): string => `gid://shopify/${kind}/${(number += 1)}`;
  const find = (id: string): FulfillmentOrderPicture => {
    const found = picture.fulfillmentOrders.find((fo) => fo.gid === id);
    if (!found) throw new Rejected("no such fulfillment order");
    return found;
  };
  const set = (fo: FulfillmentOrderPicture, status: string): void => {
    fo.status = status;
    fo.supportedActions = actionsOf(status);
  };

  /** A call that may fail before it is made, or lose its answer. Answers come later, as from a network. */
  const call = async <T>(operation: Operation, effect: () => T): Promise<T> => {
    calls.push(operation);
    await new Promise((resolve) => setImmediate(resolve));
    const planned = faults.find((one) => one.operation === operation && one.times > 0);
    if (planned) planned.times -= 1;
    if (planned?.fault === "before") throw new Unavailable("asked to wait", { retryAfterMs: 1000 });
    if (planned?.fault === "refused") throw new Rejected("no");
    const answer = effect();
    await new Promise((resolve) => setImmediate(resolve));
    if (planned?.fault === "lost") throw new Uncertain("no answer");
    return answer;
  };

  const create = (input: NewFulfillment): string => {
    const locations = new Set(input.lines.map((line) => find(line.fulfillmentOrderGid).assignedLocation));
    if (locations.size !== 1) throw new Rejected("one location at a time");
    const parts = input.lines.map((line) => {
      const fo = find(line.fulfillmentOrderGid);
      const item = fo.lines.find((one) => one.gid === line.fulfillmentOrderLineGid);
      if (!item || !fo.supportedActions.includes("CREATE_FULFILLMENT")) throw new Rejected("cannot be fulfilled");
      if (line.quantity < 1 || line.quantity > item.remaining) throw new Rejected("more than remains");
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
      if (fo.lines.every((line) => line.remaining === 0)) set(fo, "CLOSED");
    }
    picture.fulfillments.push(made);
    if (input.notifyCustomer) mails.push(input.tracking[0]?.number ?? "");
    return made.gid;
  };

  const update = (input: TrackingUpdate): void => {
    const found = picture.fulfillments.find((one) => one.gid === input.fulfillmentGid);
    if (!found || found.status === "CANCELLED") throw new Rejected("no such fulfillment");
    found.tracking = structuredClone(input.tracking);
    if (input.notifyCustomer) mails.push(input.tracking.at(-1)?.number ?? "");
  };

  const hold = (input: NewHold): void => {
    const fo = find(input.fulfillmentOrderGid);
    if (fo.holds.some((one) => one.handle === input.handle)) return;
    if (!fo.supportedActions.includes("HOLD")) throw new Rejected("cannot be held");
    fo.holds.push({ gid: gid("FulfillmentHold"), reason: input.reason, handle: input.handle, ours: true });
    set(fo, "ON_HOLD");
  };

  const release = (id: string, handle: string): void => {
    const fo = find(id);
    fo.holds = fo.holds.filter((one) => one.handle !== handle);
    if (fo.holds.length === 0 && fo.status === "ON_HOLD") set(fo, "OPEN");
  };

  const port: Shopify = {
    readOrder: () => Promise.resolve(null),
    orderOfFulfillmentOrder: () => Promise.resolve(null),
    ordersUpdatedSince: () => Promise.resolve({ orders: [], next: null }),
    readFulfillment: () => call("readFulfillment", () => structuredClone(picture)),
    createFulfillment: (_, input) =>
      call("createFulfillment", () => {
        const made = create(input);
        byApp.push(made);
        return made;
      }),
    updateTracking: (_, input) => call("updateTracking", () => update(input)),
    hold: (_, input) => call("hold", () => hold(input)),
    releaseHold: (_, id, handle) => call("releaseHold", () => release(id, handle)),
    reportProgress: (_, id) => call("reportProgress", () => set(find(id), "IN_PROGRESS")),
    tellFlow: (_, news) => call("tellFlow", () => void told.push(news)),
  };

  return {
    port,
    picture,
    /** Tracking numbers that the customer was told, in order. */
    mails,
    /** Fulfillments made through the port. */
    byApp,
    calls,
    /** What the merchant's workflows were told. */
    told,
    fail: (operation: Operation, fault: Fault, times = 1): void => void faults.push({ operation, fault, times }),
    /** The merchant's own hands, and Shopify's background worker. */
    addFulfillmentOrder(
      lines: Record<string, number>,
      more: Partial<FulfillmentOrderPicture> = {},
    ): FulfillmentOrderPicture {
      const fo: FulfillmentOrderPicture = {
        gid: gid("FulfillmentOrder"),
        status: "OPEN",
        supportedActions: actionsOf(more.status ?? "OPEN"),
        assignedLocation: "Main street",
        deliveryMethod: "SHIPPING",
        holds: [],
        lines: Object.entries(lines).map(([lineItemGid, n]) => ({
          gid: gid("FulfillmentOrderLineItem"),
          lineItemGid,
          total: n,
          remaining: n,
        })),
        ...more,
      };
      picture.fulfillmentOrders.push(fo);
      return fo;
    },
    fulfilByHand: create,
    healthy: (): void => void faults.splice(0),
    set,
  };
}

export type MemoryShopify = ReturnType<typeof memoryShopify>;
