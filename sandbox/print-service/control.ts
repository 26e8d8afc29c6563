import { z } from "zod";
import { ok, ApiError } from "./responses.ts";
import type { JsonResponse } from "./responses.ts";
import { resendEvent, sendTestEvent, setRegistrationActive } from "./event-controls.ts";
import { eventFaultSchema } from "./events.ts";
import type { EventSender } from "./events.ts";
import { faultSchema } from "./faults.ts";
import type { Faults } from "./faults.ts";
import { changeListing, listingSchema } from "./listing.ts";
import type { Settings } from "./options.ts";
import { parse } from "./order-body.ts";
import { controlOrder } from "./order-controls.ts";
import type { ProductionLine } from "./production-line.ts";
import { countStations } from "./station.ts";
import type { Store } from "./store.ts";
import { issueAccessToken } from "./v3/account.ts";
import { DEFAULT_VERSION_3, version3Schema } from "./v3/options.ts";
import { countPayments } from "./v3/payments.ts";
import type { Version3 } from "./v3/options.ts";

interface Parts {
  store: Store;
  settings: Settings;
  faults: Faults;
  sender: EventSender;
  line: ProductionLine;
}

export type State = Pick<
  Store,
  "orders" | "registrations" | "deliveries" | "tokensIssued" | "calls" | "transactions"
> & {
  /** How often each order was charged, by the service's id. */
  payments: Record<string, number>;
};

export const stateOf = ({ orders, registrations, deliveries, tokensIssued, calls, transactions }: Store): State =>
  structuredClone({
    ...{ orders, registrations, deliveries, tokensIssued, calls, transactions },
    payments: countPayments({ transactions }),
  });

const paceSchema = z.object({
  speed: z.number().int().min(0).max(3_600_000).optional(),
  paused: z.boolean().optional(),
});

const { catalog, prices, services, soldOut, gone, renamed, wallet } = DEFAULT_VERSION_3;
const UNCHANGED_CATALOG = { catalog, prices, services, soldOut, gone, renamed, wallet };

type Control = (parts: Parts, body: unknown, params: Record<string, string>) => object | void;

const CONTROLS: [RegExp, Control][] = [
  [/^GET state$/, ({ store }) => stateOf(store)],
  [/^GET production$/, ({ line, store }) => ({ ...line.pace.state(), orders: countStations(store.orders) })],
  [/^POST production$/, ({ line }, body) => line.pace.change(parse(paceSchema, body))],
  [/^POST faults$/, ({ faults }, body) => faults.add(parse(faultSchema, body))],
  [/^DELETE faults$/, ({ faults }) => faults.clear()],
  [/^POST event-faults$/, ({ sender }, body) => sender.addFault(parse(eventFaultSchema, body))],
  [/^DELETE event-faults$/, ({ sender }) => sender.clearFaults()],
  [/^POST registrations$/, setRegistrationActive],
  [/^POST test-event$/, sendTestEvent],
  [/^POST events\/(?<number>\d+)\/again$/, (parts, _, { number }) => resendEvent(parts, Number(number))],
  [/^POST listing$/, ({ settings }, body) => changeListing(settings, parse(listingSchema.partial(), body))],
  [/^DELETE tokens$/, ({ store }) => store.tokens.clear()],
  [/^POST tokens$/, createAccessToken],
  [/^POST version-3$/, ({ settings }, body) => changeVersion3(settings, parse(version3Schema.partial(), body))],
  [/^DELETE version-3$/, ({ settings }) => changeVersion3(settings, UNCHANGED_CATALOG)],
  [
    /^POST orders\/(?<reference>[^/]+)\/(?<action>produce|label|ship|reject-address|status|pay|cancel|lose)$/,
    (parts, body, { reference = "", action = "" }) => controlOrder(parts, decodeURIComponent(reference), action, body),
  ],
];

/** As on the service's own site (Store → Connect APIs). */
function createAccessToken({ store, settings }: Parts, body: unknown): { access_token: string } {
  const { account } = parse(z.object({ account: z.enum(settings.accounts.map(({ email }) => email)) }), body);
  return { access_token: issueAccessToken(store, settings, account).access_token };
}

/** Omitted settings stay. */
export function changeVersion3(settings: Settings, to: { [K in keyof Version3]?: Version3[K] | undefined }): void {
  settings.version3 = { ...settings.version3, ...to } as Version3;
}

/** The sandbox's own controls, below /_sandbox; not part of the service's interface. @throws Refusal */
export function handleControl(parts: Parts, method: string, path: string, body: unknown): JsonResponse {
  const route = `${method} ${path.replace("/_sandbox/", "")}`;
  for (const [pattern, handler] of CONTROLS) {
    const found = pattern.exec(route);
    if (!found) continue;
    const result = handler(parts, body, { ...found.groups });
    return result ? { httpStatus: 200, body: { ...result } } : ok({});
  }
  throw new ApiError(404, "no such control");
}
