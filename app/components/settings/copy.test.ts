import { expect, test } from "vitest";
import { unavailableCopy, unreadableMessage } from "./copy.ts";

test.each([null, 429, 500, 503])("orders that HTTP %s keeps from being read may be readable soon", (httpStatus) => {
  expect(unreadableMessage({ call: "list", httpStatus })).toContain("Try again in a moment");
});

test.each([200, 404])("an answer with HTTP %i that can't be read needs Inkbridge's support", (httpStatus) => {
  const message = unreadableMessage({ call: "detail", httpStatus });
  expect(message).toMatch(/responds with HTTP \d+ when Inkbridge requests order details.*Contact Inkbridge support/);
  expect(message).not.toContain("Try again");
});

test("a login form says why the print service can't be reached, and of one that is slow that it doesn't respond", () => {
  const told = (connectionFailure: Parameters<typeof unavailableCopy>[0]["connectionFailure"]) => {
    const { title, text } = unavailableCopy({ connectionFailure });
    return `${title}. ${text}`;
  };
  expect(told("host_not_found")).toMatch(/can't be reached.*host name wasn't found/);
  expect(told("connection_refused")).toMatch(/can't be reached.*refused the connection/);
  for (const slow of ["timeout", null] as const) expect(told(slow)).toContain("isn't responding");
});
