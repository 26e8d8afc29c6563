import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { orderBody } from "../order-body.testing.ts";
import { CREATE, openBackOffice } from "./back-office.testing.ts";

let office: Awaited<ReturnType<typeof openBackOffice>>;
beforeEach(async () => (office = await openBackOffice()));
afterEach(() => office.service.close());

describe("forms of the production line", () => {
  const state = async () =>
    (await fetch(`${office.service.url}/_sandbox/production`)).json() as Promise<Record<string, unknown>>;

  it("let orders run that waited while the line was worked by hand", async () => {
    expect(await state()).toMatchObject({ speed: 0, paused: false, orders: { waiting: 1 } });
    await office.submit("production", { speed: "5" });
    await until("the parcel", () => office.order().trackings.length === 1);
    expect(await state()).toMatchObject({ speed: 5, orders: { waiting: 0, shipped: 1 } });
  });

  it("pause and resume", async () => {
    await office.submit("production", { paused: "true" });
    const { text } = await office.submit("production", { speed: "1" });
    expect(text).toContain("Paused. Orders");
    await office.submit("production", { paused: "false" });
    await until("the parcel", () => office.order().trackings.length === 1);
  });

  it("leave alone what was stopped by hand", async () => {
    await office.submit(`orders/${office.order().serviceId}/reject-address`);
    await office.client.post(CREATE, orderBody({ order_id: "second-0002" }));
    await office.submit("production", { speed: "1" });
    await until("the second order's parcel", () => office.service.state().orders[1]!.trackings.length === 1);
    expect(office.order()).toMatchObject({ trackings: [], items: [{ orderStatus: "Not verify" }] });
  });

  it("do not ship again what was shipped by hand", async () => {
    office.service.startProduction("first-0001");
    office.service.ship("first-0001");
    await office.client.post(CREATE, orderBody({ order_id: "second-0002" }));
    await office.submit("production", { speed: "1" });
    await until("the second order's parcel", () => office.service.state().orders[1]!.trackings.length === 1);
    expect(office.order().trackings).toHaveLength(1);
  });
});
