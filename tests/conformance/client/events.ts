import { expect } from "vitest";
import type { Check, Checks } from "../run-clauses.testing.ts";
import { knock, through } from "./webhook-endpoint.testing.ts";
import { ITEM, REFERENCE } from "./harness.testing.ts";
import type { ClientWorld } from "./harness.testing.ts";

const ITEMS = [ITEM, { ...ITEM, itemSku: "POSTER-A3" }];
const ship = (world: ClientWorld) => () => world.standIn.ship(REFERENCE, { trackingNumber: "9400" });
const refuse = (world: ClientWorld) => () => world.standIn.refuseAddress(REFERENCE, "No such street");

const tracking: Check<ClientWorld> = async (world) => {
  await world.create({ items: ITEMS });
  expect(await through(world, ship(world))).toEqual({
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
const status: Check<ClientWorld> = async (world) => {
  await world.create({ items: ITEMS });
  expect(await through(world, refuse(world))).toEqual({
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
const keyed: Check<ClientWorld> = async (world) => {
  await tracking(world);
  const other = await through(world, ship(world), { accessToken: "t-2" });
  expect(other).toEqual({ meanings: [], answers: [401] });
};

export const EVENT_CHECKS: Checks<ClientWorld> = {
  "3/not-verify": status,
  "5/3": keyed,
  "5/3-content-type": tracking,
  "6/post-json": tracking,
  "6/delivery-open": async (world) => {
    await world.create({ items: ITEMS });
    world.standIn.addEventFault({ effect: "double" });
    const twice = await through(world, ship(world));
    expect([twice.meanings.length, twice.answers]).toEqual([2, [200, 200]]);
    const unknown = JSON.stringify({ order_id: "NOBODYS-1", tracking_number: "1", tracking_url: "" });
    const headers = { "content-type": "application/json", "x-conf-key": "t-1" };
    expect(await knock("tracking", unknown, headers)).toBe(200);
    expect(await knock("order-status", '{"order_id":"NOBODYS-1","order_items":[]}', headers)).toBe(200);
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
