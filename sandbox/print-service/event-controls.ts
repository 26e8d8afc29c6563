import { z } from "zod";
import { ApiError } from "./responses.ts";
import type { EventSender } from "./events.ts";
import { parse } from "./order-body.ts";
import { EVENT_KINDS } from "./store.ts";
import type { Registration, Store } from "./store.ts";

interface Parts {
  store: Store;
  sender: EventSender;
}

const registrationKey = z.object({
  account: z.string(),
  kind: z.enum(EVENT_KINDS),
  isVersion3: z.boolean().default(false),
});
type RegistrationKey = z.infer<typeof registrationKey>;

/** Switches a registration on or off, as the service's own people might. @throws Refusal */
export function setRegistrationActive({ store }: Parts, body: unknown): void {
  const { active, ...read } = parse(registrationKey.extend({ active: z.boolean() }), body);
  find(store, read).active = active;
}

/** Sends an event about an unknown order. @throws Refusal */
export function sendTestEvent({ store, sender }: Parts, body: unknown): void {
  const key = parse(registrationKey, body);
  const { account, kind, isVersion3 } = key;
  mustBeActive(store, key);
  const order_id = `UNKNOWN-${store.nextId++}`;
  const event = {
    tracking: { order_id, tracking_number: "TEST-1", tracking_url: "https://track.example/TEST-1" },
    order_status: {
      order_id,
      order_items: [{ item_sku: "TEST-SKU", order_status: "In production", message_error: "" }],
    },
  };
  sender.send(account, kind, event[kind], isVersion3);
}

/**
 * Sends the same body again, to where the account is registered now. `number`: its place among those sent, from 1.
 * @throws Refusal
 */
export function resendEvent({ store, sender }: Parts, number: number): void {
  const sent = store.deliveries[number - 1];
  if (!sent) throw new ApiError(404, "no such event");
  const { account, kind, isVersion3 = false } = sent;
  mustBeActive(store, { account, kind, isVersion3 });
  sender.send(account, kind, sent.body, isVersion3);
}

function find(store: Store, { account, kind, isVersion3 }: RegistrationKey): Registration {
  const found = store.registrations.find(
    (r) => r.account === account && r.kind === kind && (r.isVersion3 ?? false) === isVersion3,
  );
  if (!found) throw new ApiError(404, "no such registration");
  return found;
}

function mustBeActive(store: Store, key: RegistrationKey): void {
  if (!find(store, key).active) throw new ApiError(409, "the registration is not active");
}
