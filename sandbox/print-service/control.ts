import { z } from "zod";
import { ok, Refusal } from "./responses.ts";
import type { JsonAnswer } from "./responses.ts";
import { sendAgain, sendTestEvent, switchRegistration } from "./event-controls.ts";
import { eventFault } from "./events.ts";
import type { Sender } from "./events.ts";
import { fault } from "./faults.ts";
import type { Faults } from "./faults.ts";
import { changeListing, listing } from "./listing.ts";
import type { Settings } from "./options.ts";
import { parse } from "./order-body.ts";
import { turnOrder } from "./order-controls.ts";
import type { ProductionLine } from "./production-line.ts";
import { countStations } from "./station.ts";
import type { Store } from "./store.ts";

interface Parts {
  store: Store;
  settings: Settings;
  faults: Faults;
  sender: Sender;
  line: ProductionLine;
}

export type State = Pick<Store, "orders" | "registrations" | "deliveries" | "tokensIssued" | "calls">;

export const stateOf = ({ orders, registrations, deliveries, tokensIssued, calls }: Store): State =>
  structuredClone({ orders, registrations, deliveries, tokensIssued, calls });

const pace = z.object({
  speed: z.number().int().min(0).max(3_600_000).optional(),
  paused: z.boolean().optional(),
});

type Knob = (parts: Parts, body: unknown, named: Record<string, string>) => object | void;

const KNOBS: [RegExp, Knob][] = [
  [/^GET state$/, ({ store }) => stateOf(store)],
  [/^GET production$/, ({ line, store }) => ({ ...line.pace.state(), orders: countStations(store.orders) })],
  [/^POST production$/, ({ line }, body) => line.pace.change(parse(pace, body))],
  [/^POST faults$/, ({ faults }, body) => faults.add(parse(fault, body))],
  [/^DELETE faults$/, ({ faults }) => faults.clear()],
  [/^POST event-faults$/, ({ sender }, body) => sender.addFault(parse(eventFault, body))],
  [/^DELETE event-faults$/, ({ sender }) => sender.clearFaults()],
  [/^POST registrations$/, switchRegistration],
  [/^POST test-event$/, sendTestEvent],
  [/^POST events\/(?<number>\d+)\/again$/, (parts, _, { number }) => sendAgain(parts, Number(number))],
  [/^POST listing$/, ({ settings }, body) => changeListing(settings, parse(listing.partial(), body))],
  [/^DELETE tokens$/, ({ store }) => store.tokens.clear()],
  [
    /^POST orders\/(?<reference>[^/]+)\/(?<action>produce|ship|refuse-address|status|pay|lose)$/,
    (parts, body, { reference = "", action = "" }) => turnOrder(parts, decodeURIComponent(reference), action, body),
  ],
];

/** The sandbox's own knobs, below /_sandbox; not part of the service's interface. @throws Refusal */
export function control(parts: Parts, method: string, path: string, body: unknown): JsonAnswer {
  const asked = `${method} ${path.replace("/_sandbox/", "")}`;
  for (const [pattern, knob] of KNOBS) {
    const found = pattern.exec(asked);
    if (!found) continue;
    const said = knob(parts, body, { ...found.groups });
    return said ? { httpStatus: 200, body: { ...said } } : ok({});
  }
  throw new Refusal(404, "no such knob");
}
