import { z } from "zod";
import { ok, Refusal } from "./answers.ts";
import type { JsonAnswer } from "./answers.ts";
import { eventFault } from "./events.ts";
import type { Sender } from "./events.ts";
import { fault } from "./faults.ts";
import type { Faults } from "./faults.ts";
import { parse } from "./order-body.ts";
import type { ProductionLine } from "./production-line.ts";
import { findOrder } from "./store.ts";
import type { Store } from "./store.ts";

interface Parts {
  store: Store;
  faults: Faults;
  sender: Sender;
  line: ProductionLine;
}

export type State = Pick<Store, "orders" | "registrations" | "deliveries" | "tokensIssued" | "calls">;

export const stateOf = ({ orders, registrations, deliveries, tokensIssued, calls }: Store): State =>
  structuredClone({ orders, registrations, deliveries, tokensIssued, calls });

const ORDER_PATH = /^\/_sandbox\/orders\/([^/]+)\/(produce|ship|refuse-address|status|pay)$/;

/** The sandbox's own knobs, below /_sandbox; not part of the service's interface. @throws Refusal */
export function control(parts: Parts, method: string, path: string, body: unknown): JsonAnswer {
  if (method === "GET" && path === "/_sandbox/state") return { httpStatus: 200, body: { ...stateOf(parts.store) } };
  if (path === "/_sandbox/faults" || path === "/_sandbox/event-faults") {
    const events = path.endsWith("event-faults");
    if (method === "DELETE") {
      if (events) parts.sender.clearFaults();
      else parts.faults.clear();
      return ok({});
    }
    if (method === "POST") {
      if (events) parts.sender.addFault(parse(eventFault, body));
      else parts.faults.add(parse(fault, body));
      return ok({});
    }
  }
  const [, reference, action] = (method === "POST" && ORDER_PATH.exec(path)) || [];
  if (reference === undefined || action === undefined) throw new Refusal(404, "no such knob");
  turn(parts, decodeURIComponent(reference), action, body);
  return ok({});
}

function turn({ store, line }: Parts, reference: string, action: string, body: unknown): void {
  try {
    findOrder(store, reference);
  } catch {
    throw new Refusal(404, "no such order");
  }
  const { trackingNumber, split, message, sku, status } = parse(
    z.object({
      trackingNumber: z.string().min(1).optional(),
      split: z.number().int().min(1).max(20).optional(),
      message: z.string().optional(),
      sku: z.string().default(""),
      status: z.string().default(""),
    }),
    body,
  );
  if (action === "produce") line.startProduction(reference);
  else if (action === "ship") line.ship(reference, { trackingNumber, split });
  else if (action === "refuse-address") line.refuseAddress(reference, message);
  else if (action === "pay") line.markPaid(reference);
  else line.setStatus(reference, sku, status, message);
}
