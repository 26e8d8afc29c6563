import { expect, test } from "vitest";
import { unreadableMessage } from "./copy.ts";

test.each([null, 429, 500, 503])("orders that HTTP %s keeps from being read may be readable soon", (httpStatus) => {
  expect(unreadableMessage({ call: "list", httpStatus })).toContain("Try again in a moment");
});

test.each([200, 404])("an answer with HTTP %i that can't be read needs Inkbridge's support", (httpStatus) => {
  const message = unreadableMessage({ call: "detail", httpStatus });
  expect(message).toMatch(/responds with HTTP \d+ when Inkbridge requests order details.*Contact Inkbridge support/);
  expect(message).not.toContain("Try again");
});
