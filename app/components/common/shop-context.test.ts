import { expect, test } from "vitest";
import { ORDER_ACTIONS } from "../../http/action-permissions.server.ts";
import { denialOn, isFree } from "./shop-context.tsx";

test("buttons are disabled for the same actions that the server refuses", () => {
  const free = Object.entries(ORDER_ACTIONS).flatMap(([action, need]) => (need === null ? [action] : []));
  expect(Object.keys(ORDER_ACTIONS).filter(isFree)).toEqual(free);
});

test.each([
  ["/app", "approve"],
  ["/app/orders/1001", "approve"],
  ["/app/inbox", "approve"],
  ["/app/products/variants", "map"],
  ["/app/settings/rules", "settings"],
  ["/app/stores", "settings"],
  ["/app/claims", undefined],
  ["/app/dry-run", undefined],
])("%s says whom to ask for: %s", (pathname, why) => {
  expect(denialOn(pathname, { approve: "approve", map: "map", settings: "settings" })).toBe(why);
});
