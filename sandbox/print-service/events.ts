import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { Settings } from "./options.ts";
import { EVENT_KINDS } from "./store.ts";
import type { EventDelivery, EventKind, Registration, Store } from "./store.ts";

/** reorder: the event is held back and sent after the next one. */
export const EVENT_EFFECTS = ["drop", "double", "reorder", "delay"] as const;

export const eventFaultSchema = z.object({
  effect: z.enum(EVENT_EFFECTS),
  kind: z.enum(EVENT_KINDS).optional(),
  ms: z.number().int().min(0).default(1000),
  times: z.number().int().min(1).default(1),
});

type EventFault = z.input<typeof eventFaultSchema>;
type ParsedEventFault = z.infer<typeof eventFaultSchema>;

export interface EventSender {
  /**
   * Sends to the account's active registration by that version of the interface, if any; does not wait for the answer.
   */
  send(account: string, kind: EventKind, body: unknown, isVersion3?: boolean): void;
  addFault(fault: EventFault): void;
  clearFaults(): void;
  /** Unused faults, in the order of their use. */
  armed(): readonly ParsedEventFault[];
  /** How many events `reorder` holds back for the next one. */
  heldBack(): number;
  /** Resolves when no delivery is running; events held back by `reorder` stay held. */
  settled(): Promise<void>;
  /** Aborts running deliveries. */
  close(): Promise<void>;
}

/** Outgoing events (print-service: trackingAdded, orderStatusChanged), with the registered header. */
export function createEventSender(store: Store, settings: Settings): EventSender {
  let faults: ParsedEventFault[] = [];
  let held: (() => void)[] = [];
  const running = new Set<Promise<void>>();
  const stop = new AbortController();

  const start = (registration: Registration, body: unknown, delayMs = 0) => {
    const run = deliver(store, settings, registration, body, delayMs, stop.signal).finally(() => running.delete(run));
    running.add(run);
  };
  const takeFault = (kind: EventKind) => {
    const fault = faults.find((f) => f.kind === undefined || f.kind === kind);
    if (!fault) return undefined;
    fault.times -= 1;
    faults = faults.filter((f) => f.times > 0);
    return fault;
  };
  const settled = async () => {
    while (running.size > 0) await Promise.all(running);
  };

  return {
    send(account, kind, body, isVersion3 = false) {
      const registration = store.registrations.find(
        (r) => r.account === account && r.kind === kind && r.active && (r.isVersion3 ?? false) === isVersion3,
      );
      if (!registration) return;
      const fault = takeFault(kind);
      if (fault?.effect === "drop") return;
      if (fault?.effect === "reorder") {
        held.push(() => start(registration, body));
        return;
      }
      start(registration, body, fault?.effect === "delay" ? fault.ms : 0);
      if (fault?.effect === "double") start(registration, body);
      const late = held;
      held = [];
      for (const release of late) release();
    },
    addFault: (fault) => void faults.push(eventFaultSchema.parse(fault)),
    clearFaults: () => void (faults = []),
    armed: () => faults,
    heldBack: () => held.length,
    settled,
    async close() {
      stop.abort();
      await settled();
    },
  };
}

async function deliver(
  store: Store,
  settings: Settings,
  registration: Registration,
  body: unknown,
  delayMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { account, kind, endpoint, isVersion3 } = registration;
  try {
    if (delayMs > 0) await wait(delayMs, undefined, { signal });
    for (let tries = 0; tries <= settings.eventRetries; tries++) {
      if (tries > 0) await wait(settings.eventRetryDelayMs, undefined, { signal });
      const sentAt = settings.clock.now();
      const delivery: EventDelivery = { account, kind, endpoint, body, sentAt, responseStatus: null, error: null };
      if (isVersion3) delivery.isVersion3 = true;
      store.deliveries.push(delivery);
      await post(registration, delivery, signal);
      if (delivery.responseStatus !== null && delivery.responseStatus >= 200 && delivery.responseStatus < 300) return;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function post(registration: Registration, delivery: EventDelivery, signal: AbortSignal): Promise<void> {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (registration.accessKey !== "") headers[registration.accessKey] = registration.accessToken;
  try {
    const answer = await fetch(registration.endpoint, {
      method: "POST",
      headers,
      body: JSON.stringify(delivery.body),
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    });
    await answer.arrayBuffer();
    delivery.responseStatus = answer.status;
  } catch (error) {
    delivery.error = error instanceof Error ? error.name : "unknown";
  }
}
