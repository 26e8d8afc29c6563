import { expect } from "vitest";
import type { Check, Checks } from "../run-clauses.testing.ts";
import { postEvent, receiveEvents } from "./webhook-endpoint.testing.ts";
import { ITEM, REFERENCE } from "./harness.testing.ts";
import type { ClientHarness } from "./harness.testing.ts";

const ITEMS = [ITEM, { ...ITEM, itemSku: "POSTER-A3" }];
const ship = (harness: ClientHarness) => () => harness.standIn.printLabel(REFERENCE, { trackingNumber: "9400" });
const refuse = (harness: ClientHarness) => () => harness.standIn.rejectAddress(REFERENCE, "No such street");

const tracking: Check<ClientHarness> = async (harness) => {
  await harness.create({ items: ITEMS });
  expect(await receiveEvents(harness, ship(harness))).toEqual({
    meanings: [
      {
        kind: "tracking",
        reference: REFERENCE,
        trackingNumber: "9400",
        trackingUrl: "https://track.example/9400",
      },
    ],
    answers: [200],
  });
};
const wrong = { orderStatus: "Not verify", messageError: "No such street" };
const status: Check<ClientHarness> = async (harness) => {
  await harness.create({ items: ITEMS });
  expect(await receiveEvents(harness, refuse(harness))).toEqual({
    meanings: [
      {
        kind: "status",
        reference: REFERENCE,
        items: [
          { itemSku: "MUG-11OZ", ...wrong },
          { itemSku: "POSTER-A3", ...wrong },
        ],
      },
    ],
    answers: [200],
  });
};
/** With the registered token it comes in, with another one it does not. */
const keyed: Check<ClientHarness> = async (harness) => {
  await tracking(harness);
  const other = await receiveEvents(harness, ship(harness), { accessToken: "t-2" });
  expect(other).toEqual({ meanings: [], answers: [401] });
};

export const EVENT_CHECKS: Checks<ClientHarness> = {
  "3/not-verify": status,
  "5/3": keyed,
  "5/3-content-type": tracking,
  "6/post-json": tracking,
  "6/delivery-open": async (harness) => {
    await harness.create({ items: ITEMS });
    harness.standIn.addEventFault({ effect: "double" });
    const twice = await receiveEvents(harness, ship(harness));
    expect([twice.meanings.length, twice.answers]).toEqual([2, [200, 200]]);
    const unknown = JSON.stringify({ order_id: "NOBODYS-1", tracking_number: "1", tracking_url: "" });
    const headers = { "content-type": "application/json", "x-conf-key": "t-1" };
    expect(await postEvent("tracking", unknown, headers)).toBe(200);
    expect(await postEvent("order-status", '{"order_id":"NOBODYS-1","order_items":[]}', headers)).toBe(200);
  },
  "6.1/order_id": tracking,
  "6.1/tracking_number": tracking,
  "6.1/tracking_url": tracking,
  "6.1/headers": keyed,
  "6.2/order_id": status,
  "6.2/order_items": status,
  "6.2/order_items-item_sku": status,
  "6.2/order_items-order_status": status,
  "6.2/order_items-message_error": status,
  "6.2/headers": status,
  "7/items-by-events": status,
};
