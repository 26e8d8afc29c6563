import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { orderBody } from "../order-body.testing.ts";
import { CREATE, openBackOffice } from "./back-office.testing.ts";

let office: Awaited<ReturnType<typeof openBackOffice>>;
beforeEach(async () => (office = await openBackOffice()));
afterEach(() => office.service.close());

describe("forms of faults", () => {
  it("arm a fault, which is counted down and can be cleared", async () => {
    const { text } = await office.submit("faults", {
      back: "/faults",
      effect: "server_error",
      endpoint: "any",
      times: "2",
      ms: "3000",
    });
    expect(text).toContain("2 more times");
    expect((await office.client.post(CREATE, orderBody({ order_id: "second-0002" }))).httpStatus).toBe(503);
    expect((await office.page("/faults")).text).toContain("1 more time:");
    await office.submit("faults/clear", { back: "/faults" });
    expect((await office.client.post(CREATE, orderBody({ order_id: "second-0002" }))).httpStatus).toBe(200);
  });

  it("lose the answer to create, as the first preset does", async () => {
    await office.submit("faults", { effect: "reset", endpoint: "create" });
    await expect(office.client.post(CREATE, orderBody({ order_id: "second-0002" }))).rejects.toThrow();
    expect(office.service.state().orders).toHaveLength(2);
  });

  it("revoke all tokens", async () => {
    await office.submit("tokens/clear");
    expect((await office.client.post(CREATE, orderBody())).httpStatus).toBe(401);
  });
});
