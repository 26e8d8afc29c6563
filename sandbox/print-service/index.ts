import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { changeVersion3, stateOf } from "./control.ts";
import type { State } from "./control.ts";
import { INTERFACE_DIALECT } from "./dialect.ts";
import { createEventSender } from "./events.ts";
import type { EventSender } from "./events.ts";
import { createFaults } from "./faults.ts";
import type { Fault } from "./faults.ts";
import { withDefaults } from "./options.ts";
import type { StandInOptions } from "./options.ts";
import { changeListing } from "./listing.ts";
import type { Listing } from "./listing.ts";
import { createProductionLine } from "./production-line.ts";
import type { ProductionLine } from "./production-line.ts";
import { requestListener } from "./request-listener.ts";
import { createStore, findOrders } from "./store.ts";
import type { Store } from "./store.ts";
import { addAccessTokens, issueAccessToken } from "./v3/account.ts";

export { DEFAULT_CATALOG } from "./catalog.ts";
export { DEFAULT_ACCESS_TOKEN, DEFAULT_ACCOUNT } from "./options.ts";
export type { StandInOptions } from "./options.ts";
export { DEFAULT_LISTING } from "./listing.ts";
export type { Listing } from "./listing.ts";
export type { State } from "./control.ts";
export { createCatalog, SMALL_CATALOG } from "./v3/catalog.ts";

/** What may be changed while it runs. */
export type Behavior = Pick<StandInOptions, "dialect" | "duplicates" | "billing" | "version3">;

export interface PrintServiceStandIn extends Omit<ProductionLine, "enter" | "close"> {
  /** `{base_url}` of the interface. */
  url: string;
  /** A copy of what it remembers: orders with the raw body, calls by endpoint, event deliveries with answers. */
  state(): State;
  /** The same without a copy, for frequent reads: must not be changed. */
  store: Readonly<Store>;
  /** Requests that came and are not answered yet. */
  inFlight(): number;
  addFault(fault: Fault): void;
  clearFaults(): void;
  addEventFault: EventSender["addFault"];
  clearEventFaults: EventSender["clearFaults"];
  /** Changes the behavior of the list; omitted settings stay. */
  changeListing(to: Partial<Listing>): void;
  /** Changes ways of the service; omitted settings stay, and an omitted part of the dialect is as the interface shows. */
  changeBehavior(to: Behavior): void;
  /** Hides all that exists under a reference from the list, or from list and detail. */
  hideOrder(reference: string, to: "list" | "list and detail"): void;
  /** Shows it again. */
  showOrder(reference: string): void;
  /** Every token given out so far is refused from now on. */
  revokeTokens(): void;
  /** A new access token of version 3 for an account, as on the service's own site. */
  issueAccessToken(account: string): string;
  /** Resolves when no event is being delivered. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a stand-in of the print service on 127.0.0.1. It implements docs/print-service.openapi.yaml, and
 * docs/print-service-v3.openapi.yaml where `interfaces` has version 3, and remembers in memory.
 */
export async function createPrintServiceStandIn(options: StandInOptions = {}): Promise<PrintServiceStandIn> {
  const settings = withDefaults(options);
  const store = createStore();
  if (settings.interfaces.includes("v3")) addAccessTokens(store, settings);
  const sender = createEventSender(store, settings);
  const line = createProductionLine(store, settings, sender);
  const faults = createFaults();
  const stop = new AbortController();

  const parts = { store, settings, sender, line, faults };
  let inFlight = 0;
  const server = createServer(requestListener(parts, stop.signal)).on("request", (_, response) => {
    inFlight += 1;
    response.once("close", () => (inFlight -= 1));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(settings.port, "127.0.0.1", () => resolve());
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state: () => stateOf(store),
    store: store,
    inFlight: () => inFlight,
    startProduction: line.startProduction,
    printLabel: line.printLabel,
    ship: line.ship,
    rejectAddress: line.rejectAddress,
    setStatus: line.setStatus,
    markPaid: line.markPaid,
    cancel: line.cancel,
    pace: line.pace,
    addFault: faults.add,
    clearFaults: faults.clear,
    addEventFault: sender.addFault,
    clearEventFaults: sender.clearFaults,
    changeListing: (to) => changeListing(settings, to),
    changeBehavior({ dialect, version3 = {}, ...to }) {
      Object.assign(settings, to, dialect ? { dialect: { ...INTERFACE_DIALECT, ...dialect } } : {});
      changeVersion3(settings, version3);
    },
    hideOrder: (reference, to) => {
      for (const order of findOrders(store, reference)) order.hiddenFrom = to;
    },
    showOrder: (reference) => {
      for (const order of findOrders(store, reference)) delete order.hiddenFrom;
    },
    revokeTokens: () => store.tokens.clear(),
    issueAccessToken: (account) => issueAccessToken(store, settings, account).access_token,
    settled: sender.settled,
    async close() {
      stop.abort();
      line.close();
      await sender.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
