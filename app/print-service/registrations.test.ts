import { expect, test } from "vitest";
import type { Body } from "./answer.ts";
import { listRegistrations } from "./registrations.ts";
import type { Session } from "./session.ts";

const endpoint = "https://other.example/hook";
const answering = (body: Body): Session => ({
  prefix: "svc",
  listScanMs: 1000,
  call: async () => ({ kind: "ok", body }),
});

test.each([
  ["beside the status", { endpoint }],
  ["in result", { result: { endpoint } }],
  ["in a list", { data: [{ endpoint }] }],
  ["in a list of result", { result: { webhooks: [{ endpoint, status: "Active" }] } }],
  ["by its kind", { result: { tracking: { endpoint } } }],
])("a registration is seen wherever the answer to list carries it: %s", async (_where, body) => {
  const found = await listRegistrations(answering({ status: 200, ...body }), "tracking", "https://app.example");
  expect(found).toMatchObject([{ endpoint }]);
});

test("an answer without one shows none", async () => {
  const body = { status: 200, result: [], request_body: { order_id: "String" } };
  expect(await listRegistrations(answering(body), "tracking", "https://app.example")).toEqual([]);
});

test.each([
  ["0 below the body", { result: [{ endpoint, status: 0 }] }, false],
  ["1 below the body", { result: { endpoint, status: 1 } }, true],
  ["0 as text", { data: [{ endpoint, status: "0" }] }, false],
  ["a text beside it", { data: [{ endpoint, status: 1, state: "Inactive" }] }, false],
  ["another number", { data: [{ endpoint, status: 200 }] }, null],
  ["1 of the answer itself", { endpoint, status: 1 }, null],
])("a status of %s tells whether the registration is active", async (_status, body, active) => {
  const [found] = await listRegistrations(answering({ status: 200, ...body }), "tracking", "https://app.example");
  expect(found?.active).toBe(active);
});
