import { expect } from "vitest";
import { listen } from "../listener.testing.ts";
import type { ReceivedRequest } from "../listener.testing.ts";
import type { Check, Checks } from "../run-clauses.testing.ts";
import { itemFields, expectAccepted } from "./service.testing.ts";
import type { Service } from "./service.testing.ts";

const KEY = { access_key: "X-Conf-Key", access_token: "t-1" };

/** What the service sends when something happens to an order of two items. */
async function sent(
  service: Service,
  trigger: () => void,
  key: Record<string, string> = KEY,
): Promise<ReceivedRequest[]> {
  const listener = await listen();
  try {
    const endpoint = (kind: string) => ({ type: "create", endpoint: `${listener.url}/${kind}`, ...key });
    expectAccepted(await service.post("webhook/v1/register", endpoint("tracking")));
    expectAccepted(await service.post("webhook/v1/register-update-order", endpoint("status")));
    expectAccepted(await service.create({ order_items: [itemFields(), itemFields({ item_sku: "POSTER-A3" })] }));
    trigger();
    await service.standIn.settled();
    return listener.received;
  } finally {
    await listener.close();
  }
}
const ship = (service: Service) => () => service.standIn.printLabel("CONF-0001", { trackingNumber: "9400" });
const refuse = (service: Service) => () => service.standIn.rejectAddress("CONF-0001", "No such street");
const one = async (service: Service, trigger: () => void) => {
  const received = await sent(service, trigger);
  expect(received).toHaveLength(1);
  return received[0] as ReceivedRequest;
};
const body = ({ body: raw }: ReceivedRequest) => JSON.parse(raw);

const tracking =
  (field: string, value: unknown): Check<Service> =>
  async (service) =>
    expect(body(await one(service, ship(service)))[field]).toEqual(value);
const status =
  (expected: Record<string, unknown>): Check<Service> =>
  async (service) =>
    expect(body(await one(service, refuse(service)))).toMatchObject(expected);
const headers: Check<Service> = async (service) => {
  const received = [...(await sent(service, ship(service))), ...(await sent(service, refuse(service)))];
  expect(received).toHaveLength(2);
  for (const event of received) {
    expect(event.headers).toMatchObject({ "content-type": "application/json", "x-conf-key": "t-1" });
  }
};
const bothItems = (fields: Record<string, unknown>) => ({ order_items: [fields, fields] });
const unverified = bothItems({ order_status: "Not verify", message_error: "No such street" });

export const EVENT_CHECKS: Checks<Service> = {
  "3/not-verify": status(unverified),
  "5/3": headers,
  "5/3-content-type": headers,
  "5/3-unregistered": async (service) => {
    const [event] = await sent(service, ship(service), {});
    expect(event?.headers).not.toHaveProperty("x-conf-key");
  },
  "6/post-json": async (service) => {
    const event = await one(service, ship(service));
    expect([event.method, event.path, typeof body(event)]).toEqual(["POST", "/tracking", "object"]);
  },
  "6.1/when": async (service) => {
    expect((await sent(service, () => undefined)).filter(({ path }) => path === "/tracking")).toEqual([]);
    expect((await one(service, ship(service))).path).toBe("/tracking");
  },
  "6.1/order_id": tracking("order_id", "CONF-0001"),
  "6.1/tracking_number": tracking("tracking_number", "9400"),
  "6.1/tracking_url": tracking("tracking_url", expect.stringMatching(/^https:\/\//)),
  "6.1/headers": headers,
  "6.2/order_id": status({ order_id: "CONF-0001" }),
  "6.2/order_items": async (service) => {
    const only = () => service.standIn.setStatus("CONF-0001", "POSTER-A3", "Printed");
    expect(body(await one(service, only)).order_items).toHaveLength(1);
    expect(body(await one(service, refuse(service))).order_items).toHaveLength(2);
  },
  "6.2/order_items-item_sku": status({ order_items: [{ item_sku: "MUG-11OZ" }, { item_sku: "POSTER-A3" }] }),
  "6.2/order_items-order_status": status(bothItems({ order_status: "Not verify" })),
  "6.2/order_items-message_error": status(bothItems({ message_error: "No such street" })),
  "6.2/headers": headers,
  "7/items-by-events": status(unverified),
};
